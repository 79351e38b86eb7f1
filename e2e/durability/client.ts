// Calls the product's contract over HTTP, for tests that run it as a separate process.
import { logIn } from "../../features/auth/contract.ts";
import type { Call, Input, ReplyOf } from "../../platform/contract/call.ts";

export const SAMPLE_PASSWORD = "keyturn-sample-2026";

export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The code of a refusal. */
  readonly message: string | undefined;
}

/** A signed-in user at the address of one product. */
export interface Client {
  readonly token: string;
  /** Rejects when the product does not answer; the request may or may not have been carried out. */
  send<C extends Call>(call: C, input?: Input<C>, idempotencyKey?: string): Promise<Reply<ReplyOf<C>>>;
}

/** Waiting longer than this for any answer at all is a failure by itself. */
const PATIENCE_MS = 60_000;

export async function logInAs(url: string, email: string): Promise<Client> {
  const { status, body } = await send(url, logIn, { email, password: SAMPLE_PASSWORD });
  if (status !== 200) throw new Error(`${email} could not log in: ${status}`);
  return clientWith(url, body.token);
}

/** Whose token it is. */
export function userIdOf({ token }: Client): string {
  const [, payload = ""] = token.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { id: string }).id;
}

/** The same person at another process's address. */
export function clientWith(url: string, token: string): Client {
  return {
    token,
    send: (call, input, key) =>
      send(url, call, input, { authorization: `bearer ${token}`, ...(key && { "idempotency-key": key }) }),
  };
}

/** Without a token. */
export function anybodyAt(url: string): Pick<Client, "send"> {
  return { send: (call, input, key) => send(url, call, input, key ? { "idempotency-key": key } : {}) };
}

async function send<C extends Call>(
  url: string,
  call: C,
  input?: Input<C>,
  headers: Record<string, string> = {},
): Promise<Reply<ReplyOf<C>>> {
  const rest = new Map(Object.entries(input ?? {}));
  const take = (shape: object = {}) => {
    const taken = Object.keys(shape).filter((name) => rest.has(name));
    const values = taken.map((name) => [name, String(rest.get(name))] as const);
    for (const name of taken) rest.delete(name);
    return values;
  };
  const path = take(call.params?.shape).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    call.path as string,
  );
  const query = new URLSearchParams(Object.fromEntries(take(call.query?.shape))).toString();
  const reply = await fetch(`${url}/api/latest${path}${query && `?${query}`}`, {
    method: call.method,
    headers: { ...(call.method !== "GET" && !call.upload && { "content-type": "application/json" }), ...headers },
    ...(call.method !== "GET" && { body: call.upload ? formOf(rest) : JSON.stringify(Object.fromEntries(rest)) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const isJson = reply.headers.get("content-type")?.startsWith("application/json");
  const body: unknown = isJson ? await reply.json() : Buffer.from(await reply.arrayBuffer());
  return {
    status: reply.status,
    headers: reply.headers,
    body: body as ReplyOf<C>,
    message: reply.status >= 400 ? (body as { message?: string }).message : undefined,
  };
}

function formOf(fields: ReadonlyMap<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as Blob, name); // an upload has its file alone
  return form;
}
