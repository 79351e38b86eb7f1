import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { mint } from "#testing/tokens.ts";
import { aBrowser, payloadOf } from "#features/auth/server/test-account.ts";
import { continueVisit, openBorrowerSessions } from "./open-session.ts";
import { aBorrowerSession, codeFor, invited, mailedLink, open } from "./test-portal.ts";

const { openVisit, findVisit, listBorrowers, createLinkToken, findBorrower, notifyLender } = calls;
const DEAD = { status: 410, message: "LINK_DEAD", body: { message: "LINK_DEAD" } };
const UNAUTHORIZED = { status: 401, message: "INVALID_JWT" };

describe.each(FEATURE_ENGINES)("opening a borrower session on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const linkOf = async (id: string) =>
    (
      await product.asOwner("select to_jsonb(l) - 'emailed_at' as row from visit_links l where borrower_id = $1", [id])
    )[0];

  test("an email scanner that loads the page, or sends the call as GET, changes nothing", async () => {
    const borrower = await invited(lender);
    const { id, token } = await mailedLink(product, borrower.email);
    const before = await linkOf(id);
    for (const path of [`/borrower/${id}?t=${token}`, `/api/latest/borrower/${id}/open-visit?token=${token}`])
      for (const method of ["GET", "HEAD"]) await fetch(product.url + path, { method });
    expect(await linkOf(id)).toEqual(before);
  });

  test("a link belongs to the browser that opens it first: it opens again there, and in no other", async () => {
    const borrower = await invited(lender);
    const first = await open(product, borrower, borrower.email);
    const again = await first.browser.send(openVisit, first.link);
    expect(again).toMatchObject({ status: 200 });
    expect(await someoneWith(product, again.body.visitToken).send(findVisit)).toMatchObject({ status: 200 });
    const stranger = aBrowser(product);
    expect(await stranger.send(openVisit, first.link)).toMatchObject(DEAD);
    expect(stranger.cookie(), "who is refused is not even remembered").toBe("");
    expect(await anonymous(product, { cookie: `browser=${"x".repeat(43)}` }).send(openVisit, first.link)).toMatchObject(
      DEAD,
    );
    expect(await first.send(findVisit), "and who came first goes on").toMatchObject({ status: 200 });
  });

  test("a session and a code stay valid when the secret rotates", async () => {
    const session = await aBorrowerSession(product, lender);
    const asked = await codeFor(product, session, { link: session.link });
    const { ctx } = product.product;
    const withSecrets = (...jwtSecrets: [string, ...string[]]) => ({
      ...ctx,
      settings: { ...ctx.settings, jwtSecrets },
    });
    const [old, next] = [ctx.settings.jwtSecrets[0], "a secret that replaces the one before"];
    expect(await openBorrowerSessions(withSecrets(next, old))(session.token)).toMatchObject({ email: session.email });
    expect(await openBorrowerSessions(withSecrets(next))(session.token)).toBeNull();
    const visitor = { browser: { secret: null, remember: () => "another browser" }, address: "::1" };
    const { visitToken } = await continueVisit(withSecrets(next, old), visitor, asked);
    expect(await openBorrowerSessions(withSecrets(next))(visitToken)).toMatchObject({ email: session.email });
  });

  test("of twenty simultaneous browsers one opens a link", async () => {
    const borrower = await invited(lender);
    const link = await mailedLink(product, borrower.email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => aBrowser(product).send(openVisit, link)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ message }) => message === "LINK_DEAD")).toHaveLength(19);
  });

  test("a link is dead if it is expired, unknown or ended, or has another borrower's id", async () => {
    const [one, other] = [await invited(lender), await invited(lender)];
    const link = await mailedLink(product, one.email);
    const ask = (input: { id: string; token: string }) => aBrowser(product).send(openVisit, input);
    expect(await ask({ ...link, id: other.id })).toMatchObject(DEAD);
    expect(await ask({ ...link, token: "x".repeat(43) })).toMatchObject(DEAD);
    await product.asOwner("update visit_links set expires_at = now() where borrower_id = $1", [one.id]);
    expect(await ask(link)).toMatchObject(DEAD);
    await product.asOwner(
      "update visit_links set expires_at = now() + interval '1 day', ended_at = now() where borrower_id = $1",
      [one.id],
    );
    expect(await ask(link)).toMatchObject(DEAD);
  });

  test("a session lasts two hours, and never longer than its link", async () => {
    const session = await aBorrowerSession(product, lender);
    const { exp, iat } = payloadOf(session.token) as { exp: number; iat: number };
    expect(exp - iat).toBe(7_200);
    await product.asOwner("update visit_links set expires_at = now() + interval '1 minute' where borrower_id = $1", [
      session.borrower.id,
    ]);
    const short = await session.browser.send(openVisit, session.link);
    expect(Date.parse(short.body.endsAt) - Date.now()).toBeLessThanOrEqual(60_000);
    await product.asOwner("update visit_links set expires_at = now() where borrower_id = $1", [session.borrower.id]);
    expect(await session.send(findVisit)).toMatchObject(UNAUTHORIZED);
  });

  test("a user token is not valid as a session token or the reverse, though both use one secret", async () => {
    const session = await aBorrowerSession(product, lender);
    const { secret } = product.product.config.jwt;
    const claims = payloadOf(session.token);
    const forged = { typ: "borrower-visit", alg: "HS256" };
    expect(await someoneWith(product, mint(secret, claims, forged)).send(findVisit)).toMatchObject(UNAUTHORIZED);
    const officer = await lender.as("registered");
    expect(await session.send(listBorrowers)).toMatchObject(UNAUTHORIZED);
    expect(await officer.send(findVisit)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    const { organizationId } = lender;
    const asPerson = { ...claims, id: officer.userId, typ: undefined };
    expect(await someoneWith(product, mint(secret, asPerson, forged)).send(findVisit)).toMatchObject(UNAUTHORIZED);
    expect(claims).toMatchObject({
      typ: "borrower-visit",
      borrower: session.borrower.id,
      organization: organizationId,
    });
    expect(Object.keys(claims).sort()).toEqual(["borrower", "exp", "iat", "link", "organization", "typ"]);
  });

  test("an expired session is refused, and so is a token with any character changed", async () => {
    const session = await aBorrowerSession(product, lender);
    const [head, body, signature] = session.token.split(".") as [string, string, string];
    const claims = payloadOf(session.token);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const token of [
      `${head}.${part({ ...claims, exp: Number(claims["exp"]) + 9 })}.${signature}`,
      `${part({ alg: "none" })}.${body}.`,
      `${head}.${body}.`,
    ])
      expect(await someoneWith(product, token).send(findVisit)).toMatchObject(UNAUTHORIZED);
  });

  test("a session reaches only its own borrower, and sees none of the lender's data", async () => {
    const session = await aBorrowerSession(product, lender, { notes: "for the lender alone" });
    const own = await session.send(findBorrower, { id: session.borrower.id });
    expect(own).toMatchObject({ status: 200, body: { id: session.borrower.id } });
    for (const hidden of ["notes", "loan", "groupIds", "assignedUserId", "summary"])
      expect(own.body).not.toHaveProperty(hidden);
    const { id } = await invited(lender);
    const missing = { status: 404, message: "NOT_FOUND" };
    expect(await session.send(findBorrower, { id })).toMatchObject(missing);
    expect(await session.send(notifyLender, { id })).toMatchObject(missing);
    expect(await session.send(createLinkToken, { borrowerId: id })).toMatchObject(missing);
  });

  test("opening a session is recorded, without an account and without the token", async () => {
    const fresh = await aLender(product);
    const session = await aBorrowerSession(product, fresh);
    const acts = (await (await fresh.as("admin")).send(calls.listAudit)).body;
    expect(acts.find(({ action }) => action === "visit.opened")).toMatchObject({
      actorId: null,
      objectId: session.borrower.id,
      detail: { visitId: expect.any(String) },
    });
    expect(JSON.stringify(acts)).not.toContain(session.link.token);
    expect(product.logged.join("\n")).not.toContain(session.token);
  });
});
