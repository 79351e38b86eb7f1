import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { aLender, nobody, someoneWith } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { claimsOf, mint } from "#app/test-tokens.ts";
import { anAccount, mailAbout, PASSWORD, payloadOf } from "../test-account.ts";

const { logIn, logOut, refreshToken, listBorrowers, listDevices, endDevice, endAllDevices, changePassword } = calls;
const NEW_PASSWORD = "another sentence of one's own";

describe.each(ENGINES)("devices on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  async function aPerson() {
    const { email } = await anAccount(product);
    const enter = async (password = PASSWORD) => {
      const reply = await nobody(product, { "user-agent": "A test browser" }).send(logIn, { email, password });
      return { ...someoneWith(product, reply.body.token), token: reply.body.token };
    };
    return { email, enter };
  }
  const refused = { status: 401, message: "INVALID_JWT" };

  test("J8 after a log-out the token is refused at the next request, and other devices go on", async () => {
    const { enter } = await aPerson();
    const [here, there] = [await enter(), await enter()];
    const ended = await here.send(logOut);
    expect(ended).toMatchObject({ status: 204 });
    expect(ended.headers.get("clear-site-data")).toBe('"cache"');
    for (const call of [listBorrowers, refreshToken, logOut]) expect(await here.send(call)).toMatchObject(refused);
    expect(await there.send(listBorrowers)).toMatchObject({ status: 200 });
  });

  test("J8 a token of no device is refused after its log-out, and after logging out everywhere", async () => {
    const person = await (await aLender(product)).as("registered");
    const { secret } = product.product.config.jwt;
    for (const call of [logOut, endAllDevices]) {
      const iat = Math.floor(Date.now() / 1000) + 2; // newer than a revocation of this very second
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

  test("S7.9 a refresh gives fresh data for the same device; the older token stays good until the device ends", async () => {
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

  test("a device ends thirty days after its log-in, however often it was refreshed", async () => {
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

  test("a person sees their own devices and ends one of them", async () => {
    const { enter } = await aPerson();
    const [here, there] = [await enter(), await enter()];
    const { body: devices } = await here.send(listDevices);
    expect(devices).toHaveLength(2);
    expect(devices.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
    for (const device of devices) {
      expect(device).toMatchObject({ userAgent: "A test browser", address: expect.stringMatching(/127\.0\.0\.1|::1/) });
      expect(Date.parse(device.expiresAt) - Date.parse(device.loggedInAt)).toBe(30 * 86_400_000);
    }
    const other = devices.find(({ isThis }) => !isThis)!;
    expect(await here.send(endDevice, { id: other.id })).toMatchObject({ status: 204 });
    expect(await there.send(listBorrowers)).toMatchObject(refused);
    expect(await here.send(endDevice, { id: other.id })).toMatchObject({ status: 404 });
    expect((await here.send(listDevices)).body).toHaveLength(1);
  });

  test("logging out everywhere ends every device, here as well", async () => {
    const { enter } = await aPerson();
    const [here, there] = [await enter(), await enter()];
    expect(await here.send(endAllDevices)).toMatchObject({ status: 204 });
    for (const device of [here, there]) expect(await device.send(listBorrowers)).toMatchObject(refused);
    expect(await (await enter()).send(listBorrowers)).toMatchObject({ status: 200 });
  });

  test("A14 a changed password ends every device but gives this one a new token, and the owner is told", async () => {
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
    expect(await nobody(product).send(logIn, { email, password: PASSWORD })).toMatchObject({ status: 401 });
    expect((await enter(NEW_PASSWORD)).token).toBeTruthy();
    await mailAbout(product, email, "Your password was changed");
  });

  test("a new password keeps the rules, and guesses at the present one are counted like log-ins", async () => {
    const { enter } = await aPerson();
    const here = await enter();
    const change = (currentPassword: string, password = NEW_PASSWORD) =>
      here.send(changePassword, { currentPassword, password });
    expect(await change(PASSWORD, "short")).toMatchObject({ status: 400, errors: [{ code: "TOO_SMALL" }] });
    expect(await change(PASSWORD, "passwordpassword")).toMatchObject({ status: 400, errors: [{ code: "TOO_COMMON" }] });
    for (let failure = 0; failure < 4; failure++) await change("wrong");
    expect(await change("wrong")).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
    expect(await change(PASSWORD)).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
  });

  test("J5 a token minted outside counts until the person's last revocation, and from the second after it", async () => {
    const { userId } = await (await aLender(product)).as("registered");
    const { secret } = product.product.config.jwt;
    const now = Math.floor(Date.now() / 1000);
    const ask = (iat: number) =>
      someoneWith(product, mint(secret, claimsOf(userId, { iat })))
        .send(listBorrowers)
        .then(({ status }) => status);
    expect(await ask(now - 60)).toBe(200);
    await product.asOwner("update users set tokens_revoked_at = to_timestamp($2) where id = $1", [userId, now - 30.5]);
    expect([await ask(now - 60), await ask(now - 31), await ask(now - 30), await ask(now)]).toEqual([
      401, 401, 200, 200,
    ]);
  });
});
