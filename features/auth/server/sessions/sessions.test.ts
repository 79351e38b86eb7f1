import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { badTokens, claimsOf, mint } from "#testing/tokens.ts";
import { anAccount, givePassword, mailAbout, PASSWORD, payloadOf } from "../test-account.ts";
import { openTokens } from "./tokens.ts";

describe("sessions", () => {
  const { logIn, logOut, refreshToken, reauthenticate, listBorrowers } = calls;
  const { listDevices, endDevice, endAllDevices, changePassword } = calls;
  const NEW_PASSWORD = "another sentence of one's own";

  describe.each(FEATURE_ENGINES)("devices on %s", (engine) => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(engine);
    });
    afterAll(() => product.close());

    async function aPerson() {
      const { email } = await anAccount(product);
      const enter = async (password = PASSWORD) => {
        const reply = await anonymous(product, { "user-agent": "A test browser" }).send(logIn, { email, password });
        return { ...someoneWith(product, reply.body.token), token: reply.body.token };
      };
      return { email, enter };
    }
    const refused = { status: 401, message: "INVALID_JWT" };

    test("after a sign-out the token is refused at the next request, and other devices stay signed in", async () => {
      const { enter } = await aPerson();
      const [here, there] = [await enter(), await enter()];
      const ended = await here.send(logOut);
      expect(ended).toMatchObject({ status: 204 });
      expect(ended.headers.get("clear-site-data")).toBe('"cache"');
      for (const call of [listBorrowers, refreshToken, logOut]) expect(await here.send(call)).toMatchObject(refused);
      expect(await there.send(listBorrowers)).toMatchObject({ status: 200 });
    });

    test("a token without a device is refused after its sign-out and after signing out everywhere", async () => {
      const person = await (await aLender(product)).as("registered");
      const { secret } = product.product.config.jwt;
      for (const call of [logOut, endAllDevices]) {
        const iat = Math.floor(Date.now() / 1000) + 2; // newer than a revocation within this second
        const token = mint(secret, claimsOf(person.userId, { iat }));
        await product.asOwner("update users set tokens_revoked_at = null where id = $1", [person.userId]);
        const outside = someoneWith(product, token);
        expect(await outside.send(listBorrowers)).toMatchObject({ status: 200 });
        expect(await outside.send(call)).toMatchObject({ status: 204 });
        await product.asOwner(
          "update users set tokens_revoked_at = tokens_revoked_at + interval '3 seconds' where id = $1",
          [person.userId],
        );
        expect(await outside.send(listBorrowers)).toMatchObject(refused);
      }
    });

    test("a refresh gives current data for the device, and the older token works until the device ends", async () => {
      const { email, enter } = await aPerson();
      const old = await enter();
      await product.asOwner("update users set first_name = 'Miriam' where email = $1", [email]);
      const { status, body } = await old.send(refreshToken);
      expect(status).toBe(200);
      expect(payloadOf(body.token)).toMatchObject({ firstName: "Miriam", did: payloadOf(old.token)["did"] });
      expect(await old.send(listBorrowers)).toMatchObject({ status: 200 });
      await someoneWith(product, body.token).send(logOut);
      expect(await old.send(listBorrowers)).toMatchObject(refused);
    });

    describe("reauthentication", () => {
      const notRecent = { status: 409, message: "REAUTHENTICATION_REQUIRED" };
      /** A sensitive change, so it requires a recent reauthentication. */
      const guarded = calls.disableSecondFactor;
      const renewed = async (token: string) => (await someoneWith(product, token).send(refreshToken)).body.token;
      const confirmed = async (token: string) =>
        (await someoneWith(product, token).send(reauthenticate, { password: PASSWORD })).body.token;
      const ask = (token: string, call: typeof guarded | typeof listBorrowers) =>
        someoneWith(product, token).send(call);

      test("applies to the returned token and its refreshes, not to older tokens of the device", async () => {
        const { token: old } = await (await aPerson()).enter();
        await product.asOwner("update devices set authenticated_at = now() - interval '31 minutes' where id = $1", [
          payloadOf(old)["did"],
        ]);
        const copy = await renewed(old);
        const fresh = await confirmed(old);
        for (const token of [old, copy, await renewed(old), await renewed(copy)]) {
          expect(await ask(token, guarded)).toMatchObject(notRecent);
          expect(await ask(token, listBorrowers)).toMatchObject({ status: 200 });
        }
        for (const token of [fresh, await renewed(fresh)])
          expect(await ask(token, guarded)).toMatchObject({ status: 204 });
      });

      test("applies only to its own token, even within the second of the sign-in", async () => {
        const { enter } = await aPerson();
        const second = Math.floor(Date.now() / 1000) * 1000;
        vi.useFakeTimers({ toFake: ["Date"], now: second + 100 });
        onTestFinished(() => void vi.useRealTimers());
        const { token: old } = await enter();
        expect(await ask(old, guarded)).toMatchObject({ status: 204 });
        vi.setSystemTime(second + 101);
        const fresh = await confirmed(old);
        expect(payloadOf(fresh)["iat"]).toBe(payloadOf(old)["iat"]);
        expect(await ask(old, guarded)).toMatchObject(notRecent);
        expect(await ask(await renewed(old), guarded)).toMatchObject(notRecent);
        expect(await ask(fresh, guarded)).toMatchObject({ status: 204 });
        expect(await ask(await renewed(fresh), guarded)).toMatchObject({ status: 204 });
      });

      test("gives a token created outside a device and does not change the old token", async () => {
        const { userId } = await (await aLender(product)).as("registered");
        await givePassword(product, userId);
        const iat = Math.floor(Date.now() / 1000) - 31 * 60;
        const outside = mint(product.product.config.jwt.secret, claimsOf(userId, { iat }));
        const fresh = await confirmed(outside);
        expect(await ask(fresh, guarded)).toMatchObject({ status: 204 });
        expect(await ask(outside, guarded)).toMatchObject(notRecent);
        expect(await ask(outside, listBorrowers)).toMatchObject({ status: 200 });
        expect(await ask(await renewed(outside), guarded)).toMatchObject(notRecent);
      });
    });

    test("a device ends thirty days after its sign-in, however often it was refreshed", async () => {
      const { enter } = await aPerson();
      const person = await enter();
      const age = (days: string) =>
        product.asOwner("update devices set created_at = now() - $2::interval where id = $1", [
          payloadOf(person.token)["did"],
          days,
        ]);
      await age("29 days 23 hours");
      const { exp, iat } = payloadOf((await person.send(refreshToken)).body.token);
      expect(Number(exp) - Number(iat)).toBeGreaterThan(3_590);
      expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(3_600);
      await age("30 days 1 second");
      for (const call of [listBorrowers, refreshToken]) expect(await person.send(call)).toMatchObject(refused);
    });

    test("a user sees their own devices and ends one of them", async () => {
      const { enter } = await aPerson();
      const [here, there] = [await enter(), await enter()];
      const { body: devices } = await here.send(listDevices);
      expect(devices).toHaveLength(2);
      expect(devices.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
      for (const device of devices) {
        expect(device).toMatchObject({
          userAgent: "A test browser",
          address: expect.stringMatching(/127\.0\.0\.1|::1/),
        });
        expect(Date.parse(device.expiresAt) - Date.parse(device.loggedInAt)).toBe(30 * 86_400_000);
      }
      const other = devices.find(({ isThis }) => !isThis)!;
      expect(await here.send(endDevice, { id: other.id })).toMatchObject({ status: 204 });
      expect(await there.send(listBorrowers)).toMatchObject(refused);
      expect(await here.send(endDevice, { id: other.id })).toMatchObject({ status: 404 });
      expect((await here.send(listDevices)).body).toHaveLength(1);
    });

    test("signing out everywhere ends every device, including this one", async () => {
      const { enter } = await aPerson();
      const [here, there] = [await enter(), await enter()];
      expect(await here.send(endAllDevices)).toMatchObject({ status: 204 });
      for (const device of [here, there]) expect(await device.send(listBorrowers)).toMatchObject(refused);
      expect(await (await enter()).send(listBorrowers)).toMatchObject({ status: 200 });
    });

    test("a changed password ends all other devices, gives this one a new token and notifies the owner", async () => {
      const { email, enter } = await aPerson();
      const [here, there] = [await enter(), await enter()];
      const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
      expect(await here.send(changePassword, { ...change, currentPassword: "wrong" })).toMatchObject({
        status: 401,
        message: "INVALID_PASSWORD",
      });
      const { status, body } = await here.send(changePassword, change);
      expect(status).toBe(200);
      for (const device of [here, there]) expect(await device.send(listBorrowers)).toMatchObject(refused);
      expect(await someoneWith(product, body.token).send(listBorrowers)).toMatchObject({ status: 200 });
      expect(await anonymous(product).send(logIn, { email, password: PASSWORD })).toMatchObject({ status: 401 });
      expect((await enter(NEW_PASSWORD)).token).toBeTruthy();
      await mailAbout(product, email, "Your password was changed");
    });

    test("a new password follows the rules, and wrong current passwords count like failed sign-ins", async () => {
      const { enter } = await aPerson();
      const here = await enter();
      const change = (currentPassword: string, password = NEW_PASSWORD) =>
        here.send(changePassword, { currentPassword, password });
      expect(await change(PASSWORD, "short")).toMatchObject({ status: 400, errors: [{ code: "TOO_SMALL" }] });
      expect(await change(PASSWORD, "passwordpassword")).toMatchObject({
        status: 400,
        errors: [{ code: "TOO_COMMON" }],
      });
      for (let failure = 0; failure < 4; failure++) await change("wrong");
      expect(await change("wrong")).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
      expect(await change(PASSWORD)).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
    });

    test("a token created outside counts if it is newer than the user's last revocation", async () => {
      const { userId } = await (await aLender(product)).as("registered");
      const { secret } = product.product.config.jwt;
      const now = Math.floor(Date.now() / 1000);
      const ask = (iat: number) =>
        someoneWith(product, mint(secret, claimsOf(userId, { iat })))
          .send(listBorrowers)
          .then(({ status }) => status);
      expect(await ask(now - 60)).toBe(200);
      await product.asOwner("update users set tokens_revoked_at = to_timestamp($2) where id = $1", [
        userId,
        now - 30.5,
      ]);
      expect([await ask(now - 60), await ask(now - 31), await ask(now - 30), await ask(now)]).toEqual([
        401, 401, 200, 200,
      ]);
    });
  });
});

