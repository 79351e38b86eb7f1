import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aBrowser, anAccount, aNewcomer, mailAbout, mailsTo, mailTo, PASSWORD, tokenIn } from "../test-account.ts";

const { confirmEmail, resendConfirmation, logIn } = calls;

describe.each(FEATURE_ENGINES)("confirm an address on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const confirm = (token: string) => anonymous(product).send(confirmEmail, { token });
  const isConfirmed = async (email: string) =>
    (await product.asOwner("select email_confirmed from users where email = $1", [email]))[0]!["email_confirmed"];

  test("the emailed link confirms the address and still succeeds when opened again in time", async () => {
    const { email } = await anAccount(product);
    const token = tokenIn(await mailTo(product, email));
    expect(await isConfirmed(email)).toBe(false);
    for (let time = 0; time < 2; time++) {
      expect(await confirm(token)).toMatchObject({ status: 200, body: { email } });
      expect(await isConfirmed(email)).toBe(true);
    }
    const [row] = await product.asOwner(
      "select count(*)::int as count from audit_rows a join users u on u.id = a.actor_id where u.email = $1 and action = 'user.email-confirmed'",
      [email],
    );
    expect(row).toEqual({ count: 1 });
  });

  test("a mail scanner that opens the link confirms nothing, because only the page confirms", async () => {
    const { email } = await anAccount(product);
    const token = tokenIn(await mailTo(product, email));
    for (const method of ["HEAD", "GET"]) await fetch(`${product.url}/auth/confirm-email?token=${token}`, { method });
    await fetch(`${product.url}/api/latest/auth/confirm-email/${token}`, { method: "HEAD" });
    expect(await isConfirmed(email)).toBe(false);
    expect(await confirm(token)).toMatchObject({ status: 200 });
  });

  test("a link is dead after a day", async () => {
    const { email } = await anAccount(product);
    const token = tokenIn(await mailTo(product, email));
    await product.asOwner(
      "update mail_tokens set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)",
      [email],
    );
    expect(await confirm(token)).toMatchObject({ status: 410, message: "LINK_DEAD" });
    expect(await isConfirmed(email)).toBe(false);
  });

  test("a link with one changed character is dead", async () => {
    const { email } = await anAccount(product);
    const token = tokenIn(await mailTo(product, email));
    const changed = (token.startsWith("A") ? "B" : "A") + token.slice(1);
    for (const bad of [changed, token.slice(1), `${token}A`, "x", "'"])
      expect(await confirm(bad)).toMatchObject({ status: 410, message: "LINK_DEAD" });
    expect(await isConfirmed(email)).toBe(false);
  });

  test("a user's link confirms no other user", async () => {
    const [mine, theirs] = [await anAccount(product), await anAccount(product)];
    await confirm(tokenIn(await mailTo(product, mine.email)));
    expect([await isConfirmed(mine.email), await isConfirmed(theirs.email)]).toEqual([true, false]);
  });

  test("a new link ends the previous one", async () => {
    const { email } = await anAccount(product);
    const first = tokenIn(await mailTo(product, email));
    const { token } = (await anonymous(product).send(logIn, { email, password: PASSWORD })).body;
    expect(await someoneWith(product, token).send(resendConfirmation)).toMatchObject({ body: { isConfirmed: false } });
    const second = tokenIn(await mailTo(product, email, 2));
    expect(await confirm(first)).toMatchObject({ status: 410 });
    expect(await confirm(second)).toMatchObject({ status: 200 });
  });

  test("a confirmed user who asks again gets no email", async () => {
    const { email } = await anAccount(product);
    await confirm(tokenIn(await mailTo(product, email)));
    const { token } = (await anonymous(product).send(logIn, { email, password: PASSWORD })).body;
    expect(await someoneWith(product, token).send(resendConfirmation)).toMatchObject({ body: { isConfirmed: true } });
    await mailTo(product, (await anAccount(product)).email); // queued later, so the other email would be there
    expect(mailsTo(product, email)).toHaveLength(1);
  });

  /** Adds a connection and a second factor before the address is confirmed. */
  const prepare = async (email: string) => {
    const [{ id }] = (await product.asOwner("update users set has_social_auth = true where email = $1 returning id", [
      email,
    ])) as [{ id: string }];
    await product.asOwner(
      "insert into social_connections (provider, subject, user_id, name) values ('github', $1::text, $1::uuid, 'Squat')",
      [id],
    );
    await product.asOwner("insert into second_factors (user_id, secret, enabled_at) values ($1, 'x', now())", [id]);
  };
  const preparedOf = async (email: string) =>
    (
      await product.asOwner(
        `select has_social_auth as social, (select count(*)::int from social_connections c where c.user_id = u.id) as connections,
           (select count(*)::int from second_factors f where f.user_id = u.id) as factors from users u where email = $1`,
        [email],
      )
    )[0];

  test("what was added before confirmation is removed, unless the user is signed in", async () => {
    const [strangers, own] = [await anAccount(product), await anAccount(product)];
    const { token } = (await anonymous(product).send(logIn, own)).body;
    for (const { email } of [strangers, own]) await prepare(email);
    expect(await confirm(tokenIn(await mailTo(product, strangers.email)))).toMatchObject({ status: 200 });
    expect(await preparedOf(strangers.email)).toEqual({ social: false, connections: 0, factors: 0 });
    expect(await anonymous(product).send(logIn, strangers), "the password stays").toMatchObject({ status: 200 });
    const link = tokenIn(await mailTo(product, own.email));
    expect(await someoneWith(product, token).send(confirmEmail, { token: link })).toMatchObject({ status: 200 });
    expect(await preparedOf(own.email)).toEqual({ social: true, connections: 1, factors: 1 });
  });

  describe("opened in a browser", () => {
    const { openConfirmLink } = calls;
    const enter = (input: { email: string; password: string }) => anonymous(product).send(logIn, input);
    const register = async () => {
      const [browser, account] = [aBrowser(product), aNewcomer()];
      expect(await browser.send(calls.register, account)).toMatchObject({ status: 201 });
      const { token } = (await browser.send(logIn, account)).body;
      const link = tokenIn(await mailTo(product, account.email));
      return { browser, account, session: someoneWith(product, token), link };
    };

    test("in the browser that registered, the password, session and additions remain", async () => {
      const { browser, account, session, link } = await register();
      await prepare(account.email);
      for (let time = 0; time < 2; time++)
        expect(await browser.send(openConfirmLink, { token: link })).toMatchObject({
          status: 200,
          body: { email: account.email, passwordToken: null },
        });
      expect(await isConfirmed(account.email)).toBe(true);
      expect(await session.send(calls.refreshToken)).toMatchObject({ status: 200 });
      expect(await preparedOf(account.email)).toEqual({ social: true, connections: 1, factors: 1 });
    });

    test("in another browser where the user is signed in, the password, session and additions remain", async () => {
      const { account, session, link } = await register();
      const reply = await session.send(openConfirmLink, { token: link });
      expect(reply).toMatchObject({ status: 200, body: { passwordToken: null } });
      expect(await session.send(calls.refreshToken)).toMatchObject({ status: 200 });
      expect(await enter(account)).toMatchObject({ status: 200 });
    });

    test.each(["no cookie", "a cookie of its own"])(
      "in another browser with %s, everything is removed and a new password is required",
      async (kind) => {
        const { browser: strangers, account, session, link } = await register();
        await prepare(account.email);
        const owner = aBrowser(product);
        if (kind !== "no cookie") await owner.send(calls.register, aNewcomer());
        const reply = await owner.send(openConfirmLink, { token: link });
        expect(reply).toMatchObject({ status: 200, body: { passwordToken: expect.any(String) } });
        expect(await isConfirmed(account.email)).toBe(true);
        expect(await session.send(calls.refreshToken)).toMatchObject({ status: 401, message: "INVALID_JWT" });
        expect(await strangers.send(logIn, account)).toMatchObject({
          status: 401,
          message: "PASSWORD_CHANGE_REQUIRED",
        });
        await mailAbout(product, account.email, "Set a new password"); // its link ends one that was made before
        expect(await preparedOf(account.email)).toEqual({ social: false, connections: 0, factors: 0 });

        const again = await owner.send(openConfirmLink, { token: link });
        const own = { token: again.body.passwordToken!, password: "another sentence of one's own" };
        expect(await owner.send(calls.resetPasswordComplete, own)).toMatchObject({ status: 200 });
        expect(await strangers.send(logIn, account)).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
        expect(await enter({ ...account, password: own.password })).toMatchObject({ status: 200 });
      },
    );

    test("a sign-in that runs while the link is opened gives a stranger no session", async () => {
      const { account, link } = await register();
      const attempts = [1, 2, 3, 4].map(() => enter(account));
      await aBrowser(product).send(openConfirmLink, { token: link });
      for (const { body } of await Promise.all(attempts))
        if (body.token)
          expect(await someoneWith(product, body.token).send(calls.refreshToken)).toMatchObject({ status: 401 });
    });
  });

  test("the token of an emailed link is not a bearer token", async () => {
    const { email } = await anAccount(product);
    const token = tokenIn(await mailTo(product, email));
    const reply = await someoneWith(product, token).send(resendConfirmation);
    expect(reply).toMatchObject({ status: 401, message: "INVALID_JWT" });
  });
});
