import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES, ONE_ENGINE } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import {
  aConfirmedAccount,
  aLinkToken,
  anAccount,
  aNewcomer,
  linksIn,
  mailAbout,
  mailsTo,
  mailTo,
  PASSWORD,
  payloadOf,
  tokenIn,
} from "../test-account.ts";
import { aCheckout, confirm, untilIs } from "#features/billing/server/subscriptions/test-cards.ts";

describe("register", () => {
  const { register, logIn } = calls;

  describe.each(FEATURE_ENGINES)("register on %s", (engine) => {
    let product: TestProduct;
    const users = (email: string) =>
      product.asOwner("select id, version from users where email_key = $1", [email.toLowerCase()]);

    beforeAll(async () => {
      product = await openTestProduct(engine);
    });
    afterAll(() => product.close());

    test("a new user gets 201, no token and one email with one link to the site", async () => {
      const newcomer = aNewcomer();
      const reply = await anonymous(product).send(register, newcomer);
      expect(reply).toMatchObject({ status: 201, body: { email: newcomer.email } });
      expect(Object.keys(reply.body)).toEqual(["email"]);
      const mail = await mailTo(product, newcomer.email);
      expect(linksIn(mail)).toHaveLength(1);
      expect(linksIn(mail)[0]!.href).toMatch(
        new RegExp(`^${product.url}/auth/confirm-email\\?token=[A-Za-z0-9_-]{43}$`),
      );
      expect(mail.Text, "a name that anybody may have typed says nothing to the address").not.toContain("Mira");
    });

    test("a new user starts with their own organization in the role registered", async () => {
      const { email } = await anAccount(product);
      const [membership, ...others] = await product.asOwner(
        `select m.role, o.name from memberships m join organizations o on o.id = m.organization_id
       join users u on u.id = m.user_id where u.email = $1`,
        [email],
      );
      expect(membership).toEqual({ role: "registered", name: "Mira Okafor" });
      expect(others).toEqual([]);
    });

    test("the company a new user names is the name of their organization", async () => {
      const named = async (company: string | null) => {
        const { email } = await anAccount(product, { company });
        const { token } = (await anonymous(product).send(logIn, { email, password: PASSWORD })).body;
        return payloadOf(token)["memberships"];
      };
      const organization = (name: string) => [
        { organization: { name }, role: { name: "registered" }, isSoleMember: true },
      ];
      expect(await named("  Rivera Home Loans ")).toMatchObject(organization("Rivera Home Loans"));
      expect(await named(null)).toMatchObject(organization("Mira Okafor"));
      const tooShort = await anonymous(product).send(register, { ...aNewcomer(), company: "R" });
      expect(tooShort).toMatchObject({ status: 400, body: { errors: [{ field: "company", code: "TOO_SMALL" }] } });
    });

    test("a taken address is 409 in any letter case, and the account does not change", async () => {
      const { email } = await anAccount(product);
      const before = await users(email);
      const again = aNewcomer({ email: email.toUpperCase(), password: "another sentence no one says" });
      expect(await anonymous(product).send(register, again)).toMatchObject({ status: 409, message: "EMAIL_TAKEN" });
      expect(await users(email)).toEqual(before);
      expect(await anonymous(product).send(logIn, { email, password: PASSWORD })).toMatchObject({ status: 200 });
    });

    test("of fifty requests at once with one address, one creates a user and sends one email", async () => {
      const newcomer = aNewcomer();
      const replies = await Promise.all(Array.from({ length: 50 }, () => anonymous(product).send(register, newcomer)));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(replies.filter(({ message }) => message === "EMAIL_TAKEN")).toHaveLength(49);
      expect(await users(newcomer.email)).toHaveLength(1);
      await mailTo(product, newcomer.email);
      // This email is queued after everything that the fifty requests queued.
      await mailTo(product, (await anAccount(product)).email);
      expect(mailsTo(product, newcomer.email)).toHaveLength(1);
    });

    test("the link uses the host of the settings, whatever host the request names", async () => {
      const newcomer = aNewcomer();
      const status = await new Promise((resolve, reject) => {
        const body = JSON.stringify(newcomer);
        const headers = {
          host: "evil.example",
          "x-forwarded-host": "evil.example",
          forwarded: "host=evil.example",
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        };
        request(`${product.url}/api/latest/auth/register`, { method: "POST", headers, setHost: false }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        })
          .on("error", reject)
          .end(body);
      });
      expect(status).toBe(201);
      const mail = await mailTo(product, newcomer.email);
      expect(linksIn(mail).map(({ origin }) => origin)).toEqual([product.url]);
      expect(mail.Text + mail.HTML).not.toContain("evil");
    });

    test.each([
      ["firstName", "Mira\r\nBcc: all@example.org", "INVALID_FORMAT"],
      ["lastName", "O\u0000", "INVALID_FORMAT"],
      ["firstName", "   ", "REQUIRED"],
      ["lastName", "x".repeat(101), "TOO_BIG"],
      ["email", "a@b\nBcc: all@example.org", "INVALID_FORMAT"],
      ["email", "Mira <mira@example.org>", "INVALID_FORMAT"],
      ["email", "a@example.org,b@example.org", "INVALID_FORMAT"],
      ["email", `${"x".repeat(250)}@example.org`, "TOO_BIG"],
      ["password", "", "REQUIRED"],
    ])("refuses %s %j and sends no email", async (field, value, code) => {
      const newcomer = aNewcomer({ [field]: value });
      const before = product.sandbox.mailbox.list().length;
      const reply = await anonymous(product).send(register, newcomer);
      expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR", errors: [{ field, code }] });
      expect(await users(newcomer.email)).toEqual([]);
      expect(product.sandbox.mailbox.list().length).toBe(before);
    });

    test("a name with markup stays text in the email, and the email has one recipient", async () => {
      const { email } = await aConfirmedAccount(product, { firstName: '<img src=x onerror="alert(1)">' });
      await anonymous(product).send(calls.resetPasswordInitiate, { email });
      const mail = await mailAbout(product, email, "Set a new password");
      expect(mail.HTML).toContain("&lt;img src=x");
      expect(mail.HTML).not.toContain("<img");
      expect([...mail.To, ...mail.Cc, ...mail.Bcc].map(({ Address }) => Address)).toEqual([email]);
    });

    test("no log, queue or database contains the password or the link", async () => {
      const { email, password } = await anAccount(product);
      const [link] = linksIn(await mailTo(product, email));
      const stored = await product.asOwner(
        "select data::text as text from jobs.job union all select t::text from mail_tokens t union all select u::text from users u",
      );
      const all = [...stored.map(({ text }) => String(text)), ...product.logged].join("\n");
      expect(all).toContain("$argon2id$");
      for (const secret of [password, link!.searchParams.get("token")!]) expect(all).not.toContain(secret);
    });
  });

  describe("register where existing accounts are hidden", () => {
    let product: TestProduct;
    beforeAll(async () => {
      product = await openTestProduct(ONE_ENGINE, { HIDE_ACCOUNTS: "true" });
    });
    afterAll(() => product.close());

    test("a taken address gets the same reply as a new one, its owner gets an email, and no row changes", async () => {
      const { email } = await anAccount(product);
      await mailTo(product, email);
      const rows = () =>
        product.asOwner(
          "select to_jsonb(u) - 'told_taken_at' as u, (select count(*) from users) from users u where email = $1",
          [email],
        );
      const before = await rows();
      const taken = aNewcomer({ email: email.toUpperCase(), firstName: "Thief" });
      const [again, fresh] = [
        await anonymous(product).send(register, taken),
        await anonymous(product).send(register, aNewcomer()),
      ];
      expect(again).toMatchObject({ status: 201, body: { email: taken.email } });
      expect(shapeOf(again)).toEqual(shapeOf(fresh));
      const mail = await mailAbout(product, email, "already have an account");
      expect(mail.Text).not.toContain("Thief");
      expect((await rows())[0]!["u"]).toEqual(before[0]!["u"]);
      await anonymous(product).send(register, taken);
      await anonymous(product).send(calls.resetPasswordInitiate, { email });
      await mailAbout(product, email, "Set a new password");
      const reported = mailsTo(product, email).filter(({ Subject }) => Subject.includes("already have an account"));
      expect(reported, "once a day, however often it is tried").toHaveLength(1);
    });

    test("an unknown address and a wrong password get the same reply", async () => {
      const { email } = await anAccount(product);
      const [wrong, unknown] = await Promise.all([
        anonymous(product).send(logIn, { email, password: "not this one" }),
        anonymous(product).send(logIn, { email: aNewcomer().email, password: "not this one" }),
      ]);
      expect(wrong).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
      expect({ ...shapeOf(unknown), body: unknown.body }).toEqual({ ...shapeOf(wrong), body: wrong.body });
    });
  });

  /** The parts of a reply by which an attacker could tell replies apart. */
  function shapeOf({ status, headers }: { status: number; headers: Headers }) {
    const names = [...headers.keys()].filter((name) => !["date", "content-length"].includes(name));
    return { status, names };
  }
});

