import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import {
  API_KEY_REQUESTS_PER_MINUTE,
  EXPORTS_PER_MINUTE,
  IDEMPOTENCY_HEADER,
  isExported,
  isFile,
  isPaged,
  type Call,
  type Parsed,
  type ReplyOf,
} from "#platform/contract/call.ts";
import { needsToken, type BORROWER_SESSION, type Who } from "#platform/contract/who.ts";
import type { Actor, SignedIn, BorrowerSession, Visitor } from "../actor.ts";
import {
  apiKeyOf,
  type ApiKeyHolder,
  authenticateRequest,
  type AuthenticateOptions,
  type SignedRequest,
} from "./authenticate-request.ts";
import { compressionOf, toReplySchema } from "./reply-schema.ts";
import { isKnown, sendFile, type StoredFile, type StreamedFile } from "./file-reply.ts";
import {
  EXPORTS_AT_ONCE,
  LISTS_AT_ONCE,
  LISTS_PER_MINUTE,
  LISTS_WAITING,
  openListTurns,
  type ListTurns,
} from "./list-turns.ts";
import { FORM_BYTES, receiveFile } from "./upload.ts";
import { AppError } from "#platform/contract/errors.ts";
import { fieldErrors } from "#platform/contract/fields.ts";

type Principal<W extends Who> = W extends "anyone"
  ? Visitor
  : W extends "signature"
    ? SignedRequest
    : W extends "signed-in"
      ? SignedIn
      : W extends readonly (infer Admitted)[]
        ? MemberOrBorrower<Admitted>
        : never;
// Distributes over the union: a call may admit members, borrower sessions, or both.
type MemberOrBorrower<Admitted> = Admitted extends typeof BORROWER_SESSION ? BorrowerSession : Actor;
type Answer<C extends Call> = C["reply"] extends { file: unknown } ? StoredFile | StreamedFile : ReplyOf<C>;

/** Answers a call, given the principal and the input, never the request. */
type Handler<C extends Call> = (
  principal: Principal<C["who"]>,
  input: Parsed<C>,
) => Promise<C["reply"] extends null ? void : Answer<C>>;

/** A call and what answers it. */
export interface Route {
  readonly call: Call;
  readonly handler: (principal: never, input: never) => Promise<unknown>;
  readonly toCsv?: ((principal: never, input: never) => Promise<StreamedFile>) | undefined;
}

/**
 * Ties a call to its handler; the types of both have to fit.
 *
 * @param toCsv answers a list whose contract names columns, where the caller accepts CSV
 */
export function route<C extends Call>(call: C, handler: Handler<C>, toCsv?: CsvHandler<C>): Route {
  if (isExported(call) !== (toCsv !== undefined))
    throw new Error(`${call.path} has columns, or CSV, without the other`);
  return { call, handler, toCsv };
}

type CsvHandler<C extends Call> = (principal: Principal<C["who"]>, input: Parsed<C>) => Promise<StreamedFile>;

/** Throws IDEMPOTENCY_KEY_REUSED where the actor sent another request under the same key. */
type ClaimKey = (actor: Actor, request: unknown) => Promise<void>;

interface ServeOptions extends AuthenticateOptions {
  readonly claimKey: ClaimKey;
  /** `false` lifts the limits per minute. */
  readonly limits: boolean;
}

/** No cache keeps it, on disk or elsewhere, nor what refuses it. */
const NO_STORE = { "cache-control": "no-store" };

