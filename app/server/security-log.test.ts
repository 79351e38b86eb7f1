import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anAccount, PASSWORD, payloadOf } from "#features/auth/server/test-account.ts";
import type { SecurityEvent } from "#platform/server/http/security-log.ts";
import { calls } from "./calls.ts";
import { ONE_ENGINE } from "../../testing/database.ts";
import { aLender, anonymous, someoneWith, type Person } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { badTokens, claimsOf, mint } from "../../testing/tokens.ts";

type Line = SecurityEvent & { readonly repeated?: number };
type Caller = Pick<Person, "send">;

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

  test("forged tokens, but not missing ones", async () => {
    const forged = Object.values(badTokens(product.product.config.jwt.secret, registered.userId));
    const lines = await linesOf(async () => {
      for (const token of forged) await someoneWith(product, token).send(calls.listBorrowers);
    });
    expect(lines).toMatchObject([{ event: "token-refused", code: "INVALID_JWT" }]);
    for (const token of forged.filter((one) => one.length > 20)) expect(product.logged.join("\n")).not.toContain(token);
    expect(await linesOf(() => anonymous(product).send(calls.listDevices))).toEqual([]);
  });

  describe("a token that is used after its device ended leaves a line of its own, without the token", () => {
    const newPassword = "another sentence of one's own";
    test.each([
      ["logged out", (person: Caller) => person.send(calls.logOut)],
      ["signed out everywhere", (person: Caller) => person.send(calls.endAllDevices)],
      [
        "changed the password",
        (person: Caller) => person.send(calls.changePassword, { currentPassword: PASSWORD, password: newPassword }),
      ],
    ] as const)("%s", async (_how, end) => {
      const { email } = await anAccount(product);
      const { token } = (await anonymous(product).send(calls.logIn, { email, password: PASSWORD })).body;
      const person = someoneWith(product, token);
      expect((await end(person)).status).toBeLessThan(300);
      const lines = await linesOf(async () => {
        for (let time = 0; time < 3; time++)
          expect(await person.send(calls.listBorrowers)).toMatchObject({ status: 401, message: "INVALID_JWT" });
      });
      expect(lines).toEqual([
        {
          event: "ended-token-used",
          code: "INVALID_JWT",
          route: "GET /api/latest/account/borrower",
          network: expect.any(String),
          userId: payloadOf(token)["id"],
          deviceId: payloadOf(token)["did"],
        },
      ]);
      expect(product.logged.join("\n")).not.toContain(token);
    });

    test("a token minted outside names only the person", async () => {
      const { userId } = await (await aLender(product)).as("registered");
      const outside = someoneWith(product, mint(product.product.config.jwt.secret, claimsOf(userId)));
      await outside.send(calls.endAllDevices);
      const [line, ...more] = await linesOf(() => outside.send(calls.listDevices));
      expect(more).toEqual([]);
      expect(line).toMatchObject({ event: "ended-token-used", userId });
      expect(line).not.toHaveProperty("deviceId");
    });

    test("an expired token, or one of another person's device, is refused as usual", async () => {
      const lender = await aLender(product);
      const [person, other] = [await lender.as("registered"), await lender.as("editor")];
      const { secret } = product.product.config.jwt;
      const now = Math.floor(Date.now() / 1000);
      const { did } = payloadOf(other.token);
      await other.send(calls.logOut);
      await person.send(calls.logOut);
      const lines = await linesOf(async () => {
        for (const claims of [{ did }, { did: payloadOf(person.token)["did"], iat: now - 600, exp: now - 1 }])
          await someoneWith(product, mint(secret, claimsOf(person.userId, claims))).send(calls.readSignInMethods);
      });
      expect(lines).toMatchObject([{ event: "token-refused", code: "INVALID_JWT" }]);
    });
  });

  test("wrong passwords and the lock, without password or address", async () => {
    const { email } = await anAccount(product);
    const guess = "a guess that matches no password";
    const lines = await linesOf(async () => {
      for (let time = 0; time < 6; time++) await anonymous(product).send(calls.logIn, { email, password: guess });
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

  test("a visitor taken for a bot", async () => {
    const [plan] = (await anonymous(product).send(calls.listPlans)).body;
    const checkout = { planID: plan!.id, cardEmail: "b@example.org", name: "B", grToken: "captcha-fail" };
    expect(await linesOf(() => anonymous(product).send(calls.subscribe, checkout))).toMatchObject([
      { event: "bot-suspected" },
    ]);
  });
});
