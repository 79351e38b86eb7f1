import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { aPublicToken, attest, connect, heldByPlaid } from "#features/asset-reports/server/test-bank.ts";
import { aBrowser } from "#features/auth/server/test-account.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { CONSENT, consentText } from "#features/borrowers/labels.ts";
import { agree, invited, open } from "./test-portal.ts";

const { createLinkToken, exchangePublicToken, recordConsent, listConsents, takeBackConsent } = calls;
const { copyVisitLink, textVisitLink, openVisit, listVisitLinks } = calls;
const WANTED = { status: 409, message: "CONSENT_REQUIRED" };
const SIGNED = { method: "attested", signedOn: "2026-01-05" } as const;

describe.each(FEATURE_ENGINES)("the officer's side of a consent on %s", (engine) => {
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
  const actsOf = (id: string, action: string) =>
    product.asOwner("select detail from audit_rows where object_id = $1 and action = $2", [id, action]);
  const policy = (isOn: boolean) =>
    product.asOwner("update organizations set connect_in_person = $2 where id = $1", [lender.organizationId, isOn]);
  const textsTo = async (phone: string): Promise<string[]> => {
    const { accountSid, authToken } = product.product.config.sms!;
    const reply = await fetch(
      `${product.sandbox.providersUrl}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`,
      {
        headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}` },
      },
    );
    const { messages } = (await reply.json()) as { messages: { to: string; body: string }[] };
    return messages.filter(({ to }) => to === phone).map(({ body }) => body);
  };
  const withTwo = () =>
    lender.hasBorrower({
      coBorrowers: [{ firstName: "Ann", lastName: "Lee", email: `ann.${randomUUID()}@example.net` }],
    });

  test("an officer cannot open the bank dialog, or save a bank, without the person's consent", async () => {
    const { id: borrowerId, email } = await lender.hasBorrower();
    const publicToken = await aPublicToken(product);
    expect(await officer.send(createLinkToken, { borrowerId })).toMatchObject(WANTED);
    expect(await officer.send(exchangePublicToken, { borrowerId, publicToken })).toMatchObject(WANTED);
    expect(await product.asOwner("select 1 from bank_items where borrower_id = $1", [borrowerId])).toEqual([]);
    expect((await officer.send(recordConsent, { id: borrowerId, email, ...SIGNED })).status).toBe(200);
    expect(await officer.send(createLinkToken, { borrowerId })).toMatchObject({ status: 200 });
    // The refusal did not use up the token.
    expect(await officer.send(exchangePublicToken, { borrowerId, publicToken })).toMatchObject({ status: 200 });
  });

  test("an attestation is stored with the officer, address, browser, purpose and duration", async () => {
    const { id, email } = await lender.hasBorrower();
    const reply = await officer.send(recordConsent, { id, email, ...SIGNED });
    expect(reply.body.people).toMatchObject([
      {
        email,
        isRunning: true,
        consent: { method: "attested", signedOn: "2026-01-05", textVersion: null, sha256: null },
      },
    ]);
    expect(reply.body.people[0]!.consent!.recordedBy).toBeTruthy();
    expect(await consentsOf(id)).toMatchObject([
      {
        ...{ method: "attested", recorded_by: officer.userId, version: null, words: null, sha256: null },
        ...{ purpose: "Verify the funds for a home loan", days_requested: 90, retention_days: 1095 },
        ...{ address: expect.stringMatching(/./), user_agent: expect.any(String), taken_back_at: null },
      },
    ]);
    expect(await actsOf(id, "consent.attested")).toHaveLength(1);
  });

  test("recording the same consent again, or with the same key, stores it once", async () => {
    const { id, email } = await lender.hasBorrower();
    const keyed = someoneWith(product, officer.token, { "idempotency-key": randomUUID() });
    for (const sender of [keyed, keyed, officer])
      expect((await sender.send(recordConsent, { id, email, ...SIGNED })).status).toBe(200);
    expect(await consentsOf(id)).toHaveLength(1);
    await product.asOwner("update consents set taken_back_at = now() where borrower_id = $1", [id]);
    const repeated = await keyed.send(recordConsent, { id, email, ...SIGNED });
    expect(repeated).toMatchObject({ status: 200, body: { people: [{ isRunning: false }] } });
    expect(await consentsOf(id)).toHaveLength(1);
  });

  test("in person needs the organization's policy, and the text that is current", async () => {
    const { id, email } = await lender.hasBorrower();
    const { asking } = (await officer.send(listConsents, { id })).body;
    const inPerson = { id, email, method: "in_person", shown: { ...asking, version: CONSENT.version } } as const;
    expect(await officer.send(recordConsent, inPerson)).toMatchObject({ status: 409, message: "IN_PERSON_OFF" });
    expect(await consentsOf(id)).toEqual([]);
    await policy(true);
    for (const other of [{ version: "2020-01-01" }, { lender: "Another" }, { days: 1 }, { keptDays: 1 }])
      expect(await officer.send(recordConsent, { ...inPerson, shown: { ...inPerson.shown, ...other } })).toMatchObject({
        status: 409,
        message: "STALE",
      });
    expect(await officer.send(recordConsent, inPerson)).toMatchObject({ status: 200 });
    await policy(false);
    const words = consentText(asking);
    const sha256 = createHash("sha256").update(words).digest("hex");
    expect(await consentsOf(id)).toMatchObject([{ method: "in_person", words, sha256, version: CONSENT.version }]);
  });

  test("a signed form has the hash of the uploaded document, which belongs to the same borrower", async () => {
    const { id, email } = await lender.hasBorrower();
    const other = await lender.hasBorrower();
    const upload = { name: "authorization.pdf", file: aDocument() };
    const document = (await officer.send(calls.uploadDocument, { borrowerId: id, ...upload })).body;
    const form = { method: "signed_form", signedOn: "2026-01-05", documentId: document.id } as const;
    expect(await officer.send(recordConsent, { ...other, ...form })).toMatchObject({ status: 404 });
    expect(await officer.send(recordConsent, { id, email, ...form })).toMatchObject({ status: 200 });
    expect(await consentsOf(id)).toMatchObject([{ document_id: document.id, sha256: document.sha256 }]);
  });

  test.each([
    ["in person without the text", { method: "in_person" }, "shown"],
    ["a form without the document", { method: "signed_form", signedOn: "2026-01-05" }, "documentId"],
    ["an attestation without a date", { method: "attested" }, "signedOn"],
    ["a form of the future", { method: "attested", signedOn: "2999-01-01" }, "signedOn"],
    ["a person who is not on the loan", { ...SIGNED, email: "stranger@example.net" }, "email"],
  ])("%s is refused", async (_what, given, field) => {
    const { id, email } = await lender.hasBorrower();
    const reply = await officer.send(recordConsent, { id, email, ...given } as never);
    expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
    expect(reply.errors).toContainEqual(expect.objectContaining({ field }));
  });

  test("of two people on one loan, each has a consent and banks of their own", async () => {
    const { id: borrowerId, coBorrowers } = await withTwo();
    const email = coBorrowers[0]!.email;
    await attest(officer, borrowerId, email);
    expect(await officer.send(createLinkToken, { borrowerId })).toMatchObject(WANTED);
    expect(await officer.send(createLinkToken, { borrowerId, email })).toMatchObject({ status: 200 });
    const publicToken = await aPublicToken(product);
    expect(await officer.send(exchangePublicToken, { borrowerId, email, publicToken })).toMatchObject({ status: 200 });
    expect(await product.asOwner("select holder_email from bank_items where borrower_id = $1", [borrowerId])).toEqual([
      { holder_email: email },
    ]);
    expect((await officer.send(listConsents, { id: borrowerId })).body.people).toMatchObject([
      { isRunning: false, consent: null },
      { email, isRunning: true },
    ]);
  });

  test("consent withdrawn while the officer's dialog is open saves no bank and ends the new connection", async () => {
    const borrower = await invited(lender);
    const session = await open(product, borrower, borrower.email);
    await agree(session);
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject({ status: 200 });
    const publicToken = await aPublicToken(product);
    await session.send(takeBackConsent);
    expect(await officer.send(exchangePublicToken, { borrowerId: borrower.id, publicToken })).toMatchObject(WANTED);
    expect(await product.asOwner("select 1 from bank_items where borrower_id = $1", [borrower.id])).toEqual([]);
  });

  test("consent to an older text counts as none, for the officer too", async () => {
    const borrower = await invited(lender);
    await agree(await open(product, borrower, borrower.email));
    await product.asOwner("update consents set version = '2020-01-01' where borrower_id = $1", [borrower.id]);
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(WANTED);
    expect((await officer.send(listConsents, { id: borrower.id })).body.people[0]).toMatchObject({ isRunning: false });
  });

  test("a borrower whose form is on file still agrees to the text on their own page, and can withdraw", async () => {
    const borrower = await invited(lender);
    await connect(product, officer, borrower.id);
    const session = await open(product, borrower, borrower.email);
    expect(await session.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(WANTED);
    await session.send(takeBackConsent);
    expect(await consentsOf(borrower.id)).toMatchObject([{ method: "attested", taken_back_at: expect.anything() }]);
    expect(await officer.send(createLinkToken, { borrowerId: borrower.id })).toMatchObject(WANTED);
    const [item] = await product.asOwner("select * from bank_items where borrower_id = $1", [borrower.id]);
    await vi.waitFor(async () =>
      expect(await heldByPlaid(product, "items", String(item!["provider_item_id"]))).toMatchObject({
        removedAt: expect.any(String),
      }),
    );
  });

  test("a copied link opens the page once, and ends the link before it", async () => {
    const { id, email } = await lender.hasBorrower();
    const urlOf = async () => new URL((await officer.send(copyVisitLink, { id, email })).body.linkURL);
    const [first, second] = [await urlOf(), await urlOf()];
    expect(first.href).toContain(`/borrower/${id}?t=`);
    const opened = (url: URL) => aBrowser(product).send(openVisit, { id, token: url.searchParams.get("t")! });
    expect(await opened(first)).toMatchObject({ status: 410 });
    expect(await opened(second)).toMatchObject({ status: 200 });
    expect(await actsOf(id, "visit-link.copied")).toHaveLength(2);
    expect((await officer.send(listVisitLinks, { id })).body[0]).toMatchObject({ sentBy: "copy" });
  });

  test("a text message has the link", async () => {
    const { id, email } = await lender.hasBorrower();
    const phone = "+15550100777";
    const reply = await officer.send(textVisitLink, { id, email, phone });
    expect(reply).toMatchObject({ status: 200, body: [{ sentBy: "text", sentAt: expect.any(String) }] });
    const [body] = await textsTo(phone);
    const [, token] = /\/borrower\/[^?]+\?t=([\w-]+)/.exec(body!)!;
    expect(await aBrowser(product).send(openVisit, { id, token: token! })).toMatchObject({ status: 200 });
    expect((await officer.send(calls.findOwnBorrower, { id })).body.status).toBe("invited");
  });

  test("with the provider of text messages down, nothing is sent and the earlier link still works", async () => {
    const { id, email } = await lender.hasBorrower();
    const { linkURL } = (await officer.send(copyVisitLink, { id, email })).body;
    await product.sandbox.twilio.steer({ mode: "down" });
    const reply = await officer.send(textVisitLink, { id, email, phone: "+15550100778" });
    product.sandbox.twilio.reset();
    expect(reply).toMatchObject({ status: 502, message: "PROVIDER_UNAVAILABLE" });
    expect(await textsTo("+15550100778")).toEqual([]);
    const token = new URL(linkURL).searchParams.get("t")!;
    expect(await aBrowser(product).send(openVisit, { id, token })).toMatchObject({ status: 200 });
    expect(await actsOf(id, "visit-link.texted")).toEqual([]);
  });

  test("a number that is not E.164 is refused here, and one that cannot receive texts by the provider", async () => {
    const { id, email } = await lender.hasBorrower();
    expect(await officer.send(textVisitLink, { id, email, phone: "555-0100" })).toMatchObject({ status: 400 });
    expect(await officer.send(textVisitLink, { id, email, phone: "+15005550009" })).toMatchObject({
      status: 409,
      message: "PHONE_REFUSED",
    });
    expect((await officer.send(calls.findOwnBorrower, { id })).body.status).toBe("new");
  });

  test("the record of what a person did stays after a new link", async () => {
    const borrower = await invited(lender);
    const { id, email } = borrower;
    const session = await open(product, borrower, email);
    await agree(session);
    await session.send(takeBackConsent);
    await officer.send(copyVisitLink, { id, email });
    expect((await officer.send(listVisitLinks, { id })).body[0]).toMatchObject({
      openedAt: null,
      openings: [expect.any(String)],
      consents: [{ method: "online", withdrawnAt: expect.any(String) }],
    });
  });
});
