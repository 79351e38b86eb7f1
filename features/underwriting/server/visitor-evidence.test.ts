import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { aLender, type Lender, type Person } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { DOCUMENTS_PER_VISITOR } from "#features/underwriting/contract.ts";
import type { ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import type { Visit } from "#kit/server/actor.ts";
import { aDocument, aReported, depositsOf } from "./test-evidence.ts";
import { proposeFromVisit, uploadFromVisit } from "./visitor-evidence.ts";

const { listEvidence, reviewEvidence, retrieveAssetReport } = calls;

describe.each(ENGINES)("evidence of a visitor on %s", (engine) => {
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

  const visitOf = (email: string, subjectId = borrower.id): Visit => ({
    visitId: randomUUID(),
    subjectId,
    email,
    organizationId: lender.organizationId,
    scope: product.database.across.within(lender.organizationId),
    address: "::1",
    userAgent: "test",
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const propose = (visit: Visit, text: string, transactionId = deposit.id) =>
    proposeFromVisit(product.product.underwriting, visit, {
      ...{ transactionId, kind: "sale_of_personal_asset" },
      letter: { text, signedName: "Alberta Charleson" },
    });
  const send = async (visit: Visit, evidenceId?: string) =>
    uploadFromVisit(product.product.underwriting, visit, {
      ...{ name: "bill.pdf", evidenceId },
      file: { mediaType: "application/pdf", bytes: Buffer.from(await aDocument().arrayBuffer()) },
    });
  const listed = async () => (await officer.send(listEvidence, { borrowerId: borrower.id })).body;

  test("an explanation is proposed for the whole deposit and can be changed until it is decided", async () => {
    const visit = visitOf("Alberta@example.net");
    const before = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const first = await propose(visit, "I sold my car.");
    const second = await propose(visitOf("alberta@EXAMPLE.net"), "I sold my boat.");
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
      ...{ evidenceId: first.id, by: { id: visit.visitId, name: "Alberta@example.net", role: "borrower" } },
    });
    await officer.send(reviewEvidence, { id: first.id, state: "accepted", version: evidence[0]!.version });
    await expect(propose(visit, "It was a horse.")).rejects.toMatchObject({ code: "STALE" });
    await expect(send(visit, first.id)).rejects.toMatchObject({ code: "STALE" });
    expect((await listed()).evidence[0]!.letter?.text).toBe("I sold my boat.");
  });

  test("each person on the loan has an explanation of their own, and documents belong to their own alone", async () => {
    const [one, other] = [visitOf("one@example.net"), visitOf("other@example.net")];
    const [mine, theirs] = [await propose(one, "Mine."), await propose(other, "Theirs.")];
    expect(mine.id).not.toBe(theirs.id);
    expect(await send(one, mine.id)).toMatchObject({ name: "bill.pdf", isFromBorrower: true });
    expect(await send(one)).toMatchObject({ isFromBorrower: true });
    await expect(send(one, theirs.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listed()).loose).toHaveLength(1);
  });

  test("what the lender wrote of kind and sum stays, and a rejected explanation is written anew", async () => {
    const visit = visitOf("narrowed@example.net");
    const { id } = await propose(visit, "I sold my car.");
    const piece = () => listed().then(({ evidence }) => evidence.find((one) => one.id === id)!);
    const { version } = await piece();
    const narrowed = { transactionId: deposit.id, kind: "other", sourcedCents: 1, note: "" } as const;
    expect((await officer.send(calls.changeEvidence, { ...narrowed, id, version })).status).toBe(200);
    await propose(visit, "I sold my car, and a trailer.");
    expect(await piece()).toMatchObject({
      ...{ kind: "other", sourcedCents: 1, state: "proposed" },
      letter: { text: "I sold my car, and a trailer." },
    });
    const seen = await piece();
    await officer.send(reviewEvidence, { id, state: "rejected", reason: "No bill.", version: seen.version });
    await propose(visit, "Here is the bill.");
    expect(await piece()).toMatchObject({
      ...{ state: "proposed", reason: null, kind: "other", sourcedCents: 1 },
      letter: { text: "Here is the bill." },
    });
  });

  test("one visitor sends so many documents, and leaves room for the others and the lender", async () => {
    const fresh = await lender.hasBorrower();
    const [one, other] = [visitOf("one@example.net", fresh.id), visitOf("other@example.net", fresh.id)];
    for (let n = 0; n < DOCUMENTS_PER_VISITOR; n++) await send(one);
    await expect(send(one)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    expect(await send(other)).toMatchObject({ isFromBorrower: true });
  });

  test("a visit reaches its own borrower's deposits and nothing else", async () => {
    const elsewhere = await lender.hasBorrower();
    const visit = visitOf("one@example.net", elsewhere.id);
    const refused = { code: "VALIDATION_ERROR", errors: [{ field: "transactionId", code: "INVALID_VALUE" }] };
    await expect(propose(visit, "Mine.")).rejects.toMatchObject(refused);
    await expect(propose(visitOf("one@example.net"), "Mine.", "no-such-line")).rejects.toMatchObject(refused);
    await expect(propose(visitOf("one@example.net", randomUUID()), "Mine.")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("two answers at once leave one piece", async () => {
    const visit = visitOf("both@example.net");
    const made = await Promise.all([propose(visit, "One."), propose(visit, "Two.")]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });
});
