import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { aLender, nobody, someoneWith } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { claimsOf, mint } from "#app/test-tokens.ts";
import { users } from "./tables.ts";
import { anAccount, mailTo, PASSWORD, payloadOf, tokenIn } from "./test-account.ts";

const { logIn, logOut, refreshToken, confirmEmail, listBorrowers } = calls;

describe.each(ENGINES)("log in on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const attempt = (email: string, password = PASSWORD) => nobody(product).send(logIn, { email, password });
  const change = (email: string, values: Partial<typeof users.$inferInsert>) =>
    product.database.db.transaction(product.database.across, async (tx) => {
      await tx.orm.update(users).set(values).where(eq(users.email, email));
    });

  test("S7.2 S3.6 S3.7 S3.8 S3.9 S3.19 the reply holds a token, whose payload is the person", async () => {
    const { email } = await anAccount(product);
    const reply = await attempt(email);
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body)).toEqual(["token"]);
    const { iat, exp, ...user } = payloadOf(reply.body.token);
    expect(Number(exp) - Number(iat)).toBe(43_200);
    const [membership] = user["memberships"] as Record<string, unknown>[];
    expect(user).toMatchObject({
      firstName: "Mira",
      lastName: "Okafor",
      email,
      emailConfirmed: false,
      hasSocialAuth: false,
      activeMembershipID: membership!["id"],
      profilePicURL: null,
    });
    expect(membership).toMatchObject({
      id: expect.any(String),
      organizationId: expect.any(String),
      organization: { id: membership!["organizationId"], name: "Mira Okafor" },
      role: { id: "registered", name: "registered" },
      groups: [],
    });
    expect(JSON.stringify(payloadOf(reply.body.token))).not.toContain("argon2");
  });

  test("an address counts in any case of letters, a password exactly as typed", async () => {
    const { email } = await anAccount(product);
    expect(await attempt(` ${email.toUpperCase()} `)).toMatchObject({ status: 200 });
    for (const wrong of [PASSWORD.toUpperCase(), `${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.slice(0, -1)])
      expect(await attempt(email, wrong)).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
  });

  test("an unknown address is EMAIL_NOT_FOUND, unless accounts are hidden", async () => {
    expect(await attempt("nobody@example.org")).toMatchObject({ status: 401, message: "EMAIL_NOT_FOUND" });
  });

  test("J8 after a log-out the token is refused at the next request, and other devices go on", async () => {
    const { email } = await anAccount(product);
    const [here, there] = [await attempt(email), await attempt(email)].map(({ body }) =>
      someoneWith(product, body.token),
    );
    expect(await here!.send(logOut)).toMatchObject({ status: 204 });
    for (const call of [listBorrowers, refreshToken, logOut])
      expect(await here!.send(call)).toMatchObject({ status: 401, message: "INVALID_JWT" });
    expect(await there!.send(listBorrowers)).toMatchObject({ status: 200 });
  });

  test("S7.9 a refresh gives fresh data for the same device; the older token stays good until the device ends", async () => {
    const { email } = await anAccount(product);
    const old = (await attempt(email)).body.token;
    await change(email, { firstName: "Miriam" });
    const { status, body } = await someoneWith(product, old).send(refreshToken);
    expect(status).toBe(200);
    expect(payloadOf(body.token)).toMatchObject({ firstName: "Miriam", did: payloadOf(old)["did"] });
    expect(await someoneWith(product, old).send(listBorrowers)).toMatchObject({ status: 200 });
    await someoneWith(product, body.token).send(logOut);
    expect(await someoneWith(product, old).send(listBorrowers)).toMatchObject({ status: 401 });
  });

  test("S7.4 a confirmed address shows in the next token", async () => {
    const { email } = await anAccount(product);
    const { token } = (await attempt(email)).body;
    await nobody(product).send(confirmEmail, { token: tokenIn(await mailTo(product, email)) });
    const refreshed = await someoneWith(product, token).send(refreshToken);
    expect(payloadOf(refreshed.body.token)).toMatchObject({ emailConfirmed: true });
  });

  test("five failures lock the account for the right password too, until the time is over", async () => {
    const { email } = await anAccount(product);
    for (let failure = 1; failure <= 4; failure++)
      expect(await attempt(email, "wrong")).toMatchObject({ message: "INVALID_PASSWORD" });
    expect(await attempt(email, "wrong")).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
    expect(await attempt(email)).toMatchObject({ status: 401, message: "ACCOUNT_LOCKED" });
    await change(email, { lockedUntil: new Date(Date.now() - 1_000).toISOString() });
    expect(await attempt(email)).toMatchObject({ status: 200 });
  });

  test("A2 failures at once are all counted, whatever the case of the address", async () => {
    const { email } = await anAccount(product);
    const guesses = Array.from({ length: 12 }, (_, index) => attempt(index % 2 ? email : email.toUpperCase(), "wrong"));
    const messages = (await Promise.all(guesses)).map(({ message }) => message);
    expect(messages.filter((message) => message === "INVALID_PASSWORD")).toHaveLength(4);
    expect(messages.filter((message) => message === "ACCOUNT_LOCKED")).toHaveLength(8);
  });

  test("a success clears the count, and each further lock lasts twice the one before", async () => {
    const { email } = await anAccount(product);
    const fail = async (times: number) => {
      for (let failure = 0; failure < times; failure++) await attempt(email, "wrong");
    };
    const state = async () =>
      (
        await product.asOwner(
          `select failed_logins, lock_count, round(extract(epoch from locked_until - now()) / 60)::int as minutes
           from users where email = $1`,
          [email],
        )
      )[0];
    await fail(4);
    await attempt(email);
    expect(await state()).toMatchObject({ failed_logins: 0, lock_count: 0 });
    await fail(5);
    expect(await state()).toMatchObject({ lock_count: 1, minutes: 15 });
    await change(email, { lockedUntil: new Date(Date.now() - 1_000).toISOString() });
    await fail(5);
    expect(await state()).toMatchObject({ lock_count: 2, minutes: 30 });
  });

  test("PASSWORD_CHANGE_REQUIRED is told after the right password alone, and gives no token", async () => {
    const { email } = await anAccount(product);
    await change(email, { mustChangePassword: true });
    expect(await attempt(email, "wrong")).toMatchObject({ message: "INVALID_PASSWORD" });
    const reply = await attempt(email);
    expect(reply).toMatchObject({ status: 401, message: "PASSWORD_CHANGE_REQUIRED" });
    expect(reply.body).not.toHaveProperty("token");
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

  test("J7 a membership or a person taken away is gone at the next request", async () => {
    const officer = await (await aLender(product)).as("registered");
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 200 });
    await product.asOwner("update memberships set role = 'inactive' where id = $1", [officer.membershipId]);
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    await product.asOwner("update memberships set status = 'removed' where id = $1", [officer.membershipId]);
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    await product.asOwner("update users set deleted_at = now() where id = $1", [officer.userId]);
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 401, message: "NO_USER" });
  });

  test("X8 keys that reach for a prototype give no token and no right", async () => {
    const { email } = await anAccount(product);
    const body = `{"email":${JSON.stringify(email)},"password":"wrong","__proto__":{"password":${JSON.stringify(PASSWORD)}}}`;
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${product.url}/api/latest/auth/login`, { method: "POST", headers, body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ message: "VALIDATION_ERROR" });
  });

  test("each log-in is on record, with who and from where", async () => {
    const { email } = await anAccount(product);
    const { id } = payloadOf((await attempt(email)).body.token);
    const rows = await product.asOwner("select action, address from audit_rows where actor_id = $1 order by seq", [id]);
    expect(rows.map(({ action }) => action)).toEqual(["user.registered", "user.logged-in"]);
    expect(rows.every(({ address }) => address)).toBe(true);
  });
});