describe("tokens", () => {
  const SECRET = "a secret of the tests that is long enough";
  const USER = crypto.randomUUID();
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;
  const refusal = { code: "INVALID_JWT" };

  /** Shifts the server's clock. Timers keep running. */
  function setClock(offsetMs: number): void {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offsetMs });
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  test("every bad token is refused, even when a good token of the user is cached", async () => {
    const tokens = openTokens({ secrets: [SECRET], ttlSeconds: 600 });
    await tokens.verify(mint(SECRET, claimsOf(USER)));
    for (const [error, token] of Object.entries(badTokens(SECRET, USER)))
      await expect(tokens.verify(token), error).rejects.toMatchObject(refusal);
  });

  test("while secrets rotate, tokens of both are accepted, and the first secret signs", async () => {
    const [next, other] = ["the secret that replaces the one above", "a secret that this server never had"];
    const rotating = openTokens({ secrets: [next, SECRET], ttlSeconds: 600 });
    await expect(rotating.verify(mint(SECRET, claimsOf(USER)))).resolves.toMatchObject({ id: USER });
    await expect(rotating.verify(mint(other, claimsOf(USER)))).rejects.toMatchObject(refusal);
    const user = {
      id: USER,
      firstName: "Test",
      lastName: "Person",
      email: "person@example.com",
      emailConfirmed: true,
      hasSocialAuth: false,
      memberships: [],
      activeMembershipID: null,
      profilePicURL: null,
    };
    const issued = await rotating.issue(user, { deviceId: USER, authenticatedAt: new Date().toISOString() });
    await expect(openTokens({ secrets: [next], ttlSeconds: 600 }).verify(issued)).resolves.toMatchObject({ id: USER });
    await expect(openTokens({ secrets: [SECRET], ttlSeconds: 600 }).verify(issued)).rejects.toMatchObject(refusal);
  });

  describe("only the server's clock decides, also for a cached token", () => {
    test.each([
      [10 * MINUTE, "live"],
      [-10 * MINUTE, "refused"],
      [-30_000, "live"],
      [20 * MINUTE, "refused"],
      [DAY, "refused"],
      [-DAY, "refused"],
    ])("a token of 15 minutes, %i ms after its creation", async (offset, outcome) => {
      const tokens = openTokens({ secrets: [SECRET], ttlSeconds: 600 });
      const token = mint(SECRET, claimsOf(USER, { exp: Math.floor(Date.now() / 1000) + 900 }));
      await tokens.verify(token);
      setClock(offset);
      for (const verifier of [tokens, openTokens({ secrets: [SECRET], ttlSeconds: 600 })]) {
        const verified = verifier.verify(token);
        if (outcome === "live") await expect(verified).resolves.toMatchObject({ id: USER });
        else await expect(verified).rejects.toMatchObject(refusal);
      }
    });
  });

  test("a cached and expired token is still refused after two thousand other tokens", async () => {
    const tokens = openTokens({ secrets: [SECRET], ttlSeconds: 600 });
    const old = mint(SECRET, claimsOf(USER));
    await tokens.verify(old);
    for (let index = 0; index < 2_100; index++) await tokens.verify(mint(SECRET, claimsOf(USER, { index })));
    await expect(tokens.verify(old)).resolves.toMatchObject({ id: USER });
    setClock(DAY);
    await expect(tokens.verify(old)).rejects.toMatchObject(refusal);
  });
});
