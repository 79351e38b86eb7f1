import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { aLender, nobody, type Lender, type Person } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { aPublicToken, connect, generate, heldByPlaid, settled } from "#features/asset-reports/server/test-bank.ts";
import { mailAbout, mailsTo } from "#features/identity/server/test-account.ts";
import { CONSENT } from "#features/visits/words.ts";
import { agree, aVisit, invited, open, share, shown } from "./test-visits.ts";

const { createLinkToken, exchangePublicToken, findOwnBorrower, findBorrower } = calls;
const { giveConsent, findVisit, takeBackConsent, listVisitLinks } = calls;
const WANTED = { status: 409, message: "CONSENT_REQUIRED" };

describe.each(ENGINES)("consent on %s", (engine) => {
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

  test("no bank dialog opens, and no bank is kept, before the visitor has agreed", async () => {
    const visit = await aVisit(product, lender);
    const borrowerId = visit.borrower.id;
    const asked = product.askedOfPlaid.length;
    expect(await visit.send(createLinkToken, { borrowerId })).toMatchObject(WANTED);
    expect(await visit.send(exchangePublicToken, { borrowerId, publicToken: "public-x" })).toMatchObject(WANTED);
    expect(product.askedOfPlaid.length).toBe(asked);
    expect((await visit.send(findVisit)).body.consent).toBeNull();
    await agree(visit);
    expect(await visit.send(createLinkToken, { borrowerId })).toMatchObject({ status: 200 });
  });

  test("words, version, time, address and browser of a consent are kept, and once it runs it stays as it was", async () => {
    const visit = await aVisit(product, lender);
    const given = await nobody(product, {
      authorization: `bearer ${visit.token}`,
      "user-agent": `Phone ${"9".repeat(900)}`,
    }).send(giveConsent, await shown(visit));
    expect(given).toMatchObject({
      status: 200,
      body: { consent: { version: CONSENT.version, at: expect.any(String) } },
    });
    const kept = await consentsOf(visit.borrower.id);
    expect(kept).toMatchObject([
      { version: CONSENT.version, email_key: visit.email, address: expect.stringMatching(/1$/), taken_back_at: null },
    ]);
    expect((await visit.send(findVisit)).body.consentText).toEqual({
      version: CONSENT.version,
      text: kept[0]!["words"],
    });
    expect(String(kept[0]!["words"])).toContain(
      "Test Lending uses the data for this loan only, and keeps it for 1095 days",
    );
    expect(String(kept[0]!["user_agent"])).toMatch(/^Phone 9{494}$/);
    await agree(visit);
    expect(await consentsOf(visit.borrower.id)).toEqual(kept);
  });

  test("nobody agrees to words that they were not shown", async () => {
    const visit = await aVisit(product, lender);
    const reply = await visit.send(giveConsent, { ...(await shown(visit)), version: "2020-01-01" });
    expect(reply).toMatchObject({ status: 409, message: "STALE" });
    expect(await consentsOf(visit.borrower.id)).toEqual([]);
  });

  test("nor to figures that the lender has changed since they were shown", async () => {
    const fresh = await aLender(product);
    const visit = await aVisit(product, fresh);
    const seen = await shown(visit);
    await product.asOwner("update organizations set retention_days = 400 where id = $1", [fresh.organizationId]);
    expect(await visit.send(giveConsent, seen)).toMatchObject({ status: 409, message: "STALE" });
    expect(await consentsOf(visit.borrower.id)).toEqual([]);
    await agree(visit);
    expect(await consentsOf(visit.borrower.id)).toMatchObject([{ retention_days: 400 }]);
  });

  test("consent to older words is asked for again, and superseded by the new one", async () => {
    const visit = await aVisit(product, lender);
    const { id: borrowerId } = visit.borrower;
    await agree(visit);
    await product.asOwner("update consents set version = '2020-01-01' where borrower_id = $1", [borrowerId]);
    expect((await visit.send(findVisit)).body.consent).toBeNull();
    expect(await visit.send(createLinkToken, { borrowerId })).toMatchObject(WANTED);
    await agree(visit);
    expect(await consentsOf(borrowerId)).toMatchObject([
      { version: "2020-01-01", superseded_at: expect.anything(), taken_back_at: null },
      { version: CONSENT.version, superseded_at: null },
    ]);
    expect(await visit.send(createLinkToken, { borrowerId })).toMatchObject({ status: 200 });
  });

  test("a co-borrower sees of the borrower the name and the status alone", async () => {
    const email = `sol.${crypto.randomUUID()}@example.net`;
    const others = { firstName: "Una", lastName: "Third", email: `una.${crypto.randomUUID()}@example.net` };
    const borrower = await invited(lender, {
      ...{ phone: "+15550109999", loanNumber: `L-${crypto.randomUUID()}` },
      coBorrowers: [{ firstName: "Sol", lastName: "Quill", email }, others],
    });
    const visit = await open(product, borrower, email);
    await agree(visit);
    const read = (await visit.send(findBorrower, { id: borrower.id })).body;
    const kept = await visit.send(exchangePublicToken, {
      borrowerId: borrower.id,
      publicToken: await aPublicToken(product),
    });
    for (const body of [read, kept.body]) {
      expect(Object.keys(body).sort()).toEqual(["firstName", "id", "items", "lastName", "status"]);
      expect(JSON.stringify(body)).not.toContain(borrower.email);
    }
  });

  test("who leaves the loan shares nothing any more: banks and consent end, on record; others stay", async () => {
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

  test("a corrected address of somebody who was never asked keeps what the lender connected", async () => {
    const { id } = await lender.hasBorrower();
    const before = await connect(product, officer, id);
    const email = `new.${crypto.randomUUID()}@example.net`;
    const now = (await officer.send(findOwnBorrower, { id })).body;
    expect((await itemsOf(id))[0]).toMatchObject({ holder_email: before.email });
    const edited = await officer.send(calls.updateBorrower, { ...now, email });
    expect(edited).toMatchObject({ status: 200, body: { items: [{ status: "ok" }] } });
    expect((await itemsOf(id))[0]).toMatchObject({ holder_email: email, removed_at: null });
  });

  test("agreeing twice at once is one consent", async () => {
    const visit = await aVisit(product, lender);
    await Promise.all(Array.from({ length: 8 }, () => agree(visit)));
    expect(await consentsOf(visit.borrower.id)).toHaveLength(1);
  });

  test("S7.38 a bank that a visitor connects is theirs: the borrower sees it, without what is the lender's", async () => {
    const visit = await aVisit(product, lender, { firstName: "Ada", lastName: "Quill", notes: "secret" });
    await agree(visit);
    const borrowerId = visit.borrower.id;
    const dialog = await visit.send(createLinkToken, { borrowerId });
    expect(await product.sandbox.plaid.find("link-tokens", dialog.body.linkToken)).toMatchObject({
      user: { fullName: "Ada Quill", email: visit.email },
    });
    const reply = await visit.send(exchangePublicToken, { borrowerId, publicToken: await aPublicToken(product) });
    expect(reply).toMatchObject({ status: 200, body: { status: "bank-connected" } });
    expect(JSON.stringify(reply.body)).not.toMatch(/secret|holderEmail|access-/);
    expect(await itemsOf(borrowerId)).toMatchObject([{ holder_email: visit.email }]);
    const seen = (await visit.send(findVisit)).body;
    expect(seen.banks).toMatchObject([{ institutionName: "First Platypus Bank", status: "ok" }]);
    const [row] = (await officer.send(listVisitLinks, { id: borrowerId })).body;
    expect(row).toMatchObject({ banks: 1, consentedAt: expect.any(String), revokedAt: null });
  });

  test("a co-borrower's bank is another person's: the same bank stays beside, neither sees or repairs the other's", async () => {
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
    for (const visit of [one, other]) {
      expect((await visit.send(findVisit)).body.banks).toHaveLength(1);
      expect((await visit.send(findBorrower, { id: borrower.id })).body.items).toHaveLength(1);
    }
    const [theirs] = (await one.send(findVisit)).body.banks;
    const repair = { borrowerId: borrower.id, itemId: theirs!.id };
    expect(await other.send(createLinkToken, repair)).toMatchObject({ status: 404, message: "NOT_FOUND" });
    expect(await one.send(createLinkToken, repair)).toMatchObject({ status: 200 });
    await share(product, one); // the same bank again replaces their own alone
    const items = await itemsOf(borrower.id);
    expect(items.map(({ holder_email: holder, removed_at: removed }) => [holder, removed === null])).toEqual([
      [borrower.email, false],
      [email, true],
      [borrower.email, true],
    ]);
  });

  test("taking consent back ends one's own banks here and at the provider; the last one gone, the status goes back", async () => {
    const visit = await aVisit(product, lender);
    await share(product, visit);
    const id = visit.borrower.id;
    const reply = await visit.send(takeBackConsent);
    expect(reply).toMatchObject({ status: 200, body: { consent: null, banks: [] } });
    expect((await officer.send(findOwnBorrower, { id })).body).toMatchObject({ status: "invited", items: [] });
    expect(await consentsOf(id)).toMatchObject([{ taken_back_at: expect.anything() }]);
    await isRemoved((await itemsOf(id))[0]!["provider_item_id"]);
    const mail = await mailAbout(product, officer.email, "consent was taken back");
    expect(mail.Text).toContain(`/account/borrowers/view/${id}`);
    expect((await officer.send(listVisitLinks, { id })).body[0]).toMatchObject({
      revokedAt: expect.any(String),
      banks: 0,
    });

    expect(await visit.send(takeBackConsent), "asked again").toMatchObject({ status: 200 });
    const publicToken = await aPublicToken(product);
    expect(await visit.send(exchangePublicToken, { borrowerId: id, publicToken })).toMatchObject(WANTED);
    await agree(visit);
    expect(await consentsOf(id), "agreed anew, beside what was").toHaveLength(2);
    expect(mailsTo(product, officer.email).filter(({ Subject }) => Subject.includes("taken back"))).toHaveLength(1);
  });

  test("a co-borrower's banks stay, and a report that was ready stays ready", async () => {
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

  test("a report that is being made over a bank that is taken back is not made", async () => {
    const visit = await aVisit(product, lender);
    await share(product, visit, { username: "user_report_never" });
    await officer.send(calls.generateAssetReport, { borrowerId: visit.borrower.id });
    await visit.send(takeBackConsent);
    expect(await settled(officer, visit.borrower.id)).toMatchObject({
      state: "failed",
      error: { code: "CONSENT_TAKEN_BACK" },
    });
  });

  test("what the lender connected is the borrower's own: they see it, may repair it and may end it", async () => {
    const visit = await aVisit(product, lender);
    const id = visit.borrower.id;
    await connect(product, officer, id);
    const [bank] = (await visit.send(findVisit)).body.banks;
    await agree(visit);
    expect(await visit.send(createLinkToken, { borrowerId: id, itemId: bank!.id })).toMatchObject({ status: 200 });
    await visit.send(takeBackConsent);
    expect((await officer.send(findOwnBorrower, { id })).body.items).toEqual([]);
  });

  test("a bank that is ended without a consent is told of all the same", async () => {
    const fresh = await aLender(product);
    const owner = await fresh.as("registered");
    const visit = await aVisit(product, fresh);
    const { id } = visit.borrower;
    await connect(product, owner, id);
    await visit.send(takeBackConsent);
    await visit.send(takeBackConsent);
    expect(await actsOf(id, "consent.taken-back")).toHaveLength(1);
    await mailAbout(product, owner.email, "consent was taken back");
  });
});
