// Nothing of zod runs here: the first load of a page reads the names below and should not wait for it.
import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import type { Condition, KeyAccess, Reach, RoleName, Who } from "./who.ts";

/** Where every call hangs, on the server's origin. */
export const API_BASE = "/api/latest";
/** Names the active membership; the first one when absent. */
export const MEMBERSHIP_HEADER = "x-membership-id";
/** Chosen by the caller: the same request under the same key returns what the first one made; another is refused. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
/** Characters of an idempotency key. */
export const IDEMPOTENCY_KEY_MAX = 200;
/** Of a list as CSV: how many rows it has at the start. */
export const ROWS_HEADER = "x-row-count";
/** Lists as CSV that one person may request in a minute; each process counts for itself. */
export const EXPORTS_PER_MINUTE = 10;
/** Requests a minute that one API key may make; each process counts for itself. */
export const API_KEY_REQUESTS_PER_MINUTE = 600;

type Method = "GET" | "POST" | "PUT" | "DELETE";

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type ObjectSchema = z.ZodMiniObject;

/** A reply that is a file: streamed, with Content-Length and Range. */
export interface FileReply {
  readonly file: readonly [string, ...string[]];
}

/** `null`: 204, no body. */
export type Reply = z.ZodMiniType | FileReply | null;

/** A file that comes with the request, as the field `file` of `multipart/form-data`. */
export interface Upload {
  /** Accepted media types. The first bytes decide, never the file name. */
  readonly mediaTypes: readonly [string, ...string[]];
  readonly maxBytes: number;
}

