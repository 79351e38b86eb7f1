// Owns how a call becomes a route: token, rights, limits and input checked from its record, the reply shaped by it.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IDEMPOTENCY_HEADER, isFile, isPaged, type Call, type Parsed, type ReplyOf } from "#kit/contract/call.ts";
import { needsToken, type VISIT, type Who } from "#kit/contract/who.ts";
import type { Actor, SignedIn, Visit, Visitor } from "../actor.ts";
import { askerOf, type AskerOptions, type Signed } from "./asker.ts";
import { compressionOf } from "./compression.ts";
import { isKnown, sendFile, type StoredFile } from "./file-reply.ts";
import { LISTS_PER_MINUTE, openListTurns, type ListTurns } from "./list-turns.ts";
import { parseInput } from "./input.ts";
import { toReplySchema } from "./reply-schema.ts";
import { FORM_BYTES, receiveFile } from "./upload.ts";

type Asker<W extends Who> = W extends "anyone"
  ? Visitor
  : W extends "signature"
    ? Signed
    : W extends "signed-in"
      ? SignedIn
      : W extends readonly (infer Admitted)[]
        ? AskerAs<Admitted>
        : never;
// Asked of each admitted in turn: with roles and visits both, either may come.
type AskerAs<Admitted> = Admitted extends typeof VISIT ? Visit : Actor;
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

/** Throws IDEMPOTENCY_KEY_REUSED where the actor sent another request under the same key. */
export type ClaimKey = (actor: Actor, request: unknown) => Promise<void>;

export interface ServeOptions extends AskerOptions {
  readonly claimKey: ClaimKey;
  /** `false` lifts the limits per minute. */
  readonly limits: boolean;
}

/** No cache keeps it, on disk or elsewhere, nor what refuses it. */
const UNKEPT = { "cache-control": "no-store" };

/** Mounts every route. There is no other way in: what is not in the list does not exist. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: ServeOptions): void {
  const turns = openListTurns(options.limits ? LISTS_PER_MINUTE : Infinity);
  for (const { call, handler } of routes) {
    const answer = handler as (asker: unknown, input: unknown) => Promise<unknown>;
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
      ...(call.reply !== null &&
        !isFile(call.reply) && { schema: { response: { [call.status]: toReplySchema(call.reply) } } }),
      handler: async (request, reply) => {
        if (isUnkept(call)) void reply.headers(UNKEPT);
        const asker = await askerOf(call, request, reply, options);
        if (isPaged(call) && isActor(asker)) await takeTurn(turns, asker, reply);
        const input = parseInput(call, request);
        if (call.idempotent) {
          const key = request.headers[IDEMPOTENCY_HEADER];
          if (key) void reply.header(IDEMPOTENCY_HEADER, key);
          // A call of visitors binds the key itself, once it knows whose it is.
          if (isActor(asker))
            await options.claimKey(asker, { method: call.method, url: request.url, body: request.body });
        }
        const result = await answer(
          asker,
          call.upload ? { ...input, file: await receiveFile(request, call.upload) } : input,
        );
        // Scripts and pages in it hold nothing of anybody, but what an older release let a browser keep goes too.
        if (call.clearsCache) void reply.header("clear-site-data", '"cache"');
        if (call.reply === null) return reply.code(204).send();
        if (isFile(call.reply)) return sendFile(request, reply, result as StoredFile);
        void reply.code(call.status);
        return call.revalidates ? sendRevalidated(request, reply, result) : reply.send(result);
      },
    });
  }
}

/** The turn lasts until the reply has left: a slow reader's list is held in memory for as long. */
async function takeTurn(turns: ListTurns, { userId }: Actor, reply: FastifyReply): Promise<void> {
  const leave = await turns.take(userId);
  if (reply.raw.destroyed) leave();
  else reply.raw.once("close", leave);
}

function isActor(asker: object): asker is Actor {
  return "role" in asker;
}

/** A file that anyone may ask for by an address of its own is the same for all, and may be kept. */
function isUnkept({ who, reply, method }: Call): boolean {
  return who !== "anyone" || !isFile(reply) || method !== "GET";
}

function sendRevalidated(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  const payload = reply.serialize(result) as string; // JSON, by the schema that the route declares
  return sendTagged(request, reply, payload);
}

/** JSON with an ETag, or 304 where the caller has it already. The tag is weak: compressed and plain bytes share it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, payload: string): FastifyReply {
  const etag = `W/"${createHash("sha256").update(payload).digest("base64url")}"`;
  void reply.headers({ etag, vary: "accept-encoding" });
  if (isKnown(request, etag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(payload);
}
