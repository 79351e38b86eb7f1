// API calls beside the browser: they prepare test data, and try what a disabled button only hides.

import type { Borrower } from "../features/borrowers/contract.ts";
import { SAMPLE_PASSWORD } from "./login.ts";
import { sharedStand } from "./global-setup.ts";

export interface ApiReply<Body> {
  status: number;
  body: Body;
}

export interface ApiPerson {
  token: string;
  send<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<ApiReply<Body>>;
}

interface At {
  url: string;
}

/** A call without or with a token. `path` is under /api/latest. */
export async function sendCall<Body>(
  method: string,
  path: string,
  { url = sharedStand().url, token, body }: Partial<At> & { token?: string; body?: unknown } = {},
): Promise<ApiReply<Body>> {
  const reply = await fetch(`${url}/api/latest${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: (text === "" ? null : JSON.parse(text)) as Body };
}

/** An existing user, logged in through the API. */
export async function apiPerson(email: string, password = SAMPLE_PASSWORD, at?: At): Promise<ApiPerson> {
  const { status, body } = await sendCall<{ token: string }>("POST", "/auth/login", {
    ...at,
    body: { email, password },
  });
  if (status !== 200) throw new Error(`${email} could not log in: ${JSON.stringify(body)}`);
  return {
    token: body.token,
    send: (method, path, content) => sendCall(method, path, { ...at, token: body.token, body: content }),
  };
}

let borrowersMade = 0;

/** A borrower of this person, with a unique name. */
export async function apiBorrower(person: ApiPerson, details: Partial<Borrower> = {}): Promise<Borrower> {
  const number = `${process.pid}${++borrowersMade}`;
  const { status, body } = await person.send<Borrower>("POST", "/account/borrower", {
    firstName: "Paula",
    lastName: `Prentice${number}`,
    email: `paula.${number}@example.net`,
    ...details,
  });
  if (status !== 201) throw new Error(`a borrower could not be made: ${JSON.stringify(body)}`);
  return body;
}