/** A file as it was received, whole. */
export interface UploadedFile {
  /** One of the call's media types, by its first bytes. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A body in another system's format, accepted besides our own JSON: its media types and its conversion to fields. */
interface ForeignBody {
  readonly mediaTypes: readonly [string, ...string[]];
  toFields(sent: unknown): unknown;
}

/** What may be asked of one call. */
interface Limits {
  /** Requests a minute from one address; an IPv6 network counts as one. */
  readonly perMinute?: number;
  /** Bytes of the body; default 1 MB. */
  readonly bodyBytes?: number;
}

interface Spec<
  Path extends `/${string}`,
  Params extends ObjectSchema | undefined,
  Query extends ObjectSchema | undefined,
  Body extends ObjectSchema | undefined,
  R extends Reply,
  W extends Who,
  U extends Upload | undefined,
  K extends KeyAccess | null,
> {
  readonly method: Method;
  /** Under `API_BASE`; parameters in braces, as OpenAPI writes them. */
  readonly path: Path;
  /** One line for people, shown in the API's description. */
  readonly summary: string;
  readonly who: W;
  /** What a role of `who` needs besides; without it the call answers as to any other role: FORBIDDEN. */
  readonly given?: Partial<Record<RoleName, Condition>>;
  /** Whose objects each role can reach by id. Default: its own. Stores enforce it; tests check it. */
  readonly reach?: Partial<Record<RoleName, Reach>>;
  /** What an API key needs to make this call. Without it no key may: 403 FORBIDDEN. */
  readonly apiScope?: K;
  /** `true`: the caller's email must be confirmed, else 403 EMAIL_NOT_CONFIRMED. */
  readonly confirmed?: boolean;
  /** `true`: about the person alone, so that it is answered whatever membership is named, also one that has ended. */
  readonly anyMembership?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly foreignBody?: ForeignBody;
  readonly upload?: U;
  readonly reply: R;
  /** The success status: 200, or 204 without a reply, unless said. */
  readonly status?: 200 | 201 | 202;
  /** `true`: the reply carries an ETag, and an unchanged one is answered with 304. */
  readonly revalidates?: boolean;
  /** `true`: the reply holds a token or another secret. It is never compressed: its length would give the secret away (BREACH). */
  readonly holdsSecret?: boolean;
  /** `true`: the browser is asked to drop what it cached of the site. */
  readonly clearsCache?: boolean;
  /** `true`: repeated under one Idempotency-Key it returns what the first call made. Other calls ignore the header. */
  readonly idempotent?: boolean;
  /** The refusals of its own rules, beyond those that every call may give. */
  readonly errors?: readonly ErrorCode[];
  readonly limits?: Limits;
}

export interface Call<
  Path extends `/${string}` = `/${string}`,
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends ObjectSchema | undefined = ObjectSchema | undefined,
  R extends Reply = Reply,
  W extends Who = Who,
  U extends Upload | undefined = Upload | undefined,
  K extends KeyAccess | null = KeyAccess | null,
> {
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly who: W;
  readonly given: Partial<Record<RoleName, Condition>>;
  readonly reach: Partial<Record<RoleName, Reach>>;
  readonly apiScope: K;
  readonly confirmed: boolean;
  readonly anyMembership: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly foreignBody: ForeignBody | undefined;
  readonly upload: U;
  readonly reply: R;
  readonly status: 200 | 201 | 202 | 204;
  readonly revalidates: boolean;
  readonly holdsSecret: boolean;
  readonly clearsCache: boolean;
  readonly idempotent: boolean;
  readonly errors: readonly ErrorCode[];
  readonly limits: Limits;
}

type Checked<Path extends string, Params> = [ParamNames<Path>] extends [never]
  ? { readonly params?: never }
  : Params extends z.ZodMiniObject<infer Shape>
    ? [ParamNames<Path>, keyof Shape] extends [keyof Shape, ParamNames<Path>]
      ? unknown
      : { readonly params: `must name exactly: ${ParamNames<Path>}` }
    : { readonly params: `must name exactly: ${ParamNames<Path>}` };

/**
 * Declares a call. Does not compile without `who`, or when `params` differ from the names in the path. Throws if path,
 * query and body share a name, because callers hand in all fields in one flat object.
 */
export function call<
  const Path extends `/${string}`,
  R extends Reply,
  const W extends Who,
  Params extends ObjectSchema | undefined = undefined,
  Query extends ObjectSchema | undefined = undefined,
  Body extends ObjectSchema | undefined = undefined,
  const U extends Upload | undefined = undefined,
  const K extends KeyAccess | null = null,
>(
  spec: Spec<Path, Params, Query, Body, R, W, U, K> & Checked<Path, Params>,
): Call<Path, Params, Query, Body, R, W, U, K> {
  const names = [spec.params, spec.query, spec.body].flatMap((schema) => Object.keys(schema?.shape ?? {}));
  if (new Set(names).size < names.length) throw new Error(`${spec.path} has a field twice: ${names.join(", ")}`);
  return {
    method: spec.method,
    path: spec.path,
    summary: spec.summary,
    who: spec.who,
    given: spec.given ?? {},
    reach: spec.reach ?? {},
    apiScope: (spec.apiScope ?? null) as K, // absent means null, which the type parameter then is
    confirmed: spec.confirmed ?? false,
    anyMembership: spec.anyMembership ?? false,
    params: spec.params as Params, // absent means undefined, which the type parameter then is
    query: spec.query as Query,
    body: spec.body as Body,
    foreignBody: spec.foreignBody,
    upload: spec.upload as U,
    reply: spec.reply,
    status: spec.status ?? (spec.reply === null ? 204 : 200),
    revalidates: spec.revalidates ?? false,
    holdsSecret: spec.holdsSecret ?? false,
    clearsCache: spec.clearsCache ?? false,
    idempotent: spec.idempotent ?? false,
    errors: spec.errors ?? [],
    limits: spec.limits ?? {},
  };
}

/** A reply that is a file of one of these media types. */
export function file(...mediaTypes: [string, ...string[]]): FileReply {
  return { file: mediaTypes };
}

export function isFile(reply: Reply): reply is FileReply {
  return reply !== null && "file" in reply;
}

/** A list of which a page is sent at a time; how many of them one person is sent is limited. */
export function isPaged({ query }: Pick<Call, "query">): boolean {
  return query !== undefined && "after" in query.shape;
}

/** A list that `Accept: text/csv` answers as CSV, with all rows instead of a page. */
export function isExported({ query }: Pick<Call, "query">): boolean {
  return query !== undefined && "columns" in query.shape;
}

export function isCall(value: unknown): value is Call {
  return typeof value === "object" && value !== null && "who" in value && "method" in value && "path" in value;
}

type In<S> = S extends z.ZodMiniType ? z.input<S> : unknown;
type Out<S> = S extends z.ZodMiniType ? z.output<S> : unknown;

/** What a caller hands in: path, query and body fields in one flat object. */
export type Input<C extends Call> = In<C["params"]> &
  In<C["query"]> &
  In<C["body"]> &
  (C["upload"] extends Upload ? { readonly file: Blob } : unknown);
/** What the server works with, after parsing. */
export type Parsed<C extends Call> = Out<C["params"]> &
  Out<C["query"]> &
  Out<C["body"]> &
  (C["upload"] extends Upload ? { readonly file: UploadedFile } : unknown);
/** What the caller gets back: the reply's data, `null` for 204, a Blob or stream is for the file's own functions. */
export type ReplyOf<C extends Call> = C["reply"] extends z.ZodMiniType ? z.output<C["reply"]> : null;

interface CallRequest {
  readonly method: string;
  /** Under `API_BASE`, with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
}

/**
 * The request of a call with this input. Fields that the call does not declare are left out.
 * @param options.keepsUnknown sends them in the body: for tests of what the server refuses
 */
export function requestOf<C extends Call>(
  call: C,
  input: Input<C> | undefined,
  { keepsUnknown = false } = {},
): CallRequest {
  const fields = new Map(Object.entries<unknown>(input ?? {}).filter(([, value]) => value !== undefined));
  const take = (schema: Call["body"]) => {
    const names = Object.keys(schema?.shape ?? {}).filter((name) => fields.has(name));
    const taken = names.map((name) => [name, fields.get(name)] as const);
    for (const name of names) fields.delete(name);
    return taken;
  };
  const params = new Map(take(call.params));
  const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    params.has(name) ? encodeURIComponent(String(params.get(name))) : "",
  );
  const query = new URLSearchParams(
    take(call.query).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
  const asked = { method: call.method, url: query === "" ? url : `${url}?${query}` };
  // The client itself names the type of a form, with its boundary.
  if (call.upload) return { ...asked, headers: {}, body: formWith(fields.get("file") as Blob | undefined) };
  const body = keepsUnknown && call.method !== "GET" ? [...fields] : take(call.body);
  if (!call.body && body.length === 0) return { ...asked, headers: {}, body: null };
  return { ...asked, headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(body)) };
}

function formWith(file: Blob | undefined): FormData {
  const form = new FormData();
  if (file !== undefined) form.append("file", file, "file"); // an upload has its file alone
  return form;
}
