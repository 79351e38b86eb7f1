import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { anAccount, linksIn, mailAbout, mailsTo, mailTo, PASSWORD, payloadOf, tokenIn } from "../test-account.ts";

const { logIn, resetPasswordInitiate, resetPasswordComplete, confirmEmail, listBorrowers } = calls;
const NEW_PASSWORD = "another sentence of one's own";

describe.each(FEATURE_ENGINES)("resetting a password on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const ask = (email: string, headers = {}) => anonymous(product, headers).send(resetPasswordInitiate, { email });
  const complete = (token: string, password = NEW_PASSWORD) =>
    anonymous(product).send(resetPasswordComplete, { token, password });
  const enter = (email: string, password: string) => anonymous(product).send(logIn, { email, password });
  const mailOf = (email: string, count = 1) => mailAbout(product, email, "Set a new password", count);
  /** Asks for a link and returns the token of the email number `count`. */
  const mailedToken = async (email: string, count = 1) => {
    await ask(email);
    return tokenIn(await mailOf(email, count));
  };
  const dead = { status: 410, message: "LINK_DEAD" };

  test("the emailed link sets the password once, and the old password stops working", async () => {
    const { email } = await anAccount(product);
    const token = await mailedToken(email);
    const reply = await complete(token);
    expect(reply).toMatchObject({ status: 200, body: { email } });
    expect(reply.body).not.toHaveProperty("token");
    expect(await enter(email, PASSWORD)).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
    expect(await enter(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await complete(token, "yet another sentence")).toMatchObject(dead);
    expect(await enter(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  });

  test("every earlier token is refused at once, the lock ends, and the owner is notified", async () => {
    const { email } = await anAccount(product);
    const devices = [await enter(email, PASSWORD), await enter(email, PASSWORD)];
    for (let failure = 0; failure < 5; failure++) await enter(email, "wrong");
    await complete(await mailedToken(email));
    for (const { body } of devices)
      expect(await someoneWith(product, body.token).send(listBorrowers)).toMatchObject({
        status: 401,
        message: "INVALID_JWT",
      });
    expect(await enter(email, NEW_PASSWORD)).toMatchObject({ status: 200 });
    await mailAbout(product, email, "Your password was changed");
  });

  test("an unknown address gets the same reply and no email", async () => {
    const { email } = await anAccount(product);
    const [unknown, known] = [await ask("unknown.address@example.org"), await ask(email)];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(unknown.body).toEqual({ email: "unknown.address@example.org" });
    await mailOf(email); // requested later, so another email would be there
    expect(mailsTo(product, "unknown.address@example.org")).toEqual([]);
  });

  test("the link leads to our own site, whatever host the request names", async () => {
    const { email } = await anAccount(product);
    await ask(email, {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      "x-forwarded-proto": "ftp",
    });
    const links = linksIn(await mailOf(email));
    expect(links).toHaveLength(1);
    expect(links[0]!.origin).toBe(product.url);
    expect(links[0]!.pathname).toBe("/auth/password-reset");
  });

  test("a newer link ends the previous one, and an old, changed or foreign link does not work", async () => {
    const { email } = await anAccount(product);
    const confirmToken = tokenIn(await mailTo(product, email));
    const first = await mailedToken(email);
    const second = await mailedToken(email, 2);
    expect(await complete(first)).toMatchObject(dead);
    for (const forged of [`${second.slice(0, -1)}${second.endsWith("A") ? "B" : "A"}`, "x", confirmToken])
      expect(await complete(forged)).toMatchObject(dead);
    expect(await anonymous(product).send(confirmEmail, { token: second })).toMatchObject(dead);
    expect(await someoneWith(product, second).send(listBorrowers)).toMatchObject({ status: 401 });
    await product.asOwner("update mail_tokens set expires_at = now() - interval '1 second'");
    expect(await complete(second)).toMatchObject(dead);
    expect(await enter(email, PASSWORD)).toMatchObject({ status: 200 });
  });

  test("a refused password does not use up the link", async () => {
    const { email } = await anAccount(product);
    const token = await mailedToken(email);
    for (const [password, code] of [
      ["short", "TOO_SMALL"],
      ["passwordpassword", "TOO_COMMON"],
      [`${email.split("@")[0]} okafor`, "TOO_PERSONAL"],
      ["x".repeat(129), "TOO_BIG"],
    ] as const)
      expect(await complete(token, password)).toMatchObject({ status: 400, errors: [{ field: "password", code }] });
    expect(await complete(token)).toMatchObject({ status: 200 });
  });

  test("opening the emailed link confirms the address", async () => {
    const { email } = await anAccount(product);
    await complete(await mailedToken(email));
    const [user] = await product.asOwner("select email_confirmed from users where email = $1", [email]);
    expect(user).toEqual({ email_confirmed: true });
  });

  test("a user who takes over an unconfirmed address ends all access that its creator prepared", async () => {
    const { email } = await anAccount(product);
    const squatter = await enter(email, PASSWORD);
    const { id } = payloadOf(squatter.body.token) as { id: string };
    await product.asOwner(
      "insert into social_connections (provider, subject, user_id, name) values ('github', $2, $1::uuid, 'Squat')",
      [id, id],
    );
    await product.asOwner("update users set has_social_auth = true where id = $1", [id]);
    await complete(await mailedToken(email));
    const [left] = await product.asOwner(
      `select has_social_auth, (select count(*)::int from social_connections where user_id = users.id) as connections,
         (select count(*)::int from devices where user_id = users.id and browser_hash is not null) as browsers
       from users where id = $1`,
      [id],
    );
    expect(left).toEqual({ has_social_auth: false, connections: 0, browsers: 0 });
  });

  test("a new password ends a connection made before confirmation and keeps one made after it", async () => {
    const { email } = await anAccount(product);
    await product.asOwner(
      "update users set email_confirmed = true, email_confirmed_at = now(), has_social_auth = true where email = $1",
      [email],
    );
    await product.asOwner(
      `insert into social_connections (provider, subject, user_id, name, created_at)
       select provider, id, id, 'Someone', now() + gap::interval from users, (values ('github', '-1 hour'), ('google', '1 hour')) made (provider, gap)
       where email = $1`,
      [email],
    );
    await complete(await mailedToken(email));
    const left = await product.asOwner(
      "select provider, has_social_auth from social_connections c join users u on u.id = c.user_id where email = $1",
      [email],
    );
    expect(left).toEqual([{ provider: "google", has_social_auth: true }]);
  });

  test("of 20 concurrent uses of a link one succeeds", async () => {
    const { email } = await anAccount(product);
    const token = await mailedToken(email);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => complete(token, `${NEW_PASSWORD} ${index}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  test("a mailbox gets at most ten links an hour", async () => {
    const { email } = await anAccount(product);
    for (let asked = 0; asked < 13; asked++) expect(await ask(email)).toMatchObject({ status: 200 });
    await mailOf(email, 10);
    await mailedToken((await anAccount(product)).email); // requested later, so an eleventh email would be there
    expect(mailsTo(product, email).filter(({ Subject }) => Subject.includes("Set a new password"))).toHaveLength(10);
    const [tokens] = await product.asOwner(
      "select count(*)::int as count from mail_tokens m join users u on u.id = m.user_id where u.email = $1 and purpose = 'reset-password'",
      [email],
    );
    expect(tokens).toEqual({ count: 10 });
  });
});
