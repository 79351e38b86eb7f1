import { calls } from "#app/server/calls.ts";
import type { ApiScope } from "#platform/contract/who.ts";
import type { Person } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";

export interface ScimReply {
  readonly status: number;
  readonly type: string | null;
  readonly location: string | null;
  // A test reads what its own request is answered with.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a foreign shape, read by name
  readonly body: any;
}

export interface Directory {
  send(method: string, path: string, body?: unknown, type?: string): Promise<ScimReply>;
  /** Sends text as it is. */
  sendText(method: string, path: string, text: string): Promise<ScimReply>;
}

/** A directory with a key that the admin creates. */
export async function aDirectory(
  test: TestProduct,
  admin: Person,
  { name = "Okta", scopes = ["scim"] as ApiScope[] } = {},
): Promise<Directory> {
  const { status, body } = await admin.send(calls.createApiKey, { name, scopes, addresses: [], expiresAt: null });
  if (status !== 201) throw new Error(`no key was created: ${status}`);
  return withToken(test, body.secret);
}

export function withToken({ url }: TestProduct, token: string): Directory {
  const sendText = async (method: string, path: string, text: string | null, type = "application/scim+json") => {
    const reply = await fetch(`${url}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(text !== null && { "content-type": type }) },
      body: text,
    });
    const answer = await reply.text();
    return {
      status: reply.status,
      type: reply.headers.get("content-type"),
      location: reply.headers.get("location"),
      body: answer === "" ? null : (JSON.parse(answer) as unknown),
    };
  };
  return {
    send: (method, path, body, type) => sendText(method, path, body === undefined ? null : JSON.stringify(body), type),
    sendText: (method, path, text) => sendText(method, path, text),
  };
}
