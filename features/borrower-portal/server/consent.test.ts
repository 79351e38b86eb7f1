import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aPublicToken, connect, generate, heldByPlaid, settled } from "#features/asset-reports/server/test-bank.ts";
import { mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { CONSENT, consentText, SPANISH_CONSENT } from "#features/borrowers/labels.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { aBorrowerSession, agree, invited, open, share, shown } from "./test-portal.ts";

const { createLinkToken, exchangePublicToken, findOwnBorrower, findBorrower } = calls;
const { giveConsent, findVisit, takeBackConsent, listVisitLinks } = calls;
const WANTED = { status: 409, message: "CONSENT_REQUIRED" };

describe.each(FEATURE_ENGINES)("consent on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const consentsOf = (id: string) =>
    product.asOwner("select * from consents where borrower_id = $1 order by given_at", [id]);
  const itemsOf = (id: string) =>
    product.asOwner("select * from bank_items where borrower_id = $1 order by created_at", [id]);
  const actsOf = (id: string, action: string) =>
    product.asOwner("select 1 from audit_rows where object_id = $1 and action = $2", [id, action]);
  const isRemoved = (providerItemId: unknown) =>
    vi.waitFor(
      async () =>
        expect(await heldByPlaid(product, "items", String(providerItemId))).toMatchObject({
          removedAt: expect.any(String),
        }),
      15_000,
    );

  test("before the visitor agrees, no bank dialog opens and no bank is stored", async () => {
    const session = await aBorrowerSession(product, lender);
    const borrowerId = session.borrower.id;
    const asked = product.askedOfPlaid.length;
    expect(await session.send(createLinkToken, { borrowerId })).toMatchObject(WANTED);
    expect(await session.send(exchangePublicToken, { borrowerId, publicToken: "public-x" })).toMatchObject(WANTED);
    expect(product.askedOfPlaid.length).toBe(asked);
    expect((await session.send(findVisit)).body.consent).toBeNull();
    await agree(session);
    expect(await session.send(createLinkToken, { borrowerId })).toMatchObject({ status: 200 });
  });

  test("text, version, time, address and browser of a consent are stored, and a running consent stays as it is", async () => {
    const session = await aBorrowerSession(product, lender);
    const given = await anonymous(product, {
      authorization: `bearer ${session.token}`,
      "user-agent": `Phone ${"9".repeat(900)}`,
    }).send(giveConsent, await shown(session));
    expect(given).toMatchObject({
      status: 200,
      body: { consent: { version: CONSENT.version, at: expect.any(String) } },
    });
    const stored = await consentsOf(session.borrower.id);
    expect(stored).toMatchObject([
      { version: CONSENT.version, email_key: session.email, address: expect.stringMatching(/1$/), taken_back_at: null },
    ]);
    expect((await session.send(findVisit)).body.consentText).toEqual({
      version: CONSENT.version,
      text: stored[0]!["words"],
    });
    expect(String(stored[0]!["words"])).toContain(
      "Test Lending uses the data for this loan only. The data is stored for 3 years",
    );
    expect(String(stored[0]!["user_agent"])).toMatch(/^Phone 9{494}$/);
    await agree(session);
    expect(await consentsOf(session.borrower.id)).toEqual(stored);
  });

  test("consent is stored in the language in which it was shown, and a bank may be connected under it", async () => {
    const session = await aBorrowerSession(product, lender);
    const asking = await shown(session);
    const given = await session.send(giveConsent, { ...asking, version: SPANISH_CONSENT.version });
    expect(given.body.consent).toMatchObject({ version: SPANISH_CONSENT.version });
    const words = consentText({ lender: asking.lender, days: asking.days, keptDays: asking.keptDays }, SPANISH_CONSENT);
    const hash = sha256(words).toString("hex");
    expect(await consentsOf(session.borrower.id)).toMatchObject([
      { version: SPANISH_CONSENT.version, words, sha256: hash },
    ]);
    const link = await session.send(calls.createLinkToken, { borrowerId: session.borrower.id });
    expect(link, String(link.message)).toMatchObject({ status: 200 });
  });

  test("a visitor cannot agree to a text that they were not shown", async () => {
    const session = await aBorrowerSession(product, lender);
    const reply = await session.send(giveConsent, { ...(await shown(session)), version: "2020-01-01" });
    expect(reply).toMatchObject({ status: 409, message: "STALE" });
    expect(await consentsOf(session.borrower.id)).toEqual([]);
  });

  test("a visitor cannot agree to figures that the lender has changed since they were shown", async () => {
    const fresh = await aLender(product);
    const session = await aBorrowerSession(product, fresh);
    const seen = await shown(session);
    await product.asOwner(
      "update organizations set retention_days = 100, document_days = 400, report_days = 200 where id = $1",
      [fresh.organizationId],
    );
    expect(await session.send(giveConsent, seen)).toMatchObject({ status: 409, message: "STALE" });
    expect(await consentsOf(session.borrower.id)).toEqual([]);
    await agree(session);
    expect(await consentsOf(session.borrower.id)).toMatchObject([{ retention_days: 400 }]);
  });

  test("consent to an older text is requested again, and the new consent replaces it", async () => {
    const session = await aBorrowerSession(product, lender);
    const { id: borrowerId } = session.borrower;
    await agree(session);
    await product.asOwner("update consents set version = '2020-01-01' where borrower_id = $1", [borrowerId]);
    expect((await session.send(findVisit)).body.consent).toBeNull();
    expect(await session.send(createLinkToken, { borrowerId })).toMatchObject(WANTED);
    await agree(session);
    expect(await consentsOf(borrowerId)).toMatchObject([
      { version: "2020-01-01", superseded_at: expect.anything(), taken_back_at: null },
      { version: CONSENT.version, superseded_at: null },
    ]);
    expect(await session.send(createLinkToken, { borrowerId })).toMatchObject({ status: 200 });
  });

  test("a co-borrower sees only the borrower's name and status", async () => {
    const email = `sol.${crypto.randomUUID()}@example.net`;
    const others = { firstName: "Una", lastName: "Third", email: `una.${crypto.randomUUID()}@example.net` };
    const borrower = await invited(lender, {
      ...{ phone: "+15550109999", loanNumber: `L-${crypto.randomUUID()}` },
      coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }, others],
    });
    const session = await open(product, borrower, email);
    await agree(session);
    const read = (await session.send(findBorrower, { id: borrower.id })).body;
    const stored = await session.send(exchangePublicToken, {
      borrowerId: borrower.id,
      publicToken: await aPublicToken(product),
    });
    for (const body of [read, stored.body]) {
      expect(Object.keys(body).sort()).toEqual(["firstName", "id", "items", "lastName", "status"]);
      expect(JSON.stringify(body)).not.toContain(borrower.email);
    }
  });

  test("a person who leaves the loan shares nothing anymore: banks and consent end, on record; others stay", async () => {
    const email = `sol.${crypto.randomUUID()}@example.net`;
    const borrower = await invited(lender, { coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }] });
    const { id } = borrower;
    const [one, other] = [await open(product, borrower, borrower.email), await open(product, borrower, email)];
    await share(product, one);
    await share(product, other);
    const now = (await officer.send(findOwnBorrower, { id })).body;
    const edited = await officer.send(calls.updateBorrower, { ...now, coBorrowers: [] });
    expect(edited).toMatchObject({ status: 200, body: { status: "bank-connected", items: [{ status: "ok" }] } });
    expect(await consentsOf(id)).toMatchObject([{ taken_back_at: null }, { taken_back_at: expect.anything() }]);
    const [, gone] = await itemsOf(id);
    expect(gone).toMatchObject({ holder_email: email, taken_back_at: expect.anything(), kept_days: 1095 });
    await isRemoved(gone!["provider_item_id"]);
    expect(await actsOf(id, "consent.ended")).toHaveLength(1);
  });

  test("correcting the address of a person who never agreed online keeps the lender's connections", async () => {
    const { id } = await lender.hasBorrower();
    const before = await connect(product, officer, id);
    const email = `new.${crypto.randomUUID()}@example.net`;
    const now = (await officer.send(findOwnBorrower, { id })).body;
    expect((await itemsOf(id))[0]).toMatchObject({ holder_email: before.email });
    const edited = await officer.send(calls.updateBorrower, { ...now, email });
    expect(edited).toMatchObject({ status: 200, body: { items: [{ status: "ok" }] } });
    expect((await itemsOf(id))[0]).toMatchObject({ holder_email: email, removed_at: null });
    expect(await consentsOf(id)).toMatchObject([{ email_key: email, method: "attested", taken_back_at: null }]);
  });

  test("two simultaneous consents are one consent", async () => {
    const session = await aBorrowerSession(product, lender);
    await Promise.all(Array.from({ length: 8 }, () => agree(session)));
    expect(await consentsOf(session.borrower.id)).toHaveLength(1);
  });

  test("a bank that a visitor connects is theirs: the borrower sees it, without the lender's data", async () => {
    const session = await aBorrowerSession(product, lender, { firstName: "Ada", lastName: "Quill", notes: "secret" });
    await agree(session);
    const borrowerId = session.borrower.id;
    const dialog = await session.send(createLinkToken, { borrowerId });
    expect(await product.sandbox.plaid.find("link-tokens", dialog.body.linkToken)).toMatchObject({
      user: { fullName: "Ada Quill", email: session.email },
    });
    const reply = await session.send(exchangePublicToken, { borrowerId, publicToken: await aPublicToken(product) });
    expect(reply).toMatchObject({ status: 200, body: { status: "bank-connected" } });
    expect(JSON.stringify(reply.body)).not.toMatch(/secret|holderEmail|access-/);
    expect(await itemsOf(borrowerId)).toMatchObject([{ holder_email: session.email }]);
    const seen = (await session.send(findVisit)).body;
    expect(seen.banks).toMatchObject([{ institutionName: "First Platypus Bank", status: "ok" }]);
    const [row] = (await officer.send(listVisitLinks, { id: borrowerId })).body;
    expect(row).toMatchObject({ banks: 1, consentedAt: expect.any(String), revokedAt: null });
  });

  test("a co-borrower's connection to the same bank is separate: neither person sees or repairs the other's", async () => {
    const email = `sol.${crypto.randomUUID()}@example.net`;
    const borrower = await invited(lender, { coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }] });
    const [one, other] = [await open(product, borrower, borrower.email), await open(product, borrower, email)];
    await share(product, one);
    await agree(other);
    const dialog = await other.send(createLinkToken, { borrowerId: borrower.id });
    expect(await product.sandbox.plaid.find("link-tokens", dialog.body.linkToken)).toMatchObject({
      user: { fullName: "Sol Quill", email },
    });
    await share(product, other);
    const whole = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    expect(whole.items).toHaveLength(2);
    for (const session of [one, other]) {
      expect((await session.send(findVisit)).body.banks).toHaveLength(1);
      expect((await session.send(findBorrower, { id: borrower.id })).body.items).toHaveLength(1);
    }
    const [theirs] = (await one.send(findVisit)).body.banks;
    const repair = { borrowerId: borrower.id, itemId: theirs!.id };
    expect(await other.send(createLinkToken, repair)).toMatchObject({ status: 404, message: "NOT_FOUND" });
    expect(await one.send(createLinkToken, repair)).toMatchObject({ status: 200 });
    await share(product, one); // the same bank again replaces only their own connection
    const items = await itemsOf(borrower.id);
    expect(items.map(({ holder_email: holder, removed_at: removed }) => [holder, removed === null])).toEqual([
      [borrower.email, false],
      [email, true],
      [borrower.email, true],
    ]);
  });

  test("withdrawing consent ends the visitor's own banks here and at the provider; after the last one the status goes back", async () => {
    const session = await aBorrowerSession(product, lender);
    await share(product, session);
    const id = session.borrower.id;
    const reply = await session.send(takeBackConsent);
    expect(reply).toMatchObject({ status: 200, body: { consent: null, banks: [] } });
    expect((await officer.send(findOwnBorrower, { id })).body).toMatchObject({ status: "invited", items: [] });
    expect(await consentsOf(id)).toMatchObject([{ taken_back_at: expect.anything() }]);
    await isRemoved((await itemsOf(id))[0]!["provider_item_id"]);
    const mail = await mailAbout(product, officer.email, "consent was withdrawn");
    expect(mail.Text).toContain(`/account/borrowers/view/${id}`);
    expect((await officer.send(listVisitLinks, { id })).body[0]).toMatchObject({
      revokedAt: expect.any(String),
      banks: 0,
    });

    expect(await session.send(takeBackConsent), "asked again").toMatchObject({ status: 200 });
    const publicToken = await aPublicToken(product);
    expect(await session.send(exchangePublicToken, { borrowerId: id, publicToken })).toMatchObject(WANTED);
    await agree(session);
    expect(await consentsOf(id), "agreed again, beside the earlier consent").toHaveLength(2);
    expect(mailsTo(product, officer.email).filter(({ Subject }) => Subject.includes("withdrawn"))).toHaveLength(1);
  });

  test("a co-borrower's banks stay, and a ready report stays ready", async () => {
    const email = `sol.${crypto.randomUUID()}@example.net`;
    const borrower = await invited(lender, { coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }] });
    const [one, other] = [await open(product, borrower, borrower.email), await open(product, borrower, email)];
    await share(product, one);
    await share(product, other);
    await one.send(takeBackConsent);
    expect((await officer.send(findOwnBorrower, { id: borrower.id })).body).toMatchObject({
      status: "bank-connected",
      items: [{ status: "ok" }],
    });
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    await other.send(takeBackConsent);
    const whole = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    expect(whole).toMatchObject({ status: "report-ready", items: [], latestReportId: expect.any(String) });
  });

  test("a report under way is not finished if one of its banks is taken back", async () => {
    const session = await aBorrowerSession(product, lender);
    await share(product, session, { username: "user_report_never" });
    await officer.send(calls.generateAssetReport, { borrowerId: session.borrower.id });
    await session.send(takeBackConsent);
    expect(await settled(officer, session.borrower.id)).toMatchObject({
      state: "failed",
      error: { code: "CONSENT_TAKEN_BACK" },
    });
  });

  test("the lender's connection belongs to the borrower: they see it, may repair it and may end it", async () => {
    const session = await aBorrowerSession(product, lender);
    const id = session.borrower.id;
    await connect(product, officer, id);
    const [bank] = (await session.send(findVisit)).body.banks;
    await agree(session);
    expect(await session.send(createLinkToken, { borrowerId: id, itemId: bank!.id })).toMatchObject({ status: 200 });
    await session.send(takeBackConsent);
    expect((await officer.send(findOwnBorrower, { id })).body.items).toEqual([]);
  });

  test("ending a bank without a consent notifies the lender too", async () => {
    const fresh = await aLender(product);
    const owner = await fresh.as("registered");
    const session = await aBorrowerSession(product, fresh);
    const { id } = session.borrower;
    await connect(product, owner, id);
    await session.send(takeBackConsent);
    await session.send(takeBackConsent);
    expect(await actsOf(id, "consent.taken-back")).toHaveLength(1);
    await mailAbout(product, owner.email, "consent was withdrawn");
  });
});
