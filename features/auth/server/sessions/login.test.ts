import { hash } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aToken } from "#features/organizations/server/members/test-members.ts";
import { NO_ORGANIZATION } from "#platform/server/audit.ts";
import { users } from "#features/directory/server/schema.ts";
import { anAccount, mailAbout, mailTo, PASSWORD, payloadOf, tokenIn } from "../test-account.ts";

const { logIn, refreshToken, confirmEmail, listBorrowers } = calls;

describe.each(FEATURE_ENGINES)("sign in on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const attempt = (email: string, password = PASSWORD) => anonymous(product).send(logIn, { email, password });
  const change = (email: string, values: Partial<typeof users.$inferInsert>) =>
    product.database.db.transaction(product.database.system, async (tx) => {
      await tx.orm.update(users).set(values).where(eq(users.email, email));
    });

  test("the reply contains a token whose payload is the user", async () => {
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

  test("an address matches in any letter case, a password exactly as typed", async () => {
    const { email } = await anAccount(product);
    expect(await attempt(` ${email.toUpperCase()} `)).toMatchObject({ status: 200 });
    for (const wrong of [PASSWORD.toUpperCase(), `${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.slice(0, -1)])
      expect(await attempt(email, wrong)).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
  });

  test("an unknown address is EMAIL_NOT_FOUND", async () => {
    expect(await attempt("unknown@example.org")).toMatchObject({ status: 401, message: "EMAIL_NOT_FOUND" });
  });

  test("a confirmed address shows in the next token", async () => {
    const { email } = await anAccount(product);
    const { token } = (await attempt(email)).body;
    await anonymous(product).send(confirmEmail, { token: tokenIn(await mailTo(product, email)) });
    const refreshed = await someoneWith(product, token).send(refreshToken);
    expect(payloadOf(refreshed.body.token)).toMatchObject({ emailConfirmed: true });
  });

  test("PASSWORD_CHANGE_REQUIRED needs the right password and gives no token", async () => {
    const { email } = await anAccount(product);
    await change(email, { mustChangePassword: true });
    expect(await attempt(email, "wrong")).toMatchObject({ message: "INVALID_PASSWORD" });
    const reply = await attempt(email);
    expect(reply).toMatchObject({ status: 401, message: "PASSWORD_CHANGE_REQUIRED" });
    expect(reply.body).not.toHaveProperty("token");
    const token = tokenIn(await mailAbout(product, email, "Set a new password"));
    const password = "another sentence of one's own";
    expect(await anonymous(product).send(calls.resetPasswordComplete, { token, password })).toMatchObject({
      status: 200,
    });
    expect(await attempt(email, password)).toMatchObject({ status: 200 });
  });

  test("a removed membership or user has no access from the next request on", async () => {
    const officer = await (await aLender(product)).as("registered");
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 200 });
    await product.asOwner("update memberships set role = 'inactive' where id = $1", [officer.membershipId]);
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    await product.asOwner("update memberships set status = 'removed' where id = $1", [officer.membershipId]);
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    await product.asOwner("update users set deleted_at = now() where id = $1", [officer.userId]);
    expect(await officer.send(listBorrowers)).toMatchObject({ status: 401, message: "NO_USER" });
  });

  test("keys that name a prototype give no token and no access", async () => {
    const { email } = await anAccount(product);
    const body = `{"email":${JSON.stringify(email)},"password":"wrong","__proto__":{"password":${JSON.stringify(PASSWORD)}}}`;
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${product.url}/api/latest/auth/login`, { method: "POST", headers, body });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ message: "VALIDATION_ERROR" });
  });

  test("a password hashed with older parameters is hashed again at its next use", async () => {
    const { email } = await anAccount(product);
    const older = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await change(email, { passwordHash: older });
    expect(await attempt(email)).toMatchObject({ status: 200 });
    const [user] = await product.asOwner("select password_hash from users where email = $1", [email]);
    expect(user!["password_hash"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await attempt(email)).toMatchObject({ status: 200 });
  });

  test("128 code points count exactly as typed, and more are refused before hashing", async () => {
    const password = "éàüîôñç".repeat(18).normalize("NFD") + "é ";
    const { email } = await anAccount(product, { password });
    expect(await attempt(email, password.normalize("NFC"))).toMatchObject({ status: 200 });
    for (const wrong of ["x".repeat(10_000), "x".repeat(500_000)])
      expect(await attempt(email, wrong)).toMatchObject({ status: 400, errors: [{ field: "password" }] });
  });

  test("each sign-in is in the audit log with its user and address", async () => {
    const { email } = await anAccount(product);
    const { id } = payloadOf((await attempt(email)).body.token);
    const rows = await product.asOwner("select action, address from audit_rows where actor_id = $1 order by seq", [id]);
    expect(rows.map(({ action }) => action)).toEqual(["user.registered", "user.logged-in"]);
    expect(rows.every(({ address }) => address)).toBe(true);
  });

  test("account events of a user in two organizations are in the log of neither", async () => {
    const account = await anAccount(product);
    const invited = await aToken(product, (await aLender(product)).organizationId, account.email);
    await product.asOwner("update users set email_confirmed = true where email = $1", [account.email]);
    const person = someoneWith(product, (await attempt(account.email)).body.token);
    await person.send(calls.acceptInvitation, { token: invited });
    await attempt(account.email);
    const rows = await product.asOwner(
      "select organization_id from audit_rows a join users u on u.id = a.actor_id where email = $1 and action = 'user.logged-in' order by at",
      [account.email],
    );
    expect(rows[0]!["organization_id"]).not.toBe(NO_ORGANIZATION);
    expect(rows[1]!["organization_id"]).toBe(NO_ORGANIZATION);
  });
});
