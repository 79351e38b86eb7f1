import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import {
  aBrowser,
  anAccount,
  mailsTo,
  mailTo,
  PASSWORD,
  payloadOf,
  tokenIn,
  withSecondFactor,
} from "#features/auth/server/test-account.ts";
import { PROVIDERS } from "#features/auth/contract.ts";
import { aSocialAccount, aTrip, someone } from "./test-social.ts";

describe.each(FEATURE_ENGINES)("social sign-in on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const count = async (email: string) =>
    (await product.asOwner("select count(*)::int as count from users where email = $1", [email]))[0]!["count"];
  const taken = { status: 409, message: "EMAIL_TAKEN" };
  const mismatch = { status: 409, message: "SOCIAL_STATE_MISMATCH" };
  const locked = { status: 401, message: "ACCOUNT_LOCKED" };

  describe.each(PROVIDERS)("%s", (provider) => {
    test("signs a new user up as confirmed without an email, and signs them in again", async () => {
      const there = someone({ firstName: "Fay Ann" });
      const reply = await (await aTrip(aBrowser(product), provider, there)).finish();
      expect(reply.status).toBe(200);
      expect(Object.keys(reply.body)).toEqual(["token"]);
      const user = payloadOf(reply.body.token);
      expect(user).toMatchObject({ ...there, emailConfirmed: true, hasSocialAuth: true, profilePicURL: null });
      expect(user["memberships"]).toMatchObject([{ role: { name: "registered" } }]);

      const again = await (await aTrip(aBrowser(product), provider, there)).finish();
      expect(payloadOf(again.body.token)["id"]).toBe(user["id"]);
      expect(await someoneWith(product, again.body.token).send(calls.listConnections)).toMatchObject({
        body: [{ provider, name: "Fay Ann Brook" }],
      });
      await mailTo(product, (await anAccount(product)).email); // queued later, so the other email would be there
      expect(mailsTo(product, there.email)).toEqual([]);
    });

    test("a refused code gives no token and ends the attempt", async () => {
      const trip = await aTrip(aBrowser(product), provider);
      const bad = provider === "twitter" ? { oauth_verifier: "bad-code" } : { code: "bad-code" };
      expect(await trip.finish(bad)).toMatchObject({ status: 409, message: "SOCIAL_REFUSED" });
      expect(await trip.finish()).toMatchObject(mismatch);
    });

    test("without an address from the provider, one is requested, saved and confirmed by email", async () => {
      for (const email of ["", "unverified.someone@example.org"]) {
        const trip = await aTrip(aBrowser(product), provider, someone({ email, lastName: crypto.randomUUID() }));
        const own = someone().email;
        expect(await trip.finish()).toMatchObject({ status: 409, message: "EMAIL_REQUIRED" });
        const reply = await trip.finish({ email: own });
        expect(payloadOf(reply.body.token)).toMatchObject({ email: own, emailConfirmed: false, hasSocialAuth: true });
        const token = tokenIn(await mailTo(product, own));
        expect(await anonymous(product).send(calls.confirmEmail, { token })).toMatchObject({ status: 200 });
      }
    });

    test("when a typed address is confirmed in another browser, only its owner can sign in", async () => {
      const stranger = someone({ email: "", lastName: crypto.randomUUID() });
      const own = someone().email;
      const browser = aBrowser(product);
      const { body } = await (await aTrip(browser, provider, stranger)).finish({ email: own });
      const session = someoneWith(product, body.token);
      expect(await session.send(calls.createOrganization, { name: "Trap Lending" })).toMatchObject({
        status: 403,
        message: "EMAIL_NOT_CONFIRMED",
      });
      const token = tokenIn(await mailTo(product, own));
      const opened = await anonymous(product).send(calls.openConfirmLink, { token });
      expect(await session.send(calls.refreshToken)).toMatchObject({ status: 401, message: "INVALID_JWT" });
      const back = await (await aTrip(browser, provider, stranger)).finish();
      expect(back).toMatchObject({ status: 409, message: "EMAIL_REQUIRED" });
      const set = { token: opened.body.passwordToken!, password: PASSWORD };
      expect(await anonymous(product).send(calls.resetPasswordComplete, set)).toMatchObject({ status: 200 });
      expect(await anonymous(product).send(calls.logIn, { email: own, password: PASSWORD })).toMatchObject({
        status: 200,
      });
    });

    test("when a typed address is confirmed in the same browser, the provider still signs the user in", async () => {
      const there = someone({ email: "", lastName: crypto.randomUUID() });
      const own = someone().email;
      const browser = aBrowser(product);
      const { body } = await (await aTrip(browser, provider, there)).finish({ email: own });
      const token = tokenIn(await mailTo(product, own));
      const opened = await browser.send(calls.openConfirmLink, { token });
      expect(opened).toMatchObject({ status: 200, body: { passwordToken: null } });
      expect(await someoneWith(product, body.token).send(calls.refreshToken)).toMatchObject({ status: 200 });
      expect(await (await aTrip(browser, provider, there)).finish()).toMatchObject({ status: 200 });
    });

    test("an address with an account never signs in to it, whichever provider vouches for it", async () => {
      const { email } = await anAccount(product);
      const reply = await (await aTrip(aBrowser(product), provider, someone({ email }))).finish();
      expect(reply).toMatchObject(taken);
      expect(reply.body).not.toHaveProperty("token");
      const typed = await aTrip(aBrowser(product), provider, someone({ email: "", lastName: crypto.randomUUID() }));
      expect(await typed.finish({ email: email.toUpperCase() })).toMatchObject(taken);
      const [row] = await product.asOwner("select has_social_auth from users where email = $1", [email]);
      expect(row).toEqual({ has_social_auth: false });
    });

    test("of 50 concurrent requests with one code and state, one gets a token", async () => {
      const there = someone();
      const trip = await aTrip(aBrowser(product), provider, there);
      const replies = await Promise.all(Array.from({ length: 50 }, () => trip.finish()));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.filter(({ status }) => status !== 200)).toEqual(
        Array.from({ length: 49 }, () => expect.objectContaining(mismatch)),
      );
      expect(await count(there.email)).toBe(1);
    });
  });

  test("an HTTPS picture is saved", async () => {
    const { token } = await aSocialAccount(
      product,
      "google",
      someone({ email: `pictured.${crypto.randomUUID()}@example.org` }),
    );
    expect(payloadOf(token)["profilePicURL"]).toMatch(/^https:\/\//);
  });

  test("a user without a last name can sign in", async () => {
    const { token } = await aSocialAccount(product, "github", someone({ firstName: "Björk", lastName: "" }));
    expect(payloadOf(token)).toMatchObject({ firstName: "Björk", lastName: "" });
  });

  test("the address from the provider is used, whatever else is added", async () => {
    const there = someone();
    const reply = await (await aTrip(aBrowser(product), "google", there)).finish({ email: "other@example.org" });
    expect(payloadOf(reply.body.token)).toMatchObject({ email: there.email, emailConfirmed: true });
  });

  test("five addresses that have an account end the attempt", async () => {
    const { email } = await anAccount(product);
    const trip = await aTrip(aBrowser(product), "google", someone({ email: "", lastName: "Prober" }));
    for (let time = 0; time < 4; time++) expect(await trip.finish({ email })).toMatchObject(taken);
    expect(await trip.finish({ email })).toMatchObject(locked);
    expect(await trip.finish({ email: someone().email })).toMatchObject(mismatch);
  });

  test("guessed addresses count for the provider's account, across attempts and concurrent requests", async () => {
    const { email } = await anAccount(product);
    const prober = someone({ email: "", lastName: crypto.randomUUID() });
    const trips = await Promise.all(Array.from({ length: 12 }, () => aTrip(aBrowser(product), "github", prober)));
    const replies = await Promise.all(trips.map((trip) => trip.finish({ email })));
    expect(replies.filter(({ message }) => message === "EMAIL_TAKEN")).toHaveLength(4);
    expect(replies.filter(({ message }) => message === "ACCOUNT_LOCKED")).toHaveLength(8);
    const next = await aTrip(aBrowser(product), "github", prober);
    expect(await next.finish({ email: someone().email })).toMatchObject(locked);
    const other = await aTrip(aBrowser(product), "github", { ...prober, lastName: crypto.randomUUID() });
    expect(await other.finish({ email: someone().email })).toMatchObject({ status: 200 });
  });

  test("the same new user in 10 browsers at once gets one account", async () => {
    const there = someone();
    const trips = await Promise.all(Array.from({ length: 10 }, () => aTrip(aBrowser(product), "google", there)));
    const replies = await Promise.all(trips.map((trip) => trip.finish()));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await count(there.email)).toBe(1);
  });

  test("a required password change does not block a sign-in with a provider", async () => {
    const { there } = await aSocialAccount(product);
    await product.asOwner("update users set must_change_password = true where email = $1", [there.email]);
    expect(await (await aTrip(aBrowser(product), "google", there)).finish()).toMatchObject({ status: 200 });
  });

  describe("with a second factor", () => {
    const due = { status: 409, message: "SECOND_FACTOR_DUE" };
    const wrong = { status: 409, message: "CODE_WRONG" };

    async function aGuardedAccount() {
      const account = await aSocialAccount(product);
      return { ...account, ...(await withSecondFactor(product, someoneWith(product, account.token))) };
    }

    test("the code is requested, and the same request continues with it", async () => {
      const { there, code, recoveryCodes } = await aGuardedAccount();
      const trip = await aTrip(aBrowser(product), "google", there);
      expect(await trip.finish()).toMatchObject(due);
      expect(await trip.finish({ secondFactorCode: "000000" })).toMatchObject(wrong);
      expect(await trip.finish({ secondFactorCode: code() })).toMatchObject({ status: 200 });
      const other = await aTrip(aBrowser(product), "google", there);
      expect(await other.finish({ secondFactorCode: recoveryCodes[0]! })).toMatchObject({ status: 200 }); // there are ten
    });

    test("a code works once, also in four attempts at once", async () => {
      const { there, code } = await aGuardedAccount();
      const browser = aBrowser(product);
      const trips = [];
      for (let time = 0; time < 4; time++) trips.push(await aTrip(browser, "google", there));
      const secondFactorCode = code();
      const replies = await Promise.all(trips.map((trip) => trip.finish({ secondFactorCode })));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test("five wrong codes lock the account, even for the right code", async () => {
      const { there, code } = await aGuardedAccount();
      const stranger = aBrowser(product);
      const trip = await aTrip(stranger, "google", there);
      for (let time = 0; time < 4; time++)
        expect(await trip.finish({ secondFactorCode: "000000" })).toMatchObject(wrong);
      expect(await trip.finish({ secondFactorCode: "000000" })).toMatchObject(locked);
      expect(await trip.finish({ secondFactorCode: code() })).toMatchObject(mismatch);
      const next = await aTrip(stranger, "google", there);
      expect(await next.finish({ secondFactorCode: code() })).toMatchObject(locked);
    });

    test("a stranger cannot lock out a browser that the account knows", async () => {
      const { there, code, browser } = await aGuardedAccount();
      const stranger = await aTrip(aBrowser(product), "google", there);
      for (let time = 0; time < 5; time++) await stranger.finish({ secondFactorCode: "000000" });
      const own = await aTrip(browser, "google", there);
      expect(await own.finish({ secondFactorCode: code() })).toMatchObject({ status: 200 });
    });
  });
});
