import type { FastifyReply, FastifyRequest } from "fastify";
import { randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_MAX, MEMBERSHIP_HEADER, type Call } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import {
  admits,
  admitsBorrowerSession,
  API_KEY_PREFIX,
  type ApiScope,
  type KeyAccess,
  type Condition,
} from "#platform/contract/who.ts";
import type {
  Actor,
  ApiKeyName,
  BorrowerSession,
  Browser,
  MembershipSummary,
  Person,
  SignedIn,
  Visitor,
} from "../actor.ts";
import type {} from "./request-body.ts"; // declares request.rawBody
import type {} from "./security-log.ts"; // declares request.personId
import { scopeOf } from "../database/scope.ts";

/** Reads a token: who it belongs to and whether it still counts. Throws INVALID_JWT or NO_USER. */
export type Authenticate = (token: string) => Promise<Person>;

/** A signed request of another system, for calls whose `who` is `signature`. */
export interface SignedRequest {
  readonly header: (name: string) => string | undefined;
  readonly rawBody: Buffer;
}

/** Whether the actor meets the condition that a call sets for their role, such as being the only member. */
export type MeetsCondition = (actor: Actor, condition: Condition) => Promise<boolean>;

/** Reads the token of a borrower session; `null` for any other token. Throws INVALID_JWT for a session that has ended. */
export type FindBorrowerSession = (token: string) => Promise<Omit<BorrowerSession, "address" | "userAgent"> | null>;

/** An API key that counts, and the admin in whose name it acts. */
export interface ApiKeyHolder extends Omit<Person, "memberships" | "deviceId"> {
  readonly apiKey: ApiKeyName;
  readonly scopes: readonly ApiScope[];
  readonly membership: MembershipSummary;
}

/** Reads an API key that is used from this address. Throws INVALID_API_KEY or ADDRESS_NOT_ALLOWED. */
export type AuthenticateApiKey = (secret: string, address: string) => Promise<ApiKeyHolder>;

export interface AuthenticateOptions {
  readonly authenticate: Authenticate;
  readonly authenticateApiKey: AuthenticateApiKey;
  readonly findBorrowerSession: FindBorrowerSession;
  readonly meetsCondition: MeetsCondition;
  /** Whether the site, and so its cookies, is served only over https. */
  readonly secure: boolean;
}

/**
 * Throws INVALID_JWT, NO_USER, FORBIDDEN, EMAIL_NOT_CONFIRMED, SSO_REQUIRED or SECOND_FACTOR_NOT_SET_UP, as the call
 * asks; for an API key INVALID_API_KEY, ADDRESS_NOT_ALLOWED, SCOPE_MISSING or FORBIDDEN.
 */
export async function authenticateRequest(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthenticateOptions,
): Promise<Actor | BorrowerSession | SignedIn | Visitor | SignedRequest> {
  if (call.who === "signature") {
    const header = (name: string) => [request.headers[name]].flat()[0];
    return { header, rawBody: request.rawBody ?? Buffer.alloc(0) };
  }
  if (call.who === "anyone") return visitorOf(call, request, reply, options);
  const apiKey = apiKeyOf(request);
  if (apiKey !== null) {
    if (call.apiScope === null) throw new AppError("FORBIDDEN");
    const actor = actorOfApiKey(request, await options.authenticateApiKey(apiKey, request.ip), call.apiScope);
    return { ...actor, reach: call.reach[actor.role] ?? "own", idempotencyKey: idempotencyKeyOf(call, request) };
  }
  if (call.who === "signed-in") {
    const person = await personOf(request, options.authenticate);
    if (!call.anyMembership) requireOwnMembership(person, membershipNamed(request));
    requireConfirmed(call, person);
    return { ...visitorOf(call, request, reply, options), ...person };
  }
  const session = admitsBorrowerSession(call.who) && (await borrowerSessionOf(request, options));
  if (session) return session;
  const actor = await actorOf(call, request, options.authenticate);
  if (!admits(call.who, actor.role)) throw new AppError("FORBIDDEN");
  requireConfirmed(call, actor);
  const condition = call.given[actor.role];
  if (condition && !(await options.meetsCondition(actor, condition))) throw new AppError("FORBIDDEN");
  return { ...actor, reach: call.reach[actor.role] ?? actor.reach };
}

/** The API key that the request brings instead of a token. */
export function apiKeyOf(request: RequestHead): string | null {
  const bearer = bearerOf(request);
  return bearer?.startsWith(API_KEY_PREFIX) ? bearer : null;
}

/** Never more than an admin of its own organization, no matter who created it. Throws SCOPE_MISSING, FORBIDDEN. */
export function actorOfApiKey(
  request: RequestHead,
  { membership, apiKey, scopes, ...who }: ApiKeyHolder,
  scope: KeyAccess,
): Actor {
  if (scope !== "any" && !scopes.includes(scope)) throw new AppError("SCOPE_MISSING");
  const named = membershipNamed(request);
  if (named && named !== membership.id) throw new AppError("FORBIDDEN");
  return {
    ...who,
    deviceId: null,
    apiKey,
    role: membership.role === "root" ? "admin" : membership.role,
    reach: "own",
    organizationId: membership.organizationId,
    onlyGroups: null,
    scope: scopeOf(membership.organizationId),
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    idempotencyKey: null,
  };
}

