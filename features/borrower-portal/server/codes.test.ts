import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { aBrowser, mailAbout } from "#features/auth/server/test-account.ts";
import { CODE_TRIES, CODES_PER_HOUR } from "#features/borrower-portal/contract.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aBorrowerSession, codeFor, type TestBorrowerSession } from "./test-portal.ts";

const { previewVisit, sendVisitCode, continueVisit, openVisit, findVisit, changeBorrowerStatus } = calls;
const WRONG = { status: 409, message: "CODE_WRONG" };
const DEAD = { status: 410, message: "LINK_DEAD" };

describe.each(FEATURE_ENGINES)("another browser on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const codeOf = (session: TestBorrowerSession, count = 1) => codeFor(product, session, { link: session.link, count });

  test("a link that was opened elsewhere shows who sent it and opens only with the emailed code; the first session goes on", async () => {
    const session = await aBorrowerSession(product, lender, { phone: "+15550102030" });
    const other = aBrowser(product);
    expect((await session.browser.send(previewVisit, session.link)).body).toMatchObject({ needsCode: false });
    expect((await other.send(previewVisit, session.link)).body).toMatchObject({
      ...{ needsCode: true, lender: { name: "Test Lending", officerName: "Test registered" } },
      ...{ emailHint: expect.stringMatching(/^.…@/), phoneHint: "…2030" },
    });
    expect(await other.send(openVisit, session.link), "a copied link").toMatchObject(DEAD);
    const asked = await codeOf(session);
    const opened = await other.send(continueVisit, asked);
    expect(opened, String(opened.message)).toMatchObject({ status: 200 });
    const here = someoneWith(product, opened.body.visitToken);
    expect((await here.send(findVisit)).body).toMatchObject({ email: session.email });
    expect(await session.send(findVisit)).toMatchObject({ status: 200 });
    expect(await other.send(openVisit, session.link), "it is this browser's now").toMatchObject({ status: 200 });
    expect(await session.browser.send(openVisit, session.link)).toMatchObject(DEAD);
    expect(await aBrowser(product).send(continueVisit, asked), "the code is used up").toMatchObject(WRONG);
    const stored = await product.asOwner("select c::text as row from visit_codes c where borrower_id = $1", [
      session.borrower.id,
    ]);
    const queued = await product.asOwner("select j::text as row from jobs.job j where name = 'visits.mail-code'");
    expect(JSON.stringify([stored, queued, product.logged])).not.toMatch(new RegExp(`\\b${asked.code}\\b`));
  });

  test("a code ends after five wrong tries, after ten minutes and with a newer one, and bad input is no try", async () => {
    const session = await aBorrowerSession(product, lender);
    const asked = await codeOf(session);
    const wrong = { ...asked, code: asked.code === "000000" ? "000001" : "000000" };
    for (const code of ["", "12345", "1234567", "abcdef"])
      expect(await aBrowser(product).send(continueVisit, { ...asked, code })).toMatchObject({
        status: 400,
        errors: [{ field: "code" }],
      });
    for (let tries = 0; tries < CODE_TRIES; tries++)
      expect(await aBrowser(product).send(continueVisit, wrong)).toMatchObject(WRONG);
    expect(await aBrowser(product).send(continueVisit, asked), "right, but too late").toMatchObject(WRONG);

    const newer = await codeOf(session, 2);
    await product.asOwner("update visit_codes set expires_at = now() where borrower_id = $1", [session.borrower.id]);
    expect(await aBrowser(product).send(continueVisit, newer), "too old").toMatchObject(WRONG);
    const third = await codeOf(session, 3);
    await codeOf(session, 4);
    expect(await aBrowser(product).send(continueVisit, third), "replaced").toMatchObject(WRONG);
  });

  test("of two browsers with the same code one continues", async () => {
    const session = await aBorrowerSession(product, lender);
    const asked = await codeOf(session);
    const both = await Promise.all([1, 2].map(() => aBrowser(product).send(continueVisit, asked)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("a link sends a limited number of codes an hour, also at the same time", async () => {
    const session = await aBorrowerSession(product, lender);
    const send = () => aBrowser(product).send(sendVisitCode, { ...session.link, by: "email" });
    const all = await Promise.all(Array.from({ length: CODES_PER_HOUR + 2 }, send));
    expect(all.filter(({ status }) => status === 204)).toHaveLength(CODES_PER_HOUR);
    expect(all.filter(({ message }) => message === "LIMIT_REACHED")).toHaveLength(2);
  });

  test("a code by text goes to the borrower's own number, and to no one without one", async () => {
    const session = await aBorrowerSession(product, lender, { phone: "+15550104455" });
    const send = (one: TestBorrowerSession) => aBrowser(product).send(sendVisitCode, { ...one.link, by: "text" });
    expect(await send(session)).toMatchObject({ status: 204 });
    const [row] = await product.asOwner("select sent_by, code_hash from visit_codes where borrower_id = $1", [
      session.borrower.id,
    ]);
    expect(row).toMatchObject({ sent_by: "text", code_hash: expect.anything() });
    const without = await aBorrowerSession(product, lender);
    expect(await send(without)).toMatchObject({ status: 409, message: "PHONE_REFUSED" });
  });

  test("a link that has ended, is made up or of a closed loan sends no code and shows nothing", async () => {
    const session = await aBorrowerSession(product, lender);
    const asked = await codeOf(session);
    const officer = await lender.as("registered");
    await officer.send(changeBorrowerStatus, { id: session.borrower.id, status: "closed" });
    for (const link of [session.link, { ...session.link, token: "a".repeat(43) }]) {
      expect(await aBrowser(product).send(previewVisit, link)).toMatchObject(DEAD);
      expect(await aBrowser(product).send(sendVisitCode, { ...link, by: "email" })).toMatchObject(DEAD);
      expect(await aBrowser(product).send(continueVisit, { ...asked, ...link })).toMatchObject(DEAD);
    }
    await vi.waitFor(() => mailAbout(product, session.email, "Your code", 1));
  });
});
