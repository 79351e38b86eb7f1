import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { authenticate } from "#features/auth/server/sessions/authenticate.ts";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import {
  aBrowser,
  aLinkToken,
  anAccount,
  givePassword,
  mailAbout,
  payloadOf,
} from "#features/auth/server/test-account.ts";
import { PROVIDERS } from "#features/auth/contract.ts";
import { disconnectAll, endConnection } from "./connections.ts";
import { aSocialAccount, aTrip, someone, steer } from "./test-social.ts";

describe.each(FEATURE_ENGINES)("social connections on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const visitor = {
    address: "::1",
    userAgent: "test",
    bearer: null,
    membershipId: null,
    idempotencyKey: null,
    browser: { secret: null, remember: () => "a secret" },
  };
  const mismatch = { status: 409, message: "SOCIAL_STATE_MISMATCH" };
  const notRecent = { status: 409, message: "REAUTHENTICATION_REQUIRED" };
  const idOf = (token: string) => String(payloadOf(token)["id"]);
  const listOf = async (token: string) =>
    (await someoneWith(product, token).send(calls.listConnections)).body.map(({ provider }) => provider);
  const proofGrowsOld = (token: string) =>
    product.asOwner("update devices set authenticated_at = now() - interval '31 minutes' where user_id = $1", [
      idOf(token),
    ]);

  /** Signed in by password, in a browser, with a confirmed address. */
  async function aPerson() {
    const { email, password } = await anAccount(product);
    await product.asOwner("update users set email_confirmed = true where email = $1", [email]);
    const browser = aBrowser(product);
    const { token } = (await browser.send(calls.logIn, { email, password })).body;
    return { email, browser, token };
  }

  test.each(PROVIDERS)(
    "%s is connected, the connection is in the audit log and emailed, and it then signs the user in",
    async (provider) => {
      const { email, browser, token } = await aPerson();
      const there = someone();
      const reply = await (await aTrip(browser, provider, there, token)).finish();
      expect(reply.status).toBe(200);
      const [before, after] = [payloadOf(token), payloadOf(reply.body.token)];
      expect(after).toMatchObject({ id: before["id"], did: before["did"], email, hasSocialAuth: true });
      expect(await listOf(token)).toEqual([provider]);
      const [row] = await product.asOwner(
        "select detail from audit_rows where actor_id = $1 and action = 'user.connection-added'",
        [before["id"]],
      );
      expect(row).toEqual({ detail: { provider } });
      await mailAbout(product, email, "was connected");

      const elsewhere = await (await aTrip(aBrowser(product), provider, there)).finish();
      expect(idOf(elsewhere.body.token)).toBe(before["id"]);
    },
  );

  test("no other user and no signed-out browser can finish an attempt that a user started", async () => {
    const { browser, token } = await aPerson();
    const other = await aPerson();
    const trip = await aTrip(browser, "google", someone(), token);
    expect(await trip.finish({}, browser, other.token)).toMatchObject(mismatch);
    expect(await trip.finish({}, other.browser, other.token)).toMatchObject(mismatch);
    expect(await trip.finish({}, browser, "")).toMatchObject(mismatch);
    expect(await trip.finish({}, browser, "not.a.token")).toMatchObject({ status: 401, message: "INVALID_JWT" });
    expect([await listOf(token), await listOf(other.token)]).toEqual([[], []]);
    expect(await trip.finish()).toMatchObject({ status: 200 });
  });

  test("starting and finishing both require a reauthentication of the last half hour", async () => {
    const { browser, token } = await aPerson();
    const trip = await aTrip(browser, "google", someone(), token);
    await proofGrowsOld(token);
    expect(await trip.finish()).toMatchObject(notRecent);
    expect(await browser.send(calls.startConnection, { provider: "github" }, token)).toMatchObject(notRecent);
    expect(await browser.send(calls.endConnection, { provider: "google" }, token)).toMatchObject(notRecent);
    expect(await listOf(token)).toEqual([]);
  });

  test("an account with an unconfirmed address cannot add a sign-in method", async () => {
    const { email, browser, token } = await aPerson();
    await product.asOwner("update users set email_confirmed = false where email = $1", [email]);
    const reply = await browser.send(calls.startConnection, { provider: "google" }, token);
    expect(reply).toMatchObject({ status: 403, message: "EMAIL_NOT_CONFIRMED" });
  });

  test("a password reset while the provider is slow ends the session, and nothing is connected", async () => {
    const { browser, token } = await aPerson();
    const there = someone();
    const trip = await aTrip(browser, "google", there, token);
    await steer(product, "google", { mode: "hang" });
    const finishing = trip.finish();
    await vi.waitFor(async () => {
      const asked = "select 1 from social_attempts where user_id = $1 and code_hash is not null";
      expect(await product.asOwner(asked, [idOf(token)])).toHaveLength(1);
    }, 15_000);
    const link = await aLinkToken(product, idOf(token), "reset-password");
    const reset = { token: link, password: "a sentence of one's own" };
    expect(await browser.send(calls.resetPasswordComplete, reset)).toMatchObject({ status: 200 });
    await steer(product, "google", { mode: "ok" });
    expect(await finishing).toMatchObject({ status: 401, message: "INVALID_JWT" });
    const elsewhere = await (await aTrip(aBrowser(product), "google", there)).finish();
    expect(idOf(elsewhere.body.token)).not.toBe(idOf(token));
  });

  test("a session that ends during a request disconnects nothing", async () => {
    const { ctx } = product.product;
    const { there, token } = await aSocialAccount(product);
    await givePassword(product, idOf(token));
    const person = { ...(await authenticate(ctx, token)), ...visitor };
    await someoneWith(product, token).send(calls.logOut);
    await expect(endConnection(ctx, person, { provider: "google" })).rejects.toMatchObject({ code: "INVALID_JWT" });
    const again = await (await aTrip(aBrowser(product), "google", there)).finish();
    expect(idOf(again.body.token)).toBe(idOf(token));
  });

  test("a user who recovers an account ends every connection at once", async () => {
    const { db, system } = product.product.ctx;
    const { there, browser, token } = await aSocialAccount(product);
    await (await aTrip(browser, "github", someone(), token)).finish();
    await db.transaction(system, (tx) => disconnectAll(tx, system, idOf(token)));
    const [row] = await product.asOwner("select has_social_auth from users where id = $1", [idOf(token)]);
    expect([await listOf(token), row]).toEqual([[], { has_social_auth: false }]);
    await product.asOwner("update users set email = $2, email_key = $2 where id = $1", [idOf(token), someone().email]);
    const elsewhere = await (await aTrip(aBrowser(product), "google", there)).finish();
    expect(idOf(elsewhere.body.token)).not.toBe(idOf(token));
  });

  test("a provider account that is connected to one user cannot be connected to another", async () => {
    const { there, token: theirs } = await aSocialAccount(product);
    const { browser, token } = await aPerson();
    const trip = await aTrip(browser, "google", there, token);
    expect(await trip.finish()).toMatchObject({ status: 409, message: "ALREADY_CONNECTED" });
    expect([await listOf(token), await listOf(theirs)]).toEqual([[], ["google"]]);
  });

  test("a user connects one account per provider, even when two requests finish at once", async () => {
    const { browser, token } = await aPerson();
    const trips = [await aTrip(browser, "google", someone(), token), await aTrip(browser, "google", someone(), token)];
    const replies = await Promise.all(trips.map((trip) => trip.finish()));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await browser.send(calls.startConnection, { provider: "google" }, token);
    expect(again).toMatchObject({ status: 409, message: "ALREADY_CONNECTED" });
  });

  test("a sign-in attempt that returns with another user's token connects nothing", async () => {
    const { browser, token } = await aPerson();
    const trip = await aTrip(browser, "google");
    const reply = await trip.finish({}, browser, token);
    expect(idOf(reply.body.token)).not.toBe(idOf(token));
    expect(await listOf(token)).toEqual([]);
  });

  test("a disconnected provider is in the audit log and emailed, and no longer signs the user in", async () => {
    const { email, browser, token } = await aPerson();
    const there = someone();
    await (await aTrip(browser, "github", there, token)).finish();
    expect(await browser.send(calls.endConnection, { provider: "github" }, token)).toMatchObject({ status: 204 });
    expect(await listOf(token)).toEqual([]);
    expect(payloadOf((await browser.send(calls.refreshToken, {}, token)).body.token)["hasSocialAuth"]).toBe(false);
    const [row] = await product.asOwner(
      "select detail from audit_rows where actor_id = $1 and action = 'user.connection-removed'",
      [idOf(token)],
    );
    expect(row).toEqual({ detail: { provider: "github" } });
    await mailAbout(product, email, "was disconnected");
    const elsewhere = await (await aTrip(aBrowser(product), "github", there)).finish();
    expect(idOf(elsewhere.body.token)).not.toBe(idOf(token));
  });

  test("the last sign-in method stays, even with two requests at once, unless there is a password", async () => {
    const { browser, token } = await aSocialAccount(product);
    const end = (provider: "google" | "github") => browser.send(calls.endConnection, { provider }, token);
    expect(await end("google")).toMatchObject({ status: 409, message: "LAST_WAY_IN" });
    expect(await end("github")).toMatchObject({ status: 404, message: "NOT_FOUND" });
    await (await aTrip(browser, "github", someone(), token)).finish();
    const replies = await Promise.all([end("google"), end("github")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await listOf(token)).toHaveLength(1);
    await givePassword(product, idOf(token));
    const [left] = await listOf(token);
    expect(await end(left as "google")).toMatchObject({ status: 204 });
  });
});