/** Mounts every route. A call that is not in the list does not exist. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: ServeOptions): void {
  const limited = (perMinute: number) => (options.limits ? perMinute : Infinity);
  const turns = openListTurns({
    perMinute: limited(LISTS_PER_MINUTE),
    atOnce: LISTS_AT_ONCE,
    waiting: LISTS_WAITING,
  });
  const exportTurns = openListTurns({ perMinute: limited(EXPORTS_PER_MINUTE), atOnce: EXPORTS_AT_ONCE, waiting: 0 });
  const limitApiKey = limitApiKeys(app, limited(API_KEY_REQUESTS_PER_MINUTE));
  for (const { call, handler, toCsv } of routes) {
    const answer = handler as (principal: unknown, input: unknown) => Promise<unknown>;
    const answerCsv = toCsv as ((principal: unknown, input: unknown) => Promise<StreamedFile>) | undefined;
    const serialize = serializerOf(call);
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      bodyLimit: call.upload ? call.upload.maxBytes + FORM_BYTES : (call.limits.bodyBytes ?? 1_000_000),
      exposeHeadRoute: false,
      compress: compressionOf(call),
      config: {
        needsToken: needsToken(call.who),
        takesBody: call.body !== undefined,
        foreignTypes: call.foreignBody?.mediaTypes ?? [],
        takesUpload: call.upload !== undefined,
        rateLimit: options.limits && call.limits.perMinute ? { max: call.limits.perMinute, timeWindow: 60_000 } : false,
      },
      handler: async (request, reply) => {
        if (isUnkept(call)) void reply.headers(NO_STORE);
        const principal = await authenticateRequest(call, request, reply, {
          ...options,
          authenticateApiKey: (secret, address) =>
            limitApiKey(request, reply, () => options.authenticateApiKey(secret, address)),
        });
        const input = parseInput(call, request);
        const isCsv = answerCsv !== undefined && acceptsCsv(request);
        if (isPaged(call) && isActor(principal)) await waitForTurn(isCsv ? exportTurns : turns, principal, reply);
        if (isCsv) {
          const file = await answerCsv(principal, input);
          const authenticateAgain = () => authenticateRequest(call, request, reply, options);
          return sendFile(request, reply, checkEachPart(file, principal, authenticateAgain));
        }
        if (call.idempotent) {
          const key = request.headers[IDEMPOTENCY_HEADER];
          if (key) void reply.header(IDEMPOTENCY_HEADER, key);
          // A call of visitors binds the key itself, once it knows whose it is.
          if (isActor(principal)) await options.claimKey(principal, { method: call.method, url: request.url, input });
        }
        const result = await answer(
          principal,
          call.upload ? { ...input, file: await receiveFile(request, call.upload) } : input,
        );
        // Scripts and pages in it hold nothing of anybody, but what an older release let a browser keep goes too.
        if (call.clearsCache) void reply.header("clear-site-data", '"cache"');
        if (call.reply === null) return reply.code(204).send();
        if (isFile(call.reply)) return sendFile(request, reply, result as StoredFile | StreamedFile);
        void reply.code(call.status);
        const payload = serialize(reply, result);
        return call.revalidates ? sendTagged(request, reply, payload) : reply.type(JSON_TYPE).send(payload);
      },
    });
  }
}

/** A long list outlives the check at its start: it breaks off before a part that its caller may no longer read. */
function checkEachPart(file: StreamedFile, principal: object, authenticateAgain: () => Promise<object>): StreamedFile {
  return {
    ...file,
    async *stream() {
      let isFirst = true;
      for await (const part of file.stream()) {
        if (!isFirst && !hasSameAccess(principal, await authenticateAgain())) throw new AppError("FORBIDDEN");
        isFirst = false;
        yield part;
      }
    },
  };
}

function hasSameAccess(before: object, now: object): boolean {
  if (!isActor(before) || !isActor(now)) return isActor(before) === isActor(now);
  const accessOf = ({ organizationId, role, onlyGroups }: Actor) => JSON.stringify([organizationId, role, onlyGroups]);
  return accessOf(before) === accessOf(now);
}

