import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import {
  aBrowser,
  aConfirmedAccount,
  anAccount,
  givePassword,
  payloadOf,
  withSecondFactor,
} from "#features/auth/server/test-account.ts";
import { ENGINES } from "#testing/database.ts";
import { anonymous, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aNewCompany, begin, type Company, enforce, signIn, signInAt } from "./test-sso.ts";

describe.each(ENGINES)("single sign-on with OpenID on %s", (engine) => {
  let product: TestProduct;
  let company: Company;
  beforeAll(async () => {
    product = await openTestProduct(engine);
    company = await aNewCompany(product);
  });
  afterAll(() => product.close());

  const someoneAt = (domain: string) => ({
    email: `ana.${randomUUID().slice(0, 8)}@${domain}`,
    firstName: "Ana",
    lastName: "Reyes",
  });
  const membersOf = (email: string) =>
    product.asOwner(
      "select m.organization_id, m.role, m.status from memberships m join users u on u.id = m.user_id where u.email = $1",
      [email],
    );

  test("a newcomer of a verified domain becomes a member with the default role", async () => {
    const person = someoneAt(company.domain);
    const reply = await signIn(aBrowser(product), person);
    expect(reply.status).toBe(200);
    expect(payloadOf(reply.body.token)).toMatchObject({ ...person, emailConfirmed: true });
    expect(await membersOf(person.email)).toEqual([
      { organization_id: company.lender.organizationId, role: "editor", status: "active" },
    ]);
    const again = await signIn(aBrowser(product), person);
    expect(payloadOf(again.body.token)["id"]).toBe(payloadOf(reply.body.token)["id"]);
    expect(await someoneWith(product, again.body.token).send(calls.listBorrowers)).toMatchObject({
      status: 200,
    });
  });

  test("an address without single sign-on is refused before anyone leaves the site", async () => {
    const browser = aBrowser(product);
    for (const email of ["x@unknown.example", `x@sub.${company.domain}`, `x@not${company.domain}`]) {
      expect(await browser.send(calls.findSso, { email })).toMatchObject({
        body: { isAvailable: false, isEnforced: false },
      });
      expect(await browser.send(calls.startSso, { email })).toMatchObject({ status: 409, message: "SSO_NOT_SET_UP" });
    }
  });

  test("the provider cannot sign in an address outside the verified domains", async () => {
    const outside = await aConfirmedAccount(product);
    const reply = await signIn(aBrowser(product), { email: outside.email }, `a@${company.domain}`);
    expect(reply).toMatchObject({ status: 409, message: "SSO_ADDRESS_REFUSED" });
    const other = await aNewCompany(product);
    const stranger = await signIn(aBrowser(product), someoneAt(other.domain), `a@${company.domain}`);
    expect(stranger).toMatchObject({ status: 409, message: "SSO_ADDRESS_REFUSED" });
  });

  test("a confirmed account of the domain is linked and keeps its password", async () => {
    const account = await aConfirmedAccount(product, { email: someoneAt(company.domain).email });
    const reply = await signIn(aBrowser(product), { email: account.email });
    expect(reply.status).toBe(200);
    expect(payloadOf(reply.body.token)["memberships"]).toHaveLength(2);
    expect(await anonymous(product).send(calls.logIn, account)).toMatchObject({ status: 200 });
  });

  test("an account that a stranger registered ahead loses its password and sessions", async () => {
    const ahead = await anAccount(product, { email: someoneAt(company.domain).email });
    const stranger = (await anonymous(product).send(calls.logIn, ahead)).body.token;
    const reply = await signIn(aBrowser(product), { email: ahead.email });
    expect(reply.status).toBe(200);
    expect(await anonymous(product).send(calls.logIn, ahead)).toMatchObject({ status: 401 });
    expect(await someoneWith(product, stranger).send(calls.listDevices)).toMatchObject({ status: 401 });
  });

  test("an attempt belongs to its browser and its organization, and counts once", async () => {
    const browser = aBrowser(product);
    const person = someoneAt(company.domain);
    const back = await signInAt((await begin(browser, person.email)).authorizeURL, person);
    const stranger = aBrowser(product);
    await begin(stranger, person.email);
    expect(await stranger.send(calls.finishSso, back)).toMatchObject({ status: 409, message: "SSO_REFUSED" });
    const other = await aNewCompany(product);
    expect(await browser.send(calls.finishSso, { ...back, organizationId: other.lender.organizationId })).toMatchObject(
      { status: 409, message: "SSO_REFUSED" },
    );
    expect(await browser.send(calls.finishSso, { ...back, state: "x".repeat(43) })).toMatchObject({
      message: "SSO_REFUSED",
    });
    const replies = await Promise.all(Array.from({ length: 5 }, () => browser.send(calls.finishSso, back)));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await browser.send(calls.finishSso, back)).toMatchObject({ status: 409, message: "SSO_REFUSED" });
  });

  test("a code that was exchanged elsewhere, and one without our verifier, are refused", async () => {
    const browser = aBrowser(product);
    const person = someoneAt(company.domain);
    const other = await signInAt((await begin(aBrowser(product), person.email)).authorizeURL, person);
    const { state } = await begin(browser, person.email);
    expect(await browser.send(calls.finishSso, { ...other, state })).toMatchObject({
      status: 409,
      message: "SSO_REFUSED",
    });
  });

  test("a second factor of the account is asked for as well", async () => {
    const browser = aBrowser(product);
    const account = await aConfirmedAccount(product, { email: someoneAt(company.domain).email });
    const { token } = (await anonymous(product).send(calls.logIn, account)).body;
    const { code } = await withSecondFactor(product, someoneWith(product, token));
    const back = await signInAt((await begin(browser, account.email)).authorizeURL, { email: account.email });
    expect(await browser.send(calls.finishSso, back)).toMatchObject({ status: 409, message: "SECOND_FACTOR_DUE" });
    expect(await browser.send(calls.finishSso, { ...back, secondFactorCode: "000000" })).toMatchObject({
      message: "CODE_WRONG",
    });
    expect(await browser.send(calls.finishSso, { ...back, secondFactorCode: code() })).toMatchObject({ status: 200 });
  });

  test("a person who erased their account starts over with the next sign-in", async () => {
    const person = someoneAt(company.domain);
    const { token } = (await signIn(aBrowser(product), person)).body;
    const id = String(payloadOf(token)["id"]);
    expect(await someoneWith(product, token).send(calls.eraseAccount)).toMatchObject({
      status: 204,
    });
    expect(await product.asOwner("select 1 from sso_identities where user_id = $1", [id])).toEqual([]);
    const again = await signIn(aBrowser(product), person);
    expect(again.status).toBe(200);
    expect(payloadOf(again.body.token)["id"]).not.toBe(id);
  });

  test("a removed member does not come back by signing in", async () => {
    const person = someoneAt(company.domain);
    const { token } = (await signIn(aBrowser(product), person)).body;
    await company.admin.send(calls.removeMember, { id: String(payloadOf(token)["id"]) });
    expect(await someoneWith(product, token).send(calls.listBorrowers)).toMatchObject({ status: 403 });
    expect(await signIn(aBrowser(product), person)).toMatchObject({ status: 409, message: "SSO_NO_MEMBER" });
  });

  test("a provider that is down is reported, and password sign-in still works", async () => {
    const { sandbox } = product;
    await fetch(`${sandbox.providersUrl}/_steer/idp`, { method: "POST", body: new URLSearchParams({ mode: "down" }) });
    const reply = await aBrowser(product).send(calls.startSso, { email: `a@${company.domain}` });
    await fetch(`${sandbox.providersUrl}/_steer/idp`, { method: "POST", body: new URLSearchParams({ mode: "ok" }) });
    expect(reply).toMatchObject({ status: 502, message: "PROVIDER_UNAVAILABLE" });
  });

  describe("when it is required", () => {
    let strict: Company;
    beforeAll(async () => {
      strict = await aNewCompany(product);
      await enforce(product, strict);
    });

    test("sessions that began elsewhere end at the next request, except a break-glass admin's", async () => {
      const editor = await strict.lender.newcomer("editor");
      expect(await editor.send(calls.listBorrowers)).toMatchObject({
        status: 403,
        message: "SSO_REQUIRED",
      });
      expect(await strict.admin.send(calls.listBorrowers)).toMatchObject({ status: 200 });
    });

    test("a password is refused with the way to sign in, and the identity provider is accepted", async () => {
      const person = someoneAt(strict.domain);
      const { token } = (await signIn(aBrowser(product), person)).body;
      await givePassword(product, String(payloadOf(token)["id"]), "four brown kettles in a row");
      expect(
        await anonymous(product).send(calls.logIn, { email: person.email, password: "four brown kettles in a row" }),
      ).toMatchObject({ status: 403, message: "SSO_REQUIRED" });
      expect(await someoneWith(product, token).send(calls.listBorrowers)).toMatchObject({ status: 200 });
      expect(await aBrowser(product).send(calls.findSso, { email: person.email })).toMatchObject({
        body: { isAvailable: true, isEnforced: true },
      });
    });

    test("a wrong password gets the same answer as without single sign-on", async () => {
      const person = someoneAt(strict.domain);
      await signIn(aBrowser(product), person);
      expect(
        await anonymous(product).send(calls.logIn, { email: person.email, password: "not the right one" }),
      ).toMatchObject({ status: 401, message: "INVALID_PASSWORD" });
    });

    test("a member of another organization still opens that one with a password", async () => {
      const account = await aConfirmedAccount(product, { email: someoneAt(strict.domain).email });
      await signIn(aBrowser(product), { email: account.email });
      const { status, body } = await anonymous(product).send(calls.logIn, account);
      expect(status).toBe(200);
      const [own, theirs] = payloadOf(body.token)["memberships"] as { id: string }[];
      const asMember = ({ id }: { id: string }) => someoneWith(product, body.token, { "x-membership-id": id });
      expect(await asMember(own!).send(calls.listBorrowers)).toMatchObject({ status: 200 });
      expect(await asMember(theirs!).send(calls.listBorrowers)).toMatchObject({
        status: 403,
        message: "SSO_REQUIRED",
      });
    });

    test("the connection, the last domain and the last break-glass admin stay", async () => {
      const { admin, lender } = strict;
      expect(await admin.send(calls.removeSsoConnection)).toMatchObject({ status: 409, message: "SSO_ENFORCED" });
      const { domains } = (await admin.send(calls.readSso)).body;
      expect(await admin.send(calls.removeSsoDomain, { id: domains[0]!.id })).toMatchObject({
        status: 409,
        message: "SSO_ENFORCED",
      });
      await product.asOwner("update memberships set role = 'admin' where organization_id = $1 and user_id = $2", [
        lender.organizationId,
        (await lender.newcomer("observer")).userId,
      ]);
      expect(await admin.send(calls.removeMember, { id: admin.userId })).toMatchObject({
        status: 409,
        message: "BREAK_GLASS_REQUIRED",
      });
      expect(await admin.send(calls.updateMember, { id: admin.userId, role: "editor", groupIds: [] })).toMatchObject({
        status: 409,
        message: "BREAK_GLASS_REQUIRED",
      });
    });
  });

  test("it is required only with a tested connection, a verified domain and an admin with another way in", async () => {
    const { admin, lender } = await aNewCompany(product);
    const ask = (breakGlassIds: string[]) => admin.send(calls.enforceSso, { isEnforced: true, breakGlassIds });
    expect(await ask([admin.userId])).toMatchObject({ status: 409, message: "SSO_NOT_TESTED" });
    const { authorizeURL } = (await admin.send(calls.testSso)).body;
    const back = await signInAt(authorizeURL, { email: "anyone@example.org" });
    expect(await anonymous(product).send(calls.finishSso, back)).toMatchObject({ message: "SSO_REFUSED" });
    expect(await (await lender.as("editor")).send(calls.finishSso, back)).toMatchObject({ message: "SSO_REFUSED" });
    expect(await admin.send(calls.finishSso, back)).toMatchObject({ status: 200 });
    expect((await admin.send(calls.readSso)).body.connection?.testedAt).not.toBeNull();
    for (const ids of [[], [(await lender.as("editor")).userId], [randomUUID()], [admin.userId]])
      expect(await ask(ids), String(ids)).toMatchObject({ status: 409, message: "BREAK_GLASS_REQUIRED" });
    await givePassword(product, admin.userId);
    expect(await ask([admin.userId])).toMatchObject({ status: 200 });
  });
});

