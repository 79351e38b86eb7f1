import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { DOCUMENTS_PER_VISITOR } from "#features/underwriting/contract.ts";
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
    });
  const send = async (session: BorrowerSession, evidenceId?: string) =>
    uploadFromBorrower(product.product.ctx, session, {
      ...{ name: "bill.pdf", kind: "other", evidenceId },
      file: { mediaType: "application/pdf", bytes: Buffer.from(await aDocument().arrayBuffer()) },
    });
  const listed = async () => (await officer.send(listEvidence, { borrowerId: borrower.id })).body;

  test("an explanation is proposed for the whole deposit and can be changed until it is decided", async () => {
    const session = sessionOf("Alberta@example.net");
    const before = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const first = await propose(session, "I sold my car.");
    const second = await propose(sessionOf("alberta@EXAMPLE.net"), "I sold my boat.");
    expect(second.id).toBe(first.id);
    const { evidence } = await listed();
    expect(evidence).toMatchObject([
      {
        ...{ id: first.id, state: "proposed", isFromBorrower: true, sourcedCents: -deposit.amountCents },
        letter: { text: "I sold my boat.", signedName: "Alberta Charleson" },
      },
    ]);
    const after = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    expect(after).toMatchObject({ number: before.number + 1, funds: before.funds, verdicts: before.verdicts });
    const condition = after.conditions.find(({ transactionIds }) => transactionIds.includes(deposit.id))!; // it is large
    expect(condition).toMatchObject({ state: "answered" });
    expect(condition.history.at(-1)).toMatchObject({
      ...{ evidenceId: first.id, by: { id: session.visitId, name: "Alberta@example.net", role: "borrower" } },
    });
    await officer.send(reviewEvidence, { id: first.id, state: "accepted", version: evidence[0]!.version });
    await expect(propose(session, "It was a horse.")).rejects.toMatchObject({ code: "STALE" });
    await expect(send(session, first.id)).rejects.toMatchObject({ code: "STALE" });
    expect((await listed()).evidence[0]!.letter?.text).toBe("I sold my boat.");
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

  test("the lender's kind and amount stay, and a rejected explanation can be rewritten", async () => {
    const session = sessionOf("narrowed@example.net");
    const { id } = await propose(session, "I sold my car.");
    const piece = () => listed().then(({ evidence }) => evidence.find((one) => one.id === id)!);
    const { version } = await piece();
    const narrowed = { transactionId: deposit.id, kind: "other", sourcedCents: 1, note: "" } as const;
    expect((await officer.send(calls.changeEvidence, { ...narrowed, id, version })).status).toBe(200);
    await propose(session, "I sold my car, and a trailer.");
    expect(await piece()).toMatchObject({
      ...{ kind: "other", sourcedCents: 1, state: "proposed" },
      letter: { text: "I sold my car, and a trailer." },
    });
    const seen = await piece();
    await officer.send(reviewEvidence, { id, state: "rejected", reason: "No bill.", version: seen.version });
    await propose(session, "Here is the bill.");
    expect(await piece()).toMatchObject({
      ...{ state: "proposed", reason: null, kind: "other", sourcedCents: 1 },
      letter: { text: "Here is the bill." },
    });
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

  test("two simultaneous answers leave one piece of evidence", async () => {
    const session = sessionOf("both@example.net");
    const made = await Promise.all([propose(session, "One."), propose(session, "Two.")]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });
});