/** Anything else, such as a browser's list of all it can show, gets JSON. */
function acceptsCsv({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return /^text\/csv(?:$|[\s;,])/i.test(headers.accept ?? "");
}

/**
 * Counts the requests of each key that is valid, and says in headers what is left. Invalid keys count by address: so many
 * are soon made up that they would take the counters of valid ones. Throws TOO_MANY_REQUESTS.
 */
function limitApiKeys(app: FastifyInstance, max: number) {
  const countValid = app.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      createHash("sha256")
        .update(apiKeyOf(request) ?? "")
        .digest("base64"),
  });
  const countInvalid = app.createRateLimit({ max, timeWindow: 60_000 });
  const requireLeft = (reply: FastifyReply, limit: Awaited<ReturnType<typeof countValid>>) => {
    if (limit.isAllowed) return;
    void reply.headers({
      "x-ratelimit-limit": limit.max,
      "x-ratelimit-remaining": limit.remaining,
      "x-ratelimit-reset": limit.ttlInSeconds,
    });
    if (limit.isExceeded) throw tooManyRequests(limit.ttlInSeconds);
  };
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    authenticate: () => Promise<ApiKeyHolder>,
  ): Promise<ApiKeyHolder> => {
    if (max === Infinity) return authenticate();
    const invalid = await countInvalid(request, { increment: false });
    if (!invalid.isAllowed && invalid.remaining === 0) throw tooManyRequests(invalid.ttlInSeconds);
    requireLeft(reply, await countValid(request, { increment: false }));
    const holder = await authenticate().catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === "INVALID_API_KEY") await countInvalid(request);
      throw error;
    });
    requireLeft(reply, await countValid(request));
    return holder;
  };
}

function tooManyRequests(seconds: number): AppError {
  return new AppError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, seconds) });
}

/** The turn lasts until the reply has left: a slow reader's list is held in memory for as long. */
async function waitForTurn(turns: ListTurns, { userId }: Actor, reply: FastifyReply): Promise<void> {
  const leave = await turns.take(userId);
  if (reply.raw.destroyed) leave();
  else reply.raw.once("close", leave);
}

function isActor(principal: object): principal is Actor {
  return "role" in principal;
}

/** Whether caches must not store the reply. Only a public file with its own address is the same for everyone. */
function isUnkept({ who, reply, method }: Call): boolean {
  return who !== "anyone" || !isFile(reply) || method !== "GET";
}

/** JSON by the schema of the reply, compiled with a call's first reply: few calls are made soon after a start. */
function serializerOf({ reply: declared }: Call): (reply: FastifyReply, result: unknown) => string {
  let schema: ReturnType<typeof toReplySchema> | undefined;
  return (reply, result) => {
    schema ??= toReplySchema(declared as z.ZodMiniType);
    return reply.compileSerializationSchema(schema)(result as Record<string, unknown>);
  };
}

const JSON_TYPE = "application/json; charset=utf-8";

/** A text with an ETag, or 304 where the caller has it already. The tag is weak: compressed and plain bytes share it. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
  mediaType = JSON_TYPE,
): FastifyReply {
  const etag = `W/"${createHash("sha256").update(payload).digest("base64url")}"`;
  void reply.headers({ etag, vary: "accept-encoding" });
  if (isKnown(request, etag)) return reply.code(304).send();
  return reply.type(mediaType).send(payload);
}

/** Path, query and body, each parsed by its schema, in one flat object. Where names met, the path would win. */
function parseInput(call: Call, request: Pick<FastifyRequest, "params" | "query" | "body">): object {
  return {
    ...(call.body && parse(call.body, fieldsOf(call, request.body ?? {}))),
    ...(call.query && parse(call.query, request.query)),
    ...(call.params && parse(call.params, request.params)),
  };
}

function fieldsOf({ foreignBody }: Call, body: unknown): unknown {
  return foreignBody ? foreignBody.toFields(body) : body;
}

function parse(schema: z.ZodMiniObject, value: unknown): object {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  // Ids are opaque: a text that cannot be one names nothing, like an unknown one.
  if (result.error.issues.every(isMalformedId)) throw new AppError("NOT_FOUND");
  throw new AppError("VALIDATION_ERROR", { errors: fieldErrors(result.error) });
}

function isMalformedId(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_format" && issue.format === "uuid";
}
