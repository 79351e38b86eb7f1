import { IDEMPOTENCY_HEADER, requestOf, type Call, type Input, type ReplyOf } from "#platform/contract/call.ts";
import { isInvalidCursor } from "./api-error.ts";
import type { Http, HttpRequest } from "./http.ts";
import { LIST_ROWS, PAGE_ROWS } from "#platform/contract/list-rows.ts";

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** What fails says nothing about the page, so it leads to no error page. */
  readonly isBesidePage?: boolean;
  /** The media type wanted in place of JSON. */
  readonly accept?: string;
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

/** As `send`, for what is shown beside every page. */
export function sendBesidePage<C extends Call>(
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  return send(call, input, { ...options, isBesidePage: true });
}

/** As `send`, through a client of one's own: for a page whose visitor is not the signed-in user. */
export async function sendBy<C extends Call>(
  client: Http,
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> {
  const reply = await client(requestOfCall(call, input, options));
  if (reply.status === 204) return null as ReplyOf<C>; // the type says null for calls without a reply
  return (await reply.json()) as ReplyOf<C>; // shaped by the call's own schema before it left the server
}

/** As `send`, with the reply unread: for files. */
export function sendRaw<C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Response> {
  return request(requestOfCall(call, input, options));
}

/** The request of a call with these options. */
export function requestOfCall<C extends Call>(
  call: C,
  input: Input<C>,
  { signal, accept, idempotencyKey, isBesidePage = false }: SendOptions,
): HttpRequest {
  const asked = requestOf(call, input);
  const named = idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey };
  const upload = call.upload ? { "multi-part": "true" } : {};
  return {
    ...asked,
    headers: { ...asked.headers, ...upload, ...named, ...(accept && { accept }) },
    signal,
    ...(isBesidePage && { isBesidePage }),
  };
}

/** Requests something that is no declared call, such as `assets/version`, by the same rules. */
export function request(asked: HttpRequest): Promise<Response> {
  if (http === null) throw new Error("No client yet: installHttp comes before the first call");
  return http(asked);
}

interface WholeOptions extends SendOptions {
  /** Whether the list is long, asked once its first page is full: then the others are not read in vain. */
  readonly isLong?: (options: SendOptions) => Promise<boolean>;
}

/** Of a list whose rows are deleted while it is read. */
const MAX_RESTARTS = 3;

/** As `send`, for a paged list, which is read page after page. `null`: the list is long, of `LIST_ROWS` or more. */
export async function sendWhole<C extends Call>(
  call: C,
  input: Input<C>,
  { isLong, ...options }: WholeOptions = {},
): Promise<ReplyOf<C> | null> {
  const rows: { id: string }[] = [];
  let restarts = 0;
  for (;;) {
    const after = rows.at(-1)?.id;
    const asked = { ...(input as object), ...(after && { after }) } as Input<C>; // a paged list has this field in its query
    const page = (await send(call, asked, options).catch((error: unknown) => {
      if (after === undefined || !isInvalidCursor(error) || restarts >= MAX_RESTARTS) throw error;
      return null;
    })) as { id: string }[] | null;
    if (page === null) {
      restarts += 1;
      rows.length = 0;
      continue;
    }
    rows.push(...page);
    if (page.length !== PAGE_ROWS) return rows as ReplyOf<C>;
    if (rows.length >= LIST_ROWS || (after === undefined && (await isLong?.(options)))) return null;
  }
}
