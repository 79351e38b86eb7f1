import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anAccount, PASSWORD } from "#features/identity/server/test-account.ts";
import type { SecurityEvent } from "#kit/server/http/security-log.ts";
import { calls } from "./calls.ts";
import { ONE_ENGINE } from "./test-database.ts";
import { aLender, nobody, someoneWith, type Person } from "./test-lender.ts";
import { openTestProduct, type TestProduct } from "./test-product.ts";
import { badTokens } from "./test-tokens.ts";

type Line = SecurityEvent & { readonly repeated?: number };

describe("what is refused leaves a line in the log", () => {
  let product: TestProduct;
  let registered: Person;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    registered = await (await aLender(product)).as("registered");
  });
  afterAll(() => product.close());

  /** The security lines that this leaves. */
  async function linesOf(attack: () => Promise<unknown>): Promise<Line[]> {
    const before = product.logged.length;
    await attack();
    const lines = product.logged.slice(before).map((line) => JSON.parse(line) as { msg: string; security: Line });
    return lines.filter(({ msg }) => msg === "SECURITY_EVENT").map(({ security }) => security);
  }
  const post = (path: string, body: string) =>
    fetch(`${product.url}/api/latest${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });

  test("an admin call by a non-admin is logged once with the user, however often it repeats", async () => {
    const lines = await linesOf(async () => {
      for (let time = 0; time < 5; time++) await registered.send(calls.listOrganizationBorrowers);
    });
    expect(lines).toEqual([
      {
        event: "access-denied",
        code: "FORBIDDEN",
        route: "GET /api/latest/admin/borrower",
        network: expect.any(String),
        userId: registered.userId,
      },
    ]);
  });

  test("another user's membership", async () => {
    const person = someoneWith(product, registered.token, { "x-membership-id": randomUUID() });
    expect(await linesOf(() => person.send(calls.listBorrowers))).toMatchObject([{ event: "access-denied" }]);
  });

  test("an id that is unknown or another lender's", async () => {
    const { id } = await (await aLender(product)).hasBorrower();
    expect(await linesOf(() => registered.send(calls.findOwnBorrower, { id }))).toMatchObject([
      { event: "unknown-id", code: "NOT_FOUND", userId: registered.userId },
    ]);
  });

  test("forged tokens, and none where none came along", async () => {
    const forged = Object.values(badTokens(product.product.config.jwt.secret, registered.userId));
    const lines = await linesOf(async () => {
      for (const token of forged) await someoneWith(product, token).send(calls.listBorrowers);
    });
    expect(lines).toMatchObject([{ event: "token-refused", code: "INVALID_JWT" }]);
    for (const token of forged.filter((one) => one.length > 20)) expect(product.logged.join("\n")).not.toContain(token);
    expect(await linesOf(() => nobody(product).send(calls.listDevices))).toEqual([]);
  });

  test("wrong passwords and the lock, without password or address", async () => {
    const { email } = await anAccount(product);
    const guess = "a guess that matches no password";
    const lines = await linesOf(async () => {
      for (let time = 0; time < 6; time++) await nobody(product).send(calls.logIn, { email, password: guess });
    });
    expect(lines).toMatchObject([{ event: "log-in-failed" }, { event: "account-locked" }]);
    for (const secret of [email, guess, PASSWORD]) expect(JSON.stringify(lines)).not.toContain(secret);
  });

  test.each([
    ["stripe", '{"id":"evt_1","type":"invoice.paid","data":{"object":{"id":"in_1"}}}'],
    ["plaid", '{"webhook_type":"ASSETS","webhook_code":"PRODUCT_READY"}'],
  ])("a forged webhook of %s", async (provider, body) => {
    expect(await linesOf(() => post(`/webhooks/${provider}`, body))).toMatchObject([
      { event: "signature-refused", code: "INVALID_SIGNATURE", route: `POST /api/latest/webhooks/${provider}` },
    ]);
  });

  test("who is taken for a bot", async () => {
    const [plan] = (await nobody(product).send(calls.listPlans)).body;
    const checkout = { planID: plan!.id, cardEmail: "b@example.org", name: "B", grToken: "captcha-fail" };
    expect(await linesOf(() => nobody(product).send(calls.subscribe, checkout))).toMatchObject([
      { event: "bot-suspected" },
    ]);
  });
});
