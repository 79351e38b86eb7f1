// A lender's user who calls the product's API beside the browser: prepares data, and tries what a disabled button only
// hides.
import { logIn } from "../features/auth/contract.ts";
import { type Borrower, createBorrower } from "../features/borrowers/contract.ts";
import { recordConsent } from "../features/borrower-portal/contract.ts";
import { type Call, IDEMPOTENCY_HEADER, type Input, type ReplyOf } from "../platform/contract/call.ts";
import { type Reply, sendCall } from "../testing/http.ts";
import { sharedStand } from "./global-setup.ts";
import { SAMPLE_PASSWORD } from "./login.ts";

/** Someone at the address of one product. */
export interface Caller {
  /** Rejects when the product does not answer; the request may or may not have been carried out. */
  send<C extends Call>(call: C, input?: Input<C>, idempotencyKey?: string): Promise<Reply<ReplyOf<C>>>;
}

/** A logged-in user. */
export interface Client extends Caller {
  readonly token: string;
}

export function anybody(url = sharedStand().url): Caller {
  return callerWith(url, {});
}

export function withToken(token: string, url = sharedStand().url): Client {
  return { token, ...callerWith(url, { authorization: `bearer ${token}` }) };
}

function callerWith(url: string, headers: Readonly<Record<string, string>>): Caller {
  return {
    send: (call, input, key) => sendCall(url, call, input, { ...headers, ...(key && { [IDEMPOTENCY_HEADER]: key }) }),
  };
}

/** An existing user, logged in. */
export async function apiPerson(
  email: string,
  { password = SAMPLE_PASSWORD, url = sharedStand().url } = {},
): Promise<Client> {
  const { token } = bodyOf(await anybody(url).send(logIn, { email, password }));
  return withToken(token, url);
}

/** Throws when the call was refused. */
export function bodyOf<Body>({ status, message, body }: Reply<Body>): Body {
  if (status >= 300) throw new Error(`refused: ${status} ${message ?? ""}`);
  return body;
}

let borrowersMade = 0;

/** A borrower of this person, with a unique name. */
export async function apiBorrower(
  person: Caller,
  details: Partial<Input<typeof createBorrower>> = {},
): Promise<Borrower> {
  const number = `${process.pid}${++borrowersMade}`;
  const named = { firstName: "Paula", lastName: `Prentice${number}`, email: `paula.${number}@example.net` };
  return bodyOf(await person.send(createBorrower, { ...named, ...details }));
}

/** One whose signed authorization is in the file, so that the bank dialog opens at once. */
export async function authorizedBorrower(person: Caller): Promise<Borrower> {
  const borrower = await apiBorrower(person);
  const { id, email } = borrower;
  bodyOf(await person.send(recordConsent, { id, email, method: "attested", signedOn: "2026-01-05" }));
  return borrower;
}
