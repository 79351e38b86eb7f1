import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { DOCUMENTS_PER_VISITOR, LETTERS_PER_DEPOSIT } from "#features/underwriting/contract.ts";
import type { ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import type { BorrowerSession } from "#platform/server/actor.ts";
import { aDocument, aReported, depositsOf } from "./test-evidence.ts";
import { proposeFromBorrower, uploadFromBorrower } from "./visitor-evidence.ts";

const { listEvidence, reviewEvidence, retrieveAssetReport } = calls;

describe.each(FEATURE_ENGINES)("evidence of a visitor on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let borrower: Borrower;
  let deposit: ReportTransaction;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    borrower = await aReported(product, lender, officer);
    deposit = (await depositsOf(officer, borrower.id))[0]!;
  });
  afterAll(() => product.close());

  const sessionOf = (email: string, subjectId = borrower.id): BorrowerSession => ({
    visitId: randomUUID(),
    subjectId,
    email,
    organizationId: lender.organizationId,
    scope: product.database.system.within(lender.organizationId),
    address: "::1",
    userAgent: "test",
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const propose = (session: BorrowerSession, text: string, transactionId = deposit.id) =>
    proposeFromBorrower(product.product.ctx, session, {
      ...{ transactionId, kind: "sale_of_personal_asset" },
      letter: { text, signedName: "Alberta Charleson" },
      disclosure: { version: "1", sha256: "", acceptedAt: "2026-11-20T12:00:00.000Z" },
    });
  const send = async (session: BorrowerSession, evidenceId?: string) =>
    uploadFromBorrower(product.product.ctx, session, {
      ...{ name: "bill.pdf", kind: "other", evidenceId },
      file: { mediaType: "application/pdf", bytes: Buffer.from(await aDocument().arrayBuffer()) },
    });
  const listed = async () => (await officer.send(listEvidence, { borrowerId: borrower.id })).body;

  test("an explanation is proposed for the whole deposit; answering again signs a new letter, and the first stays", async () => {
    const session = sessionOf("Alberta@example.net");
    const before = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const first = await propose(session, "I sold my car.");
    const second = await propose(sessionOf("alberta@EXAMPLE.net"), "I sold my boat.");
    expect(second.id).not.toBe(first.id);
    const { evidence } = await listed();
    const whole = { isFromBorrower: true, sourcedCents: -deposit.amountCents };
    expect(evidence).toMatchObject([
      {
        ...{ id: first.id, state: "replaced", ...whole },
        letter: { text: "I sold my car.", signedName: "Alberta Charleson" },
      },
      {
        ...{ id: second.id, state: "proposed", ...whole, classification: null },
        letter: {
          ...{ text: "I sold my boat.", signedName: "Alberta Charleson", kind: "sale_of_personal_asset" },
          ...{ sourcedCents: -deposit.amountCents, donor: null, address: "::1", consentVersion: null },
        },
      },
    ]);
    expect((await propose(session, "I sold my boat.")).id).toBe(second.id);
    const replaced = { id: first.id, state: "accepted", version: evidence[0]!.version, reason: "Seen." } as const;
    expect(await officer.send(reviewEvidence, replaced)).toMatchObject({ status: 409, message: "STALE" });
    const after = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    expect(after).toMatchObject({ number: before.number + 2, funds: before.funds, verdicts: before.verdicts });
    expect(after.printed.exhibits).toMatchObject([
      { number: 1, isReplaced: true, sender: "Alberta Charleson", letter: { text: "I sold my car." } },
      { number: 2, isReplaced: false, letter: { text: "I sold my boat." }, classification: null },
    ]);
    const condition = after.conditions.find(({ transactionIds }) => transactionIds.includes(deposit.id))!; // it is large
    expect(condition).toMatchObject({ state: "answered" });
    expect(condition.history.at(-1)).toMatchObject({
      ...{ by: { id: session.visitId, name: "Alberta@example.net", role: "borrower" } },
    });
    await officer.send(reviewEvidence, { id: second.id, state: "accepted", version: evidence[1]!.version });
    await expect(propose(session, "It was a horse.")).rejects.toMatchObject({ code: "STALE" });
    await expect(send(session, second.id)).rejects.toMatchObject({ code: "STALE" });
    expect((await listed()).evidence.map(({ letter }) => letter?.text)).toEqual(["I sold my car.", "I sold my boat."]);
  });

  test("each person on the loan has their own explanation, and documents belong only to it", async () => {
    const [one, other] = [sessionOf("one@example.net"), sessionOf("other@example.net")];
    const [mine, theirs] = [await propose(one, "Mine."), await propose(other, "Theirs.")];
    expect(mine.id).not.toBe(theirs.id);
    expect(await send(one, mine.id)).toMatchObject({ name: "bill.pdf", isFromBorrower: true });
    expect(await send(one)).toMatchObject({ isFromBorrower: true });
    await expect(send(one, theirs.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listed()).loose).toHaveLength(1);
  });

  test("the lender classifies a letter beside what was signed, which no one can change", async () => {
    const session = sessionOf("narrowed@example.net");
    const { id } = await propose(session, "I sold my car.");
    const piece = (of = id) => listed().then(({ evidence }) => evidence.find((one) => one.id === of)!);
    const { version, letter } = await piece();
    const narrowed = { transactionId: deposit.id, kind: "income", sourcedCents: 1, note: "" } as const;
    expect((await officer.send(calls.changeEvidence, { ...narrowed, id, version })).status).toBe(200);
    expect(await piece()).toMatchObject({
      ...{ kind: "income", sourcedCents: 1, state: "proposed", letter },
      classification: { by: { id: officer.userId, name: "Test registered" } },
    });
    const { printed } = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    expect(printed.exhibits.find((one) => one.evidenceId === id)).toMatchObject({
      letter: { kind: "sale_of_personal_asset", text: "I sold my car." },
      classification: { kind: "income", sourcedCents: 1, by: "Test registered" },
    });
    for (const change of [
      'letter = letter || \'{"kind": "income"}\'',
      "visitor_email = 'other@example.net'",
      "letter = null",
    ])
      await expect(product.asOwner(`update evidence set ${change} where id = $1`, [id])).rejects.toThrow(
        "a signed letter cannot be changed",
      );
    const actions = await product.asOwner("select action from audit_rows where object_id = $1 order by seq", [id]);
    expect(actions.map(({ action }) => action)).toEqual(["evidence.added", "evidence.classified"]);

    const next = await propose(session, "I sold my car, and a trailer.");
    expect(await piece()).toMatchObject({ state: "replaced", kind: "income", letter });
    expect(await piece(next.id)).toMatchObject({ kind: "sale_of_personal_asset", classification: null });
    const seen = await piece(next.id);
    await officer.send(reviewEvidence, { id: next.id, state: "rejected", reason: "No bill.", version: seen.version });
    const last = await propose(session, "Here is the bill.");
    expect(await piece(next.id)).toMatchObject({ state: "rejected", reason: "No bill." });
    expect(await piece(last.id)).toMatchObject({ state: "proposed", letter: { text: "Here is the bill." } });
  });

  test("a new letter takes over the documents of the one it replaces", async () => {
    const session = sessionOf("papers@example.net");
    const first = await propose(session, "I sold my car.");
    const { id } = await send(session, first.id);
    const second = await propose(session, "I sold my boat.");
    const { evidence } = await listed();
    expect(evidence.find((one) => one.id === second.id)!.documents).toMatchObject([{ id }]);
    expect(evidence.find((one) => one.id === first.id)!.documents).toEqual([]);
  });

  test("a person signs a limited number of letters about one deposit", async () => {
    const session = sessionOf("often@example.net");
    for (let n = 0; n < LETTERS_PER_DEPOSIT; n++) await propose(session, `Letter ${n}.`);
    await expect(propose(session, "One more.")).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });

  test("one visitor sends a limited number of documents, which leaves room for the others and the lender", async () => {
    const fresh = await lender.hasBorrower();
    const [one, other] = [sessionOf("one@example.net", fresh.id), sessionOf("other@example.net", fresh.id)];
    for (let n = 0; n < DOCUMENTS_PER_VISITOR; n++) await send(one);
    await expect(send(one)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    expect(await send(other)).toMatchObject({ isFromBorrower: true });
  });

  test("a borrower session reaches only its own borrower's deposits", async () => {
    const elsewhere = await lender.hasBorrower();
    const session = sessionOf("one@example.net", elsewhere.id);
    const refused = { code: "VALIDATION_ERROR", errors: [{ field: "transactionId", code: "INVALID_VALUE" }] };
    await expect(propose(session, "Mine.")).rejects.toMatchObject(refused);
    await expect(propose(sessionOf("one@example.net"), "Mine.", "no-such-line")).rejects.toMatchObject(refused);
    await expect(propose(sessionOf("one@example.net", randomUUID()), "Mine.")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("of two simultaneous answers one replaces the other, and the same answer twice is one", async () => {
    const session = sessionOf("both@example.net");
    const own = async () =>
      (await listed()).evidence.filter(({ letter }) => ["One.", "Two."].includes(letter?.text ?? ""));
    await Promise.all([propose(session, "One."), propose(session, "Two.")]);
    const answers = await own();
    expect(answers.map(({ state }) => state).toSorted()).toEqual(["proposed", "replaced"]);
    const { text } = answers.find(({ state }) => state === "proposed")!.letter!;
    await Promise.all([propose(session, text), propose(session, text)]);
    expect(await own()).toEqual(answers);
  });
});
