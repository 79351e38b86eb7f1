import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import {
  aConfirmedAccount,
  anAccount,
  anAuthenticator,
  clearOfTheTurn,
  mailAbout,
  PASSWORD,
  payloadOf,
  withSecondFactor,
} from "../test-account.ts";

const { logIn, reauthenticate, readSignInMethods, changePassword } = calls;
const { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, disableSecondFactor } = calls;

describe.each(FEATURE_ENGINES)("the second factor on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  async function aGuardedPerson() {
    const { email } = await aConfirmedAccount(product);
    const enter = (code?: string, password = PASSWORD) =>
      anonymous(product).send(logIn, { email, password, ...(code !== undefined && { code }) });
    const { token } = (await enter()).body;
    const person = { ...someoneWith(product, token), token };
    return { email, enter, person, factor: await withSecondFactor(product, person) };
  }
  const letLockEnd = () => product.asOwner("delete from login_failures");

  test("once it is on, signing in needs both password and code", async () => {
    const { email, enter, factor } = await aGuardedPerson();
    const asked = await enter();
    expect(asked).toMatchObject({ status: 403, message: "SECOND_FACTOR_REQUIRED" });
    expect(asked.body).not.toHaveProperty("token");
    expect(await enter(factor.code(), "wrong")).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
    expect(await enter("000000")).toMatchObject({ status: 403, message: "SECOND_FACTOR_WRONG" });
    expect(await enter(factor.code())).toMatchObject({ status: 200 });
    await mailAbout(product, email, "Two-factor authentication is on");
  });

  test("a code works once, within one step of the server's clock but not within two", async () => {
    const { enter, factor } = await aGuardedPerson();
    await clearOfTheTurn();
    const code = factor.code();
    expect(await enter(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 200 });
    for (const other of [code, factor.code(-1), factor.code(2), factor.code(-2)])
      expect(await enter(other)).toMatchObject({ message: "SECOND_FACTOR_WRONG" });
    await letLockEnd();
    expect(await enter(factor.code(1))).toMatchObject({ status: 200 });
  });

  test("of four concurrent uses of one code one succeeds", async () => {
    const { enter, factor } = await aGuardedPerson();
    const code = factor.code();
    const replies = await Promise.all(Array.from({ length: 4 }, () => enter(code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("five wrong codes lock the account, even for the right code", async () => {
    const { enter, factor } = await aGuardedPerson();
    for (let guess = 0; guess < 4; guess++)
      expect(await enter(`00000${guess}`)).toMatchObject({ message: "SECOND_FACTOR_WRONG" });
    expect(await enter("000009")).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
    const messages = new Set<unknown>();
    for (let guess = 0; guess < 50; guess++) messages.add((await enter(String(100_000 + guess))).message);
    expect([...messages]).toEqual(["ACCOUNT_LOCKED"]);
    expect(await enter(factor.code())).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
  });

  test("each recovery code works once, and new codes end the earlier ones", async () => {
    const { enter, factor, person } = await aGuardedPerson();
    expect(factor.recoveryCodes).toHaveLength(10);
    const [first, second, third] = factor.recoveryCodes as [string, string, string];
    expect(await enter(first)).toMatchObject({ status: 200 });
    expect(await enter(first)).toMatchObject({ message: "SECOND_FACTOR_WRONG" });
    expect(await enter(second.replace("-", "").toUpperCase())).toMatchObject({ status: 200 });
    expect((await person.send(readSignInMethods)).body.secondFactor.recoveryCodesLeft).toBe(8);
    const { body } = await person.send(renewRecoveryCodes);
    expect(await enter(third)).toMatchObject({ message: "SECOND_FACTOR_WRONG" });
    expect(await enter(body.recoveryCodes[0])).toMatchObject({ status: 200 });
  });

  test("a user with an unconfirmed address cannot set one up", async () => {
    const { email } = await anAccount(product);
    const token = (await anonymous(product).send(logIn, { email, password: PASSWORD })).body.token;
    const reply = await someoneWith(product, token).send(beginSecondFactor);
    expect(reply).toMatchObject({ status: 403, message: "EMAIL_NOT_CONFIRMED" });
  });

  test("turning it on signs out every other device until it signs in with the code", async () => {
    const { email } = await aConfirmedAccount(product);
    const enter = async () => (await anonymous(product).send(logIn, { email, password: PASSWORD })).body.token;
    const [here, there] = [await enter(), await enter()].map((token) => someoneWith(product, token));
    await withSecondFactor(product, here!);
    expect(await there!.send(readSignInMethods)).toMatchObject({ status: 401, message: "INVALID_JWT" });
    expect(await here!.send(readSignInMethods)).toMatchObject({ status: 200 });
  });

  test("a session and the password without a code cannot bypass it by setting a new password", async () => {
    const { enter, person, factor } = await aGuardedPerson();
    const change = () =>
      person.send(changePassword, { currentPassword: PASSWORD, password: "another sentence of one's own" });
    for (let guess = 0; guess < 4; guess++) await enter(`00000${guess}`);
    await product.asOwner("update devices set authenticated_at = now() - interval '31 minutes' where id = $1", [
      payloadOf(person.token)["did"],
    ]);
    expect(await change()).toMatchObject({ status: 409, message: "REAUTHENTICATION_REQUIRED" });
    await product.asOwner("update devices set authenticated_at = now() - interval '20 minutes' where id = $1", [
      payloadOf(person.token)["did"],
    ]);
    const { body } = await change();
    expect(body.token).toBeTruthy();
    const [device] = await product.asOwner(
      "select now() - authenticated_at > interval '19 minutes' as old from devices where id = $1",
      [payloadOf(body.token)["did"]],
    );
    expect(device, "no newer proof than before").toEqual({ old: true });
    expect(await enter("000009", "another sentence of one's own"), "the count went on").toMatchObject({
      message: "ACCOUNT_LOCKED",
    });
    expect(factor.recoveryCodes).toHaveLength(10);
  });

  test("a new setup counts only after one of its codes was entered", async () => {
    const { email } = await aConfirmedAccount(product);
    const token = (await anonymous(product).send(logIn, { email, password: PASSWORD })).body.token;
    const person = someoneWith(product, token);
    const { body } = await person.send(beginSecondFactor);
    expect(body.otpauthURL).toMatch(/^otpauth:\/\/totp\/Keyturn:/);
    expect(await person.send(confirmSecondFactor, { code: "000000" })).toMatchObject({
      status: 409,
      message: "CODE_WRONG",
    });
    expect(await anonymous(product).send(logIn, { email, password: PASSWORD })).toMatchObject({ status: 200 });
    const code = anAuthenticator(body.secret).code();
    expect(await person.send(confirmSecondFactor, { code })).toMatchObject({ status: 200 });
    expect(await person.send(confirmSecondFactor, { code })).toMatchObject({ status: 409 });
    expect(await person.send(beginSecondFactor)).toMatchObject({ status: 409, message: "STALE" });
  });

  test("after it is turned off the password alone is enough again", async () => {
    const { enter, person } = await aGuardedPerson();
    expect(await person.send(disableSecondFactor)).toMatchObject({ status: 204 });
    expect(await enter()).toMatchObject({ status: 200 });
    expect(await person.send(disableSecondFactor)).toMatchObject({ status: 204 });
  });

  test("half an hour after sign-in it requires password and code again", async () => {
    const { factor, person } = await aGuardedPerson();
    await product.asOwner("update devices set authenticated_at = now() - interval '31 minutes' where id = $1", [
      payloadOf(person.token)["did"],
    ]);
    for (const call of [disableSecondFactor, renewRecoveryCodes, beginSecondFactor])
      expect(await person.send(call)).toMatchObject({ status: 409, message: "REAUTHENTICATION_REQUIRED" });
    const again = (input: { password: string; code?: string }) => person.send(reauthenticate, input);
    expect(await again({ password: "wrong" })).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
    expect(await again({ password: PASSWORD })).toMatchObject({ status: 403, message: "SECOND_FACTOR_REQUIRED" });
    const { status, body } = await again({ password: PASSWORD, code: factor.code() });
    expect(status).toBe(200);
    expect(await someoneWith(product, body.token).send(disableSecondFactor)).toMatchObject({ status: 204 });
  });

  test("the secret is stored encrypted, and recovery codes as hashes", async () => {
    const { email, factor } = await aGuardedPerson();
    const [row] = await product.asOwner(
      "select f.* from second_factors f join users u on u.id = f.user_id where u.email = $1",
      [email],
    );
    expect(Buffer.from(row!["secret"] as Uint8Array).length).toBeGreaterThan(100);
    const code = factor.recoveryCodes[0]!.replace("-", "");
    expect(JSON.stringify(row)).not.toContain(code);
    expect(JSON.stringify(row), "a hash that anyone could make").not.toContain(sha256(code).toString("hex"));
    expect(product.logged.join("\n")).not.toContain(factor.recoveryCodes[0]!);
  });
});
