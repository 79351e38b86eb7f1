import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { generate } from "#features/asset-reports/server/test-bank.ts";
import { mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import type { BorrowerDetails } from "#features/borrowers/contract.ts";
import { DISCLOSURE, disclosureText } from "#features/borrower-portal/labels.ts";
import { SPANISH_DISCLOSURE, spanishGiftLetterText } from "#features/borrower-portal/spanish-labels.ts";
import { aDocument, SMALL_INCOME } from "#features/underwriting/server/test-evidence.ts";
import { missingGiftParts } from "#features/underwriting/rules/gifts.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type * as z from "zod/mini";
import { aBorrowerSession, aDonor, mailedLink, share, signingOf } from "./test-portal.ts";

const { requestGiftLetter, resendGiftLetter, revokeGiftLetter, listGiftLetters } = calls;
const { findGiftLetter, signGiftLetter, uploadDonorDocument, askDonor, answerTask, findVisit, listEvidence } = calls;
const DEAD = { status: 410, message: "LINK_DEAD" };

describe.each(FEATURE_ENGINES)("gift letters on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const aBorrower = (details: Partial<z.input<typeof BorrowerDetails>> = {}) =>
    lender.hasBorrower({ firstName: "Nora", lastName: "Quill", loan: SMALL_INCOME, ...details });
  const evidenceOf = async (borrowerId: string) => (await officer.send(listEvidence, { borrowerId })).body.evidence;
  const letterOf = async (id: string) => (await officer.send(listGiftLetters, { id })).body.letters.at(-1)!;

  test("the donor signs through their own link; the letter is stored as signed, and the rules count it as the signed letter", async () => {
    const borrower = await aBorrower();
    const donor = await aDonor(product, officer, borrower);
    const mail = await mailAbout(product, donor.email, "sign a gift letter");
    expect(mail.Text).toContain("a home loan for Nora Quill. Our records show a gift of $5,000.00 from you.");
    const page = await donor.send(findGiftLetter);
    expect(page.body).toMatchObject({
      ...{
        borrowerName: "Nora Quill",
        donorName: "Maria Whitfield",
        amountCents: 500_000,
        isToCome: true,
        signed: null,
      },
      lender: { name: "Test Lending", officerName: "Test registered" },
    });
    const signed = await donor.send(signGiftLetter, donor.signing);
    expect(signed, JSON.stringify(signed.errors)).toMatchObject({
      status: 200,
      body: { signed: { text: donor.signing.text, signedName: "Maria Whitfield", canAddDocuments: true } },
    });
    const [evidence] = await evidenceOf(borrower.id);
    const { address, phone } = donor.signing;
    expect(evidence).toMatchObject({
      ...{ kind: "gift", state: "proposed", amountCents: 500_000, noRepayment: true, hasDocument: true },
      donor: { name: "Maria Whitfield", relationship: "mother", address, phone },
      letter: {
        ...{ signer: "donor", text: donor.signing.text, signedName: "Maria Whitfield" },
        ...{ signedAt: expect.any(String), address: expect.stringMatching(/127\.0\.0\.1|::1/) },
        disclosure: {
          version: DISCLOSURE.version,
          sha256: sha256(disclosureText("Test Lending")).toString("hex"),
          acceptedAt: expect.any(String),
        },
      },
    });
    expect(missingGiftParts({ ...evidence!, transferEvidence: false })).toEqual([
      "proof of the donor's transfer or the closing agent's receipt",
    ]);
    await expect(
      product.asOwner("update evidence set letter = jsonb_set(letter, '{text}', '\"other\"') where id = $1", [
        evidence!.id,
      ]),
    ).rejects.toThrow("cannot be changed");

    const sent = await donor.send(uploadDonorDocument, { name: "wire.pdf", file: aDocument() });
    expect(sent, String(sent.message)).toMatchObject({ status: 200, body: { documents: [{ name: "wire.pdf" }] } });
    expect((await evidenceOf(borrower.id))[0]!.documents).toMatchObject([{ name: "wire.pdf", kind: "receipt" }]);
    expect(await letterOf(borrower.id)).toMatchObject({ signedAt: expect.any(String), revokedAt: null });
    await mailAbout(product, officer.email, "Nora Quill: response received");
    const { version, id } = (await evidenceOf(borrower.id))[0]!;
    const accepted = { id, state: "accepted", reason: null, version } as const;
    expect(await officer.send(calls.reviewEvidence, accepted)).toMatchObject({ status: 200, body: { counts: true } });
    expect(await donor.send(uploadDonorDocument, { name: "more.pdf", file: aDocument() })).toMatchObject({
      status: 409,
      message: "STALE",
    });
  });

  test("opening, prefetching or heading the link as a scanner does signs nothing and does not use it up", async () => {
    const donor = await aDonor(product, officer, await aBorrower());
    const { id } = await mailedLink(product, donor.email);
    const address = `${product.url}/gift-letter/${id}?t=${donor.token}`;
    for (const method of ["GET", "HEAD"]) await fetch(address, { method });
    const headers = { authorization: `bearer ${donor.token}`, purpose: "prefetch", "sec-purpose": "prefetch" };
    const replies = await Promise.all(
      ["GET", "HEAD"].map((method) => fetch(`${product.url}/api/latest/gift-letter`, { method, headers })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 404]);
    expect(await evidenceOf(donor.borrower.id)).toEqual([]);
    expect(await donor.send(signGiftLetter, donor.signing)).toMatchObject({ status: 200 });
  });

  test("while the scanner is down the donor's proof is not stored, and the same file is accepted once it is back", async () => {
    const donor = await aDonor(product, officer, await aBorrower());
    await donor.send(signGiftLetter, donor.signing);
    const proof = { name: "wire.pdf", file: aDocument() };
    await product.sandbox.clamav.steer({ mode: "down" });
    expect(await donor.send(uploadDonorDocument, proof)).toMatchObject({
      status: 502,
      message: "PROVIDER_UNAVAILABLE",
    });
    expect((await donor.send(findGiftLetter)).body.documents).toEqual([]);
    product.sandbox.clamav.reset();
    expect(await donor.send(uploadDonorDocument, proof)).toMatchObject({ body: { documents: [{ name: "wire.pdf" }] } });
  });

  test("a letter is signed once, also by two at the same time", async () => {
    const donor = await aDonor(product, officer, await aBorrower());
    const both = await Promise.all([1, 2].map(() => donor.send(signGiftLetter, donor.signing)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await donor.send(signGiftLetter, donor.signing)).toMatchObject({ status: 409, message: "ALREADY_SIGNED" });
    expect(await evidenceOf(donor.borrower.id)).toHaveLength(1);
    const { id } = await letterOf(donor.borrower.id);
    for (const call of [revokeGiftLetter, resendGiftLetter])
      expect(await officer.send(call, { id })).toMatchObject({ status: 409, message: "ALREADY_SIGNED" });
  });

  test("a signature under other words, another name, without address or disclosure, or with bad input is refused and stores nothing", async () => {
    const donor = await aDonor(product, officer, await aBorrower());
    const { signing } = donor;
    for (const changed of [
      { text: signing.text.replace("does not have to", "has to") },
      { disclosureVersion: "2020-01-01" },
      { phone: "another" },
    ])
      expect(await donor.send(signGiftLetter, { ...signing, ...changed })).toMatchObject({
        status: 409,
        message: "STALE",
      });
    for (const [field, value, code] of [
      ["signedName", "Nora Quill", "NOT_THE_DONOR"],
      ["address", " ", "REQUIRED"],
      ["phone", "", "REQUIRED"],
      ["text", `${signing.text} ____`, "BLANKS"],
      ["signedName", "a".repeat(500), "TOO_BIG"],
    ] as const)
      expect(await donor.send(signGiftLetter, { ...signing, [field]: value })).toMatchObject({
        status: 400,
        errors: [{ field, code }],
      });
    expect(await evidenceOf(donor.borrower.id)).toEqual([]);
    expect(await donor.send(uploadDonorDocument, { name: "early.pdf", file: aDocument() })).toMatchObject({
      status: 409,
    });
  });

  test("a letter in Spanish is signed under the disclosure in Spanish, with the same figures", async () => {
    const donor = await aDonor(product, officer, await aBorrower());
    const { address, phone } = donor.signing;
    const text = spanishGiftLetterText({
      ...{ lender: "Test Lending", borrower: "Nora Quill", donorName: "Maria Whitfield", relationship: "mother" },
      ...{ amount: "$5,000.00", isToCome: true, address, phone },
    });
    const signing = { ...donor.signing, text, disclosureVersion: SPANISH_DISCLOSURE.version };
    const mixed = { ...signing, disclosureVersion: DISCLOSURE.version };
    expect(await donor.send(signGiftLetter, mixed)).toMatchObject({ status: 409, message: "STALE" });
    expect(await donor.send(signGiftLetter, signing)).toMatchObject({ status: 200, body: { signed: { text } } });
    const hash = sha256(disclosureText("Test Lending", SPANISH_DISCLOSURE)).toString("hex");
    expect((await evidenceOf(donor.borrower.id))[0]!.letter).toMatchObject({
      disclosure: { version: SPANISH_DISCLOSURE.version, sha256: hash },
    });
  });

  test("a donor's letter covers its donor and its amount, whatever a member enters beside it", async () => {
    const donor = await aDonor(product, officer, await aBorrower());
    await donor.send(signGiftLetter, donor.signing);
    const [signed] = await evidenceOf(donor.borrower.id);
    const { id, donor: person } = signed!;
    const gift = { borrowerId: donor.borrower.id, transactionId: null, kind: "gift", transferEvidence: true } as const;
    const change = { ...gift, id, donor: person, noRepayment: true, amountCents: 5_000_000, sourcedCents: 0 };
    const larger = await officer.send(calls.changeEvidence, { ...change, version: signed!.version });
    expect(larger.body, JSON.stringify(larger.errors)).toMatchObject({ amountCents: 500_000 });
    const other = { ...change, donor: { ...person, name: "Otto Whitfield" }, version: larger.body.version };
    expect((await officer.send(calls.changeEvidence, other)).body).toMatchObject({ hasDocument: false });
  });

  test("the member who asked the donor is not the second person", async () => {
    const fresh = await aLender(product);
    const [admin, editor] = [await fresh.as("admin"), await fresh.as("editor")];
    await product.asOwner("update organizations set second_person_accepts = true where id = $1", [
      fresh.organizationId,
    ]);
    const borrower = await fresh.hasBorrower({ loan: SMALL_INCOME }, "editor");
    const donor = await aDonor(product, editor, borrower);
    await donor.send(signGiftLetter, donor.signing);
    const [signed] = (await editor.send(listEvidence, { borrowerId: borrower.id })).body.evidence;
    const accept = { id: signed!.id, state: "accepted", version: signed!.version } as const;
    expect(await editor.send(calls.reviewEvidence, accept)).toMatchObject({ message: "SECOND_PERSON_REQUIRED" });
    expect(await admin.send(calls.reviewEvidence, accept)).toMatchObject({ status: 200 });
  });

  test("withdrawing consent ends letters that no one has signed, and asks for no reminder", async () => {
    const session = await aBorrowerSession(product, lender, { loan: SMALL_INCOME });
    await share(product, session);
    const donor = await aDonor(product, officer, session.borrower);
    expect(await donor.send(findGiftLetter)).toMatchObject({ status: 200 });
    await session.send(calls.takeBackConsent);
    expect(await donor.send(findGiftLetter)).toMatchObject(DEAD);
    const { id: borrowerId, email } = session.borrower;
    expect(await officer.send(calls.remindNow, { borrowerId, email })).toMatchObject({ message: "NEED_RESOLVED" });
  });

  test("a link that was revoked, replaced, is too old, made up or of a closed loan opens nothing", async () => {
    const revoked = await aDonor(product, officer, await aBorrower());
    const { id } = await letterOf(revoked.borrower.id);
    expect(await officer.send(revokeGiftLetter, { id })).toMatchObject({ status: 200 });
    expect(await officer.send(resendGiftLetter, { id })).toMatchObject({ message: "INVALID_STATUS_TRANSITION" });
    const replaced = await aDonor(product, officer, await aBorrower());
    const again = { id: (await letterOf(replaced.borrower.id)).id };
    expect(await officer.send(resendGiftLetter, again)).toMatchObject({ message: "REMINDED_RECENTLY" });
    const { id: letterId } = again;
    await product.asOwner("update gift_letters set sent_at = sent_at - interval '1 hour' where id = $1", [letterId]);
    expect(await officer.send(resendGiftLetter, again)).toMatchObject({ status: 200 });
    await mailAbout(product, replaced.email, "sign a gift letter", 2);
    const old = await aDonor(product, officer, await aBorrower());
    await product.asOwner("update gift_letters set expires_at = now() where borrower_id = $1", [old.borrower.id]);
    const closed = await aDonor(product, officer, await aBorrower());
    await officer.send(calls.changeBorrowerStatus, { id: closed.borrower.id, status: "closed" });
    for (const one of [revoked, replaced, old, closed]) {
      expect(await one.send(findGiftLetter)).toMatchObject(DEAD);
      expect(await one.send(signGiftLetter, one.signing)).toMatchObject(DEAD);
      expect(await one.send(uploadDonorDocument, { name: "a.pdf", file: aDocument() })).toMatchObject(DEAD);
    }
    for (const token of [null, "x", officer.token, "a".repeat(43)])
      expect(await (token ? someoneWith(product, token) : anonymous(product)).send(findGiftLetter)).toMatchObject(DEAD);
    const { token } = await mailedLink(product, replaced.email);
    expect(await someoneWith(product, token).send(findGiftLetter)).toMatchObject({ status: 200 });
  });

  test.each([
    ["email", "OWN_EMAIL", { email: "Nora.Quill@Example.net " }],
    ["donorName", "OWN_NAME", { donorName: "nora quill" }],
    ["donorName", "INTERESTED_PARTY", { donorName: "Sal Seller" }],
    ["relationship", "DONOR_NOT_ACCEPTED", { relationship: "seller" }],
    ["relationship", "DONOR_NOT_ACCEPTED", { relationship: "employer" }],
    ["relationship", "REQUIRED", { relationship: "" }],
    ["email", "INVALID_FORMAT", { email: "maria" }],
    ["amountCents", "TOO_SMALL", { amountCents: 0 }],
    ["transactionId", "INVALID_VALUE", { transactionId: "of no report" }],
  ])("a request is refused for its %s: %s", async (field, code, wrong) => {
    const interestedParties = [{ name: "Sal Seller", role: "Listing agent" }];
    const email = "nora.quill@example.net";
    const { id } = await aBorrower({ email, loan: { ...SMALL_INCOME, interestedParties } });
    const asked = {
      ...{
        id,
        donorName: "Maria Whitfield",
        relationship: "friend of mine",
        transactionId: null,
        amountCents: 500_000,
      },
      ...{
        email: `maria.${id}@example.net`,
        ...(code !== "DONOR_NOT_ACCEPTED" && { relationship: "mother" }),
        ...wrong,
      },
    };
    expect(await officer.send(requestGiftLetter, asked)).toMatchObject({ status: 400, errors: [{ field, code }] });
    expect(mailsTo(product, asked.email.trim())).toEqual([]);
  });

  test("the borrower names the donor of a deposit, cannot sign for them, and sees how far the letter is", async () => {
    const session = await aBorrowerSession(product, lender, {
      ...{ firstName: "Alberta", lastName: "Charleson", loan: SMALL_INCOME },
    });
    await share(product, session, { username: "user_golden" });
    expect(await generate(officer, session.borrower.id)).toMatchObject({ state: "ready" });
    const [task, other] = (await session.send(findVisit)).body.tasks;
    const { transactionId, amountCents } = task!;
    const own = {
      transactionId,
      text: "A gift.",
      signedName: "Alberta Charleson",
      disclosureVersion: DISCLOSURE.version,
    };
    expect(await session.send(answerTask, { ...own, kind: "gift" })).toMatchObject({
      status: 400,
      errors: [{ field: "kind", code: "DONOR_SIGNS" }],
    });
    const email = `maria.${session.borrower.id}@example.net`;
    const asked = { transactionId, donorName: "Maria Charles", relationship: "mother", email };
    expect(await session.send(askDonor, { ...asked, email: session.email })).toMatchObject({
      errors: [{ field: "email", code: "OWN_EMAIL" }],
    });
    expect(await session.send(askDonor, { ...asked, transactionId: "of no task" })).toMatchObject({ status: 404 });
    const waiting = await session.send(askDonor, asked);
    expect(waiting.body.tasks[0]!.gift).toMatchObject({ donorName: "Maria Charles", email, state: "asked" });
    const { token } = await mailedLink(product, email);
    const donor = someoneWith(product, token);
    const page = JSON.stringify((await donor.send(findGiftLetter)).body);
    for (const hidden of [task!.institutionName, task!.accountName, task!.description, task!.date, transactionId])
      expect(page).not.toContain(hidden);
    const gift = { ...asked, amountCents };
    expect(await donor.send(signGiftLetter, signingOf(session.borrower, gift))).toMatchObject({ status: 200 });
    expect((await session.send(findVisit)).body.tasks[0]!.gift).toMatchObject({ state: "proposed" });
    const [evidence] = await evidenceOf(session.borrower.id);
    expect(evidence).toMatchObject({ transactionId, sourcedCents: amountCents, amountCents });
    expect(missingGiftParts(evidence!)).toEqual([]);
    expect(await session.send(askDonor, asked)).toMatchObject({ status: 409, message: "STALE" });

    await session.send(askDonor, { ...asked, transactionId: other!.transactionId });
    const changed = { ...own, transactionId: other!.transactionId, kind: "transfer", text: "From savings." } as const;
    const answered = await session.send(answerTask, changed);
    expect(answered.body.tasks[1]).toMatchObject({ gift: null, answer: { text: "From savings." } });
    const stale = await session.send(answerTask, { ...changed, text: "Of mine.", disclosureVersion: "2020-01-01" });
    expect(stale).toMatchObject({ status: 409, message: "STALE" });
  });
});
