import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BankDataProduct } from "#features/organizations/contract.ts";
import { expect, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import type { Person } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import type { AssetReport } from "#features/asset-reports/contract.ts";
import type { Borrower } from "#features/borrowers/contract.ts";

/** A bank that the sandbox provider knows, and its example user. */
export const FIRST_PLATYPUS = "ins_109508";

type Reached = Pick<TestProduct, "sandbox" | "product">;

/** A call of the provider's REST API with our keys. */
export async function askPlaid(
  { sandbox, product }: Reached,
  path: string,
  body: object,
): Promise<Record<string, never>> {
  const { clientId, secret } = product.config.plaid;
  const reply = await fetch(`${sandbox.providersUrl}/plaid${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: clientId, secret, ...body }),
  });
  expect(reply.status, path).toBe(200);
  return (await reply.json()) as Record<string, never>;
}

/** On the loan, the person who holds the sandbox's accounts where a login is made without the bank dialog. */
export function aHolder() {
  return { firstName: "Dana", lastName: "Whitfield", email: `dana.${randomUUID()}@example.net` };
}

export interface Login {
  readonly username?: string;
  /** A custom user's configuration; `pass_good` when absent. */
  readonly password?: string;
  readonly institutionId?: string;
  /** Where the provider sends webhooks about the connection; absent: nowhere. */
  readonly webhook?: string;
  /** The person at the provider, for a consumer report. */
  readonly userId?: string;
}

/** The public token that the bank dialog would return to the page. */
export async function aPublicToken(
  test: Reached,
  { username = "user_good", password, institutionId = FIRST_PLATYPUS, webhook, userId }: Login = {},
): Promise<string> {
  const made = await askPlaid(test, "/sandbox/public_token/create", {
    institution_id: institutionId,
    ...(userId ? { initial_products: ["cra_base_report"], user_id: userId } : { initial_products: ["assets"] }),
    options: {
      override_username: username,
      ...(password && { override_password: password }),
      ...(webhook && { webhook }),
    },
  });
  return String(made["public_token"]);
}

/** An officer records that this person's signed authorization is in the file; the borrower's if no one is named. */
export async function attest(person: Person, borrowerId: string, email?: string): Promise<void> {
  const { body: borrower } = await person.send(calls.findOwnBorrower, { id: borrowerId });
  const reply = await person.send(calls.recordConsent, {
    id: borrowerId,
    email: email ?? borrower.email,
    method: "attested",
    signedOn: "2026-01-05",
  });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
}

/** Connects a bank of this borrower, who has signed the lender's own form. */
export async function connect(test: Reached, person: Person, borrowerId: string, login?: Login): Promise<Borrower> {
  await attest(person, borrowerId);
  const publicToken = await aPublicToken(test, login);
  const reply = await person.send(calls.exchangePublicToken, { borrowerId, publicToken });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  return reply.body as Borrower; // complete, to a member of the lender
}

/** What a person enters of themselves where the lender uses consumer reports. */
export const IDENTITY = {
  dateOfBirth: "1988-07-22",
  phone: "+14155550123",
  street: "123 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62704",
} as const;

/** From now on this lender's new connections are for consumer reports. */
export async function useConsumerReport(
  test: TestProduct,
  organizationId: string,
  product: BankDataProduct = "consumer_report",
): Promise<void> {
  await test.asOwner("update organizations set bank_data_product = $2 where id = $1", [organizationId, product]);
}

/** Connects a bank for a consumer report, as the dialog would after the person's identity is known. */
export async function connectForConsumerReport(
  test: TestProduct,
  person: Person,
  borrowerId: string,
  { email, ...login }: Login & { readonly email?: string } = {},
): Promise<Borrower> {
  await attest(person, borrowerId, email);
  const whose = { borrowerId, ...(email && { email }) };
  const opened = await person.send(calls.createLinkToken, { ...whose, identity: IDENTITY });
  expect(opened, String(opened.message)).toMatchObject({ status: 200 });
  const { userId } = (await test.sandbox.plaid.find("link-tokens", opened.body.linkToken)) as { userId: string };
  const publicToken = await aPublicToken(test, { ...login, userId });
  const reply = await person.send(calls.exchangePublicToken, { ...whose, publicToken });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  return reply.body as Borrower; // complete, to a member of the lender
}

/** Requests a report and waits until it is ready or has failed. */
export async function generate(person: Person, borrowerId: string, daysRequested?: number): Promise<AssetReport> {
  const asked = await person.send(calls.generateAssetReport, { borrowerId, ...(daysRequested && { daysRequested }) });
  expect(asked, String(asked.message)).toMatchObject({ status: 202 });
  return settled(person, borrowerId);
}

/** The borrower's newest report, once it is no longer in flight. */
export function settled(person: Person, borrowerId: string): Promise<AssetReport> {
  return vi.waitFor(
    async () => {
      const { report } = (await person.send(calls.latestAssetReport, { id: borrowerId })).body;
      if (report?.state !== "ready" && report?.state !== "failed") throw new Error(`still ${report?.state}`);
      return report;
    },
    { timeout: 25_000, interval: 50 },
  );
}

/** What the sandbox provider stores of an object; `undefined` if it has none. */
export async function heldByPlaid(
  { sandbox }: Pick<TestProduct, "sandbox">,
  kind: "items" | "reports" | "users" | "audit-copies",
  id: string,
): Promise<Record<string, never>> {
  return (await sandbox.plaid.find(kind, id)) as Record<string, never>;
}

export interface SignedWebhook {
  readonly signature: string;
  readonly body: string;
}

/** A webhook that the sandbox provider signed, intercepted before delivery. */
export async function aSignedWebhook(test: Reached): Promise<SignedWebhook> {
  const caught = Promise.withResolvers<SignedWebhook>();
  const server = createServer((request, reply) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      caught.resolve({ signature: String(request.headers["plaid-verification"]), body });
      reply.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const webhook = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const made = await askPlaid(test, "/item/public_token/exchange", {
    public_token: await aPublicToken(test, { webhook }),
  });
  await askPlaid(test, "/sandbox/item/fire_webhook", {
    access_token: made["access_token"],
    webhook_type: "ITEM",
    webhook_code: "NEW_ACCOUNTS_AVAILABLE",
  });
  return caught.promise.finally(() => server.close());
}

/** Sends a webhook to the product. */
export async function deliver(
  { url }: Pick<TestProduct, "url">,
  { signature, body }: { signature: string | null; body: string },
): Promise<{ status: number; message: unknown }> {
  const reply = await fetch(`${url}/api/latest/webhooks/plaid`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(signature !== null && { "plaid-verification": signature }) },
    body,
  });
  const text = await reply.text();
  return { status: reply.status, message: text && (JSON.parse(text) as { message: unknown }).message };
}