describe.each(FEATURE_ENGINES)("an account created by a payment on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  /** Someone pays under an address and is signed in by that. */
  const aVisitor = async () => {
    const checkout = await aCheckout(product);
    const { body } = await anonymous(product).send(calls.subscribe, checkout);
    await confirm(product, body.clientSecret);
    const visitor = someoneWith(product, body.token!);
    await untilIs(visitor, { status: "active" });
    return { email: checkout.cardEmail, token: body.token!, visitor, userId: String(payloadOf(body.token!)["id"]) };
  };
  /** Writes the connection directly, because the call requires a confirmed address. */
  const connectGithub = async (userId: string) => {
    await product.asOwner(
      `with c as (insert into social_connections (provider, subject, user_id, name) values ('github', $1::text, $1::uuid, 'Squat'))
       update users set has_social_auth = true where id = $1::uuid`,
      [userId],
    );
  };
  const waysIn = async (userId: string) =>
    (
      await product.asOwner(
        `select has_social_auth as social, email_confirmed as confirmed, password_hash is not null as password,
           (select count(*)::int from social_connections c where c.user_id = u.id) as connections from users u where id = $1`,
        [userId],
      )
    )[0];

  test.each([
    ["Paula van Payer", "Hello Paula,"],
    ["Zoë-Anne O’Neil", "Hello Zoë-Anne,"],
    ["Free gift: claim.example Now", "Hello Free,"],
    ["claim.example Now", "Hello,"],
    ["£1000 waits for you", "Hello,"],
  ])("the welcome email uses the given name only if it looks like a name: %s", async (name, greeting) => {
    const checkout = { ...(await aCheckout(product)), name };
    await anonymous(product).send(calls.subscribe, checkout);
    const { Text } = await mailAbout(product, checkout.cardEmail, "set your password");
    expect(Text.split("\n")[0]).toBe(greeting);
  });

  test("nothing can be connected before the address is confirmed", async () => {
    const { visitor } = await aVisitor();
    expect(await visitor.send(calls.startConnection, { provider: "github" })).toMatchObject({
      status: 403,
      message: "EMAIL_NOT_CONFIRMED",
    });
  });

  test("when the owner of the address sets a password, the payer loses access and the plan continues", async () => {
    const { email, visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = tokenIn(await mailAbout(product, email, "set your password"));
    const set = await anonymous(product).send(calls.resetPasswordComplete, { token, password: PASSWORD });
    expect(set).toMatchObject({ status: 200 });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: true, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
    const { body } = await anonymous(product).send(calls.logIn, { email, password: PASSWORD });
    await untilIs(someoneWith(product, body.token), { status: "active" });
  });

  test("confirming elsewhere also ends the payer's access, even without a new password", async () => {
    const { visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = await aLinkToken(product, userId, "confirm-email");
    expect(await anonymous(product).send(calls.confirmEmail, { token })).toMatchObject({ status: 200 });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: false, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
  });

  test("confirming in another browser ends the payer's access and requires a password", async () => {
    const { email, visitor, userId } = await aVisitor();
    await connectGithub(userId);
    const token = await aLinkToken(product, userId, "confirm-email");
    const { body } = await anonymous(product).send(calls.openConfirmLink, { token });
    expect(await waysIn(userId)).toEqual({ social: false, confirmed: true, password: false, connections: 0 });
    expect(await visitor.send(calls.findSubscription)).toMatchObject({ status: 401 });
    const own = { token: body.passwordToken!, password: PASSWORD };
    expect(await anonymous(product).send(calls.resetPasswordComplete, own)).toMatchObject({ status: 200 });
    expect(await anonymous(product).send(calls.logIn, { email, password: PASSWORD })).toMatchObject({ status: 200 });
  });

  test("a payer who confirms while signed in stays signed in and keeps the plan", async () => {
    const { visitor, userId } = await aVisitor();
    const token = await aLinkToken(product, userId, "confirm-email");
    expect(await visitor.send(calls.confirmEmail, { token })).toMatchObject({ status: 200 });
    await untilIs(visitor, { status: "active" });
  });
});