describe("email domains", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct("embedded");
  });
  afterAll(() => product.close());

  test("a domain counts once its record is published, for one organization", async () => {
    const [one, other] = [await aNewCompany(product), await aNewCompany(product)];
    const domain = "lender.example";
    const add = async ({ admin }: Company) => {
      const { body } = await admin.send(calls.addSsoDomain, { domain: "Lender.Example" });
      return body.domains.find((added) => added.domain === domain)!;
    };
    const [first, second] = [await add(one), await add(other)];
    const verify = ({ admin }: Company, { id }: { id: string }) => admin.send(calls.verifySsoDomain, { id });
    expect(await verify(one, first)).toMatchObject({ status: 409, message: "DOMAIN_NOT_VERIFIED" });
    product.sandbox.dns.put(first.recordName, [second.recordValue]);
    expect(await verify(one, first)).toMatchObject({ status: 409, message: "DOMAIN_NOT_VERIFIED" });
    product.sandbox.dns.put(first.recordName, ["v=spf1 -all", first.recordValue]);
    expect(await verify(one, first)).toMatchObject({ status: 200 });
    product.sandbox.dns.put(second.recordName, [second.recordValue]);
    expect(await verify(other, second)).toMatchObject({ status: 409, message: "DOMAIN_TAKEN" });
    for (const name of ["localhost", "a b.com", "-a.com", "a..com", "xn--.com.", "http://a.com", "1.2.3.4"])
      expect(await one.admin.send(calls.addSsoDomain, { domain: name }), name).toMatchObject({ status: 400 });
  });

  test("an issuer that browsers would correct is refused", async () => {
    const { admin } = await aNewCompany(product);
    const details = { clientId: "keyturn-local", clientSecret: "secret", defaultRole: "editor" } as const;
    for (const issuer of [
      "https://elsewhere.example/\u0000",
      "https://else\nwhere.example",
      "https:\\\\elsewhere.example",
    ])
      expect(await admin.send(calls.saveOidcConnection, { ...details, issuer })).toMatchObject({
        status: 400,
        errors: [{ field: "issuer", code: "INVALID_FORMAT" }],
      });
  });

  test("a stored secret is not sent to another issuer, and is never shown", async () => {
    const { admin } = await aNewCompany(product);
    const change = { issuer: "https://elsewhere.example", clientId: "keyturn-local", defaultRole: "editor" } as const;
    expect(await admin.send(calls.saveOidcConnection, change)).toMatchObject({
      status: 400,
      errors: [{ field: "clientSecret", code: "REQUIRED" }],
    });
    expect(JSON.stringify((await admin.send(calls.readSso)).body)).not.toContain("keyturn-local-sso-secret");
    const [row] = await product.asOwner("select encode(secret, 'escape') as secret from sso_connections limit 1");
    expect(String(row!["secret"])).not.toContain("keyturn-local-sso-secret");
  });
});
