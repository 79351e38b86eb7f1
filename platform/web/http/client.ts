import { IDEMPOTENCY_HEADER, type Call, type Input, type ReplyOf } from "#platform/contract/call.ts";
import type { Http, HttpRequest } from "./http.ts";

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Names the attempt: the same one again, sent because an answer was lost, makes nothing twice. */
  readonly idempotencyKey?: string;
}

let http: Http | null = null;

/** Sets the page's client, once, at start: queries and changes are module constants and reach it here. */
export function installHttp(installed: Http): void {
  http = installed;
}

/** Sends a call and gives its reply's data; `null` for 204. Throws `ApiError`. */
export function send<C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<ReplyOf<C>> {
  return sendBy(request, call, input, options);
}

/** As `send`, through a client of one's own: for a page whose visitor is not the signed-in user. */
export async function sendBy<C extends Call>(
  client: Http,
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  const reply = await client(namedRequest(call, input, options));
  if (reply.status === 204) return null as ReplyOf<C>; // the type says null for calls without a reply
  return (await reply.json()) as ReplyOf<C>; // shaped by the call's own schema before it left the server
}

/** As `send`, with the reply unread: for files. */
export function sendRaw<C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Response> {
  return request(namedRequest(call, input, options));
}

function namedRequest<C extends Call>(call: C, input: Input<C>, { signal, idempotencyKey }: SendOptions): HttpRequest {
  const asked = requestOf(call, input);
  const named = idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey };
  return { ...asked, headers: { ...asked.headers, ...named }, signal };
}

/** Requests something that is no declared call, such as `assets/version`, by the same rules. */
export function request(asked: HttpRequest): Promise<Response> {
  if (http === null) throw new Error("No client yet: installHttp comes before the first call");
  return http(asked);
}

/** Method, URL under the API base, headers and body of a call with this input. */
export function requestOf<C extends Call>(call: C, input: Input<C>): HttpRequest {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>; // every schema of a call is an object's
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
  const query = new URLSearchParams(
    Object.entries(pick(fields, call.query)).map(([name, value]) => [name, String(value)]),
  ).toString();
  const url = query === "" ? path : `${path}?${query}`;
  // The browser itself names the type of a form, with its boundary.
  if (call.upload)
    return { method: call.method, url, headers: { "multi-part": "true" }, body: formWith(fields["file"]) };
  return {
    method: call.method,
    url,
    headers: call.body ? { "content-type": "application/json" } : {},
    body: call.body ? JSON.stringify(pick(fields, call.body)) : null,
  };
}

function pick(fields: Readonly<Record<string, unknown>>, schema: Call["body"]): Record<string, unknown> {
  const names = Object.keys(schema?.shape ?? {});
  return Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]));
}

function formWith(file: unknown): FormData {
  const form = new FormData();
  form.set("file", file as Blob); // the input of a call with an upload has it
  return form;
}
