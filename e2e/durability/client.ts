// Calls the product's contract over HTTP, for tests that run it as a separate process.
import { sendCall, type Reply } from "../../testing/http.ts";
import { logIn } from "../../features/auth/contract.ts";
import type { Call, Input, ReplyOf } from "../../platform/contract/call.ts";

export const SAMPLE_PASSWORD = "keyturn-sample-2026";

/** A signed-in user at the address of one product. */
export interface Client {
  readonly token: string;
  /** Rejects when the product does not answer; the request may or may not have been carried out. */
  send<C extends Call>(call: C, input?: Input<C>, idempotencyKey?: string): Promise<Reply<ReplyOf<C>>>;
}

export async function logInAs(url: string, email: string): Promise<Client> {
  const { status, body } = await sendCall(url, logIn, { email, password: SAMPLE_PASSWORD });
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
      sendCall(url, call, input, { authorization: `bearer ${token}`, ...(key && { "idempotency-key": key }) }),
  };
}

/** Without a token. */
export function anybodyAt(url: string): Pick<Client, "send"> {
  return { send: (call, input, key) => sendCall(url, call, input, key ? { "idempotency-key": key } : {}) };
}
