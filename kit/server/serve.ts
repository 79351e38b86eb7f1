// Owns how a call becomes a route: token, rights, limits and input checked from its record, the reply shaped by it.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  isFile,
  MEMBERSHIP_HEADER,
  type Call,
  type Parsed,
  type ReplyOf,
} from "#kit/contract/call.ts";
import { AppError } from "#kit/contract/errors.ts";
import { admits, needsToken, type Who } from "#kit/contract/who.ts";
import type { Actor, Person, Visitor } from "./actor.ts";
import { isKnown, sendFile, type StoredFile } from "./file-reply.ts";
import { parseInput } from "./input.ts";
import type {} from "./json-body.ts"; // declares request.rawBody
import { toReplySchema } from "./reply-schema.ts";
import { scopeOf } from "./scope.ts";

/** Reads a token: who it belongs to and whether it still counts. Throws INVALID_JWT or NO_USER. */
export type Authenticate = (token: string) => Promise<Person>;

/** A signed request of another system, for calls whose `who` is `signature`. */
export interface Signed {
  readonly header: (name: string) => string | undefined;
  readonly rawBody: Buffer;
}

type Asker<W extends Who> = W extends "anyone" ? Visitor : W extends "signature" ? Signed : Actor;
type Answer<C extends Call> = C["reply"] extends { file: unknown } ? StoredFile : ReplyOf<C>;

/** What answers a call: who asks and what is asked, never the request. */
export type Handler<C extends Call> = (
  asker: Asker<C["who"]>,
  input: Parsed<C>,
) => Promise<C["reply"] extends null ? void : Answer<C>>;

/** A call and what answers it. */
export interface Route {
  readonly call: Call;
  readonly handler: (asker: never, input: never) => Promise<unknown>;
}

/** Ties a call to its handler; the types of both have to fit. */
export function route<C extends Call>(call: C, handler: Handler<C>): Route {
  return { call, handler };
}

export interface ServeOptions {
  readonly authenticate: Authenticate;
  /** `false` lifts the limits per minute. */
  readonly limits: boolean;
}

/** Kept by one browser for one person at most, and asked for anew each time. */
const PRIVATE = { "cache-control": "private, no-cache", vary: `authorization, ${MEMBERSHIP_HEADER}` };

/** Mounts every route. There is no other way in: what is not in the list does not exist. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: ServeOptions): void {
  for (const { call, handler } of routes) {
    const answer = handler as (asker: unknown, input: unknown) => Promise<unknown>;
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      bodyLimit: call.limits.bodyBytes ?? 1_000_000,
      exposeHeadRoute: false,
      config: {
        needsToken: needsToken(call.who),
        takesBody: call.body !== undefined,
        rateLimit: options.limits && call.limits.perMinute ? { max: call.limits.perMinute, timeWindow: 60_000 } : false,
      },
      ...(call.reply !== null &&
        !isFile(call.reply) && { schema: { response: { [call.status]: toReplySchema(call.reply) } } }),
      handler: async (request, reply) => {
        const asker = await askerOf(call, request, options);
        const result = await answer(asker, parseInput(call, request));
        if (needsToken(call.who)) void reply.headers(PRIVATE);
        if (call.reply === null) return reply.code(204).send();
        if (isFile(call.reply)) return sendFile(request, reply, result as StoredFile);
        void reply.code(call.status);
        return call.revalidates ? sendRevalidated(request, reply, result) : reply.send(result);
      },
    });
  }
}

async function askerOf(call: Call, request: FastifyRequest, options: ServeOptions): Promise<Actor | Visitor | Signed> {
  if (call.who === "anyone") return { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
  if (call.who === "signature") {
    const header = (name: string) => [request.headers[name]].flat()[0];
    return { header, rawBody: request.rawBody ?? Buffer.alloc(0) };
  }
  const actor = await actorOf(request, options.authenticate);
  if (!admits(call.who, actor.role)) throw new AppError("FORBIDDEN");
  if (call.confirmed && !actor.emailConfirmed) throw new AppError("EMAIL_NOT_CONFIRMED");
  return actor;
}

/** The person of the bearer token, under the membership that the request names, else the first. */
export async function actorOf(
  request: Pick<FastifyRequest, "headers" | "ip">,
  authenticate: Authenticate,
): Promise<Actor> {
  const { authorization = "" } = request.headers;
  const [, token] = /^bearer ([^\s]+)$/i.exec(authorization) ?? [];
  if (!token) throw new AppError("INVALID_JWT");
  const named = [request.headers[MEMBERSHIP_HEADER]].flat()[0];
  const actor = actAs(await authenticate(token), named, request.ip);
  const key = [request.headers[IDEMPOTENCY_HEADER]].flat()[0];
  if (key && key.length > IDEMPOTENCY_KEY_MAX)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: IDEMPOTENCY_HEADER, code: "TOO_BIG" }] });
  return key ? { ...actor, idempotencyKey: key } : actor;
}

function sendRevalidated(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  const payload = reply.serialize(result) as string; // JSON, by the schema that the route declares
  const etag = `"${createHash("sha256").update(payload).digest("base64url")}"`;
  void reply.header("etag", etag);
  if (isKnown(request, etag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(payload);
}

/** Not one of the person's memberships, or no membership at all: FORBIDDEN. */
export function actAs(person: Person, membershipId: string | undefined, address: string): Actor {
  const membership = membershipId ? person.memberships.find(({ id }) => id === membershipId) : person.memberships[0];
  if (!membership) throw new AppError("FORBIDDEN");
  const { memberships: _others, ...who } = person;
  const { organizationId, role } = membership;
  return { ...who, role, organizationId, scope: scopeOf(organizationId), address, idempotencyKey: null };
}