async function borrowerSessionOf(
  request: FastifyRequest,
  { findBorrowerSession }: AuthenticateOptions,
): Promise<BorrowerSession | null> {
  const token = bearerOf(request);
  const session = token && (await findBorrowerSession(token));
  return session ? { ...session, address: request.ip, userAgent: request.headers["user-agent"] ?? "" } : null;
}

function requireConfirmed({ confirmed }: Call, { emailConfirmed }: Pick<Person, "emailConfirmed">): void {
  if (confirmed && !emailConfirmed) throw new AppError("EMAIL_NOT_CONFIRMED");
}

function visitorOf(call: Call, request: FastifyRequest, reply: FastifyReply, { secure }: AuthenticateOptions): Visitor {
  const userAgent = request.headers["user-agent"] ?? "";
  return {
    address: request.ip,
    userAgent,
    bearer: bearerOf(request),
    membershipId: membershipNamed(request) ?? null,
    idempotencyKey: idempotencyKeyOf(call, request),
    browser: browserOf(request, reply, secure),
  };
}

type RequestHead = Pick<FastifyRequest, "headers" | "ip">;
type IdentifiedRequest = RequestHead & Pick<FastifyRequest, "personId">;

function bearerOf({ headers }: RequestHead): string | null {
  return /^bearer ([^\s]+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

function membershipNamed({ headers }: RequestHead): string | undefined {
  return [headers[MEMBERSHIP_HEADER]].flat()[0];
}

async function personOf(request: IdentifiedRequest, authenticate: Authenticate): Promise<Person> {
  const token = bearerOf(request);
  if (!token) throw new AppError("INVALID_JWT");
  const person = await authenticate(token);
  request.personId = person.userId;
  return person;
}

/** The person of the bearer token, under the membership that the request names, else the first. */
async function actorOf(call: Call, request: IdentifiedRequest, authenticate: Authenticate): Promise<Actor> {
  const actor = actAs(await personOf(request, authenticate), membershipNamed(request), request.ip);
  const userAgent = request.headers["user-agent"] ?? "";
  return { ...actor, userAgent, idempotencyKey: idempotencyKeyOf(call, request) };
}

function idempotencyKeyOf({ idempotent }: Call, { headers }: RequestHead): string | null {
  if (!idempotent) return null;
  const key = [headers[IDEMPOTENCY_HEADER]].flat()[0];
  if (key && key.length > IDEMPOTENCY_KEY_MAX)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: IDEMPOTENCY_HEADER, code: "TOO_BIG" }] });
  return key || null;
}

/** Reaches what is their own. Not one of the person's memberships, or no membership at all: FORBIDDEN. */
export function actAs(person: Person, membershipId: string | undefined, address: string): Actor {
  requireOwnMembership(person, membershipId);
  const membership = membershipId ? person.memberships.find(({ id }) => id === membershipId) : person.memberships[0];
  if (!membership) throw new AppError("FORBIDDEN");
  if (membership.isSsoMissing) throw new AppError("SSO_REQUIRED");
  if (membership.isSecondFactorMissing) throw new AppError("SECOND_FACTOR_NOT_SET_UP");
  const { memberships: _others, ...who } = person;
  const { organizationId, role, onlyGroups } = membership;
  const scope = scopeOf(organizationId);
  return {
    ...who,
    apiKey: null,
    role,
    reach: "own",
    organizationId,
    onlyGroups,
    scope,
    address,
    userAgent: "",
    idempotencyKey: null,
  };
}

function requireOwnMembership({ memberships }: Person, membershipId: string | undefined): void {
  if (membershipId && !memberships.some(({ id }) => id === membershipId)) throw new AppError("FORBIDDEN");
}

const LIFE_SECONDS = 400 * 24 * 60 * 60; // the longest that browsers keep a cookie
const SECRET = /^[\w-]{43}$/; // 32 bytes in base64url

/** @param secure only https: the name then also keeps other hosts from setting the cookie (RFC 6265bis `__Host-`) */
function browserOf(request: Pick<FastifyRequest, "headers">, reply: FastifyReply, secure: boolean): Browser {
  const name = secure ? "__Host-browser" : "browser";
  const sent = parseCookie(request.headers.cookie ?? "")[name] ?? "";
  let secret = SECRET.test(sent) ? sent : null;
  let isSent = false;
  return {
    secret,
    remember() {
      secret ??= newSecret(request);
      if (isSent) return secret;
      isSent = true; // a second header would tell how far the request got
      const cookie = { name, value: secret, httpOnly: true, secure, sameSite: "strict", path: "/" } as const;
      void reply.header("set-cookie", stringifySetCookie({ ...cookie, maxAge: LIFE_SECONDS }));
      return secret;
    },
  };
}

// From another site the cookie does not come along (SameSite), so a new one would take the place of the owner's own.
function newSecret({ headers }: Pick<FastifyRequest, "headers">): string {
  const site = headers["sec-fetch-site"] ?? "none"; // not every browser sends it
  const isOwnPage = (site === "same-origin" || site === "none") && headers["sec-fetch-mode"] !== "navigate";
  if (!isOwnPage) throw new AppError("FORBIDDEN");
  return randomBytes(32).toString("base64url");
}
