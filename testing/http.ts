import { API_BASE, requestOf, type Call, type Input, type ReplyOf } from "../platform/contract/call.ts";
import type { ErrorCode, FieldError } from "../platform/contract/errors.ts";

export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The reply's data of a success; a file as a Buffer. */
  readonly body: Body;
  /** The code of a refusal. */
  readonly message: ErrorCode | undefined;
  readonly errors: FieldError[] | undefined;
}

/** Longer than any answer takes. */
const PATIENCE_MS = 60_000;

/** Makes a call over HTTP. Undeclared fields are sent too, for the server to refuse. Rejects without an answer. */
export async function sendCall<C extends Call>(
  url: string,
  call: C,
  input?: Input<C>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<ReplyOf<C>>> {
  const asked = requestOf(call, input, { keepsUnknown: true });
  const reply = await fetch(url + API_BASE + asked.url, {
    ...asked,
    headers: { ...asked.headers, ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const isJson = reply.headers.get("content-type")?.startsWith("application/json");
  const body: unknown = isJson ? await reply.json() : Buffer.from(await reply.arrayBuffer());
  const refusal = reply.status >= 400 ? (body as { message: ErrorCode; errors?: FieldError[] }) : undefined;
  return {
    status: reply.status,
    headers: reply.headers,
    body: body as ReplyOf<C>,
    message: refusal?.message,
    errors: refusal?.errors,
  };
}
