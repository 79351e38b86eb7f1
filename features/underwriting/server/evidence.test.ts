import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { addDays, utcToday } from "#platform/dates/days.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { generate } from "#features/asset-reports/server/test-bank.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { EVIDENCE_PER_BORROWER } from "#features/underwriting/contract.ts";
import type { ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { aDocument, aReported, depositsOf } from "./test-evidence.ts";

const { listEvidence, addEvidence, changeEvidence, reviewEvidence, retrieveAssetReport, findOwnBorrower } = calls;

describe.each(FEATURE_ENGINES)("evidence on %s", (engine) => {
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

  const aPiece = (changes = {}) => ({
    borrowerId: borrower.id,
    transactionId: deposit.id,
    kind: "sale_of_personal_asset" as const,
    sourcedCents: -deposit.amountCents,
    note: "Sold the boat.",
    ...changes,
  });
  const add = async (changes = {}) => {
    const reply = await officer.send(addEvidence, aPiece(changes));
    expect(reply, `${reply.message} ${JSON.stringify(reply.errors)}`).toMatchObject({ status: 201 });
    return reply.body;
  };
  const review = (id: string, state: "accepted" | "rejected" | "proposed", version: number, reason?: string) =>
    officer.send(reviewEvidence, { id, state, version, reason });
  const read = async () => (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
  const isLarge = async () =>
    (await read()).findings.some(
      ({ code, transactionIds }) => code === "LARGE_UNSOURCED" && transactionIds.includes(deposit.id),
    );
  const causes = async () =>
    (
      await product.asOwner(
        "select cause, number from evaluations s join asset_reports r on r.id = s.report_id where r.borrower_id = $1 order by number",
        [borrower.id],
      )
    ).map(({ cause }) => cause);

  const conditionOf = ({ conditions }: Awaited<ReturnType<typeof read>>) =>
    conditions.find(
      ({ code, program, transactionIds }) =>
        code === "LARGE_UNSOURCED" && program === "fannie" && transactionIds.includes(deposit.id),
    );

  test("accepted evidence clears its deposit immediately, and funds and outcome follow", async () => {
    expect(await isLarge()).toBe(true);
    const before = await read();
    const piece = await add();
    expect(piece).toMatchObject({ state: "proposed", note: "Sold the boat.", isFromBorrower: false, documents: [] });
    const proposed = await read();
    expect(conditionOf(proposed)).toMatchObject({
      state: "answered",
      history: [{ state: "open" }, { state: "answered" }],
    });
    expect([proposed.verdicts, proposed.funds]).toEqual([before.verdicts, before.funds]);

    const accepted = await review(piece.id, "accepted", piece.version, "Saw the bill of sale.");
    expect(accepted.body).toMatchObject({ state: "accepted", counts: true, reviewedBy: officer.userId, version: 2 });
    expect(await isLarge()).toBe(false);
    const after = await read();
    expect(after).toMatchObject({ cause: "evidence", inputs: { evidence: [{ transactionId: deposit.id }] } });
    expect(conditionOf(after)).toMatchObject({ state: "cleared" });
    expect(conditionOf(after)!.history.at(-1)).toMatchObject({
      ...{ state: "cleared", evidenceId: piece.id, reason: "Saw the bill of sale." },
      by: { id: officer.userId, name: "Test registered", role: "registered" },
    });
    expect(after.funds.fannie.usableClosingCents).toBeGreaterThanOrEqual(before.funds.fannie.usableClosingCents);
    const { summary } = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    expect(summary?.usableCents).toBe(after.funds.fannie.usableClosingCents);
    expect(summary!.blockers + summary!.reviews).toBeLessThan(
      before.findings.filter(({ severity }) => severity !== "info").length,
    );

    const rejected = await review(piece.id, "rejected", 2, "The bill of sale is missing.");
    expect(rejected.body).toMatchObject({ state: "rejected", reason: "The bill of sale is missing." });
    expect(await isLarge()).toBe(true);
    const again = await read();
    expect(again.funds).toEqual(before.funds);
    expect(conditionOf(again)).toMatchObject({ state: "reopened" });
    expect((await causes()).slice(-3)).toEqual(["evidence", "evidence", "evidence"]);
  });

  test("evidence accepted without a document or a reason counts as proposed until it has one of them", async () => {
    const piece = await add();
    const { body } = await review(piece.id, "accepted", piece.version);
    expect(body).toMatchObject({ state: "accepted", counts: false });
    expect(await isLarge()).toBe(true);
    expect(conditionOf(await read())).toMatchObject({ state: "answered" });
    expect((await review(piece.id, "accepted", body.version, "Too short")).body).toMatchObject({ counts: false });
    const sent = { borrowerId: borrower.id, evidenceId: piece.id, name: "bill.pdf", file: aDocument() };
    const { body: document } = await officer.send(calls.uploadDocument, sent);
    expect(await isLarge()).toBe(false);
    expect((await officer.send(calls.removeDocument, { id: document.id })).status).toBe(204);
    expect(await isLarge()).toBe(true);
    expect(conditionOf(await read())).toMatchObject({ state: "reopened" });
    const { evidence } = (await officer.send(listEvidence, { borrowerId: borrower.id })).body;
    const { version } = evidence.find(({ id }) => id === piece.id)!;
    const reasoned = await review(piece.id, "accepted", version, "The bank confirmed it by phone.");
    expect(reasoned.body).toMatchObject({ counts: true, reason: "The bank confirmed it by phone." });
    expect(await isLarge()).toBe(false);
    await review(piece.id, "rejected", reasoned.body.version, "For the next test.");
  });

  test("a user cannot accept evidence or documents that they sent as the borrower", async () => {
    const [evidence, document] = [await add(), await add()];
    const email = officer.email.toLowerCase();
    await product.asOwner("update evidence set visitor_email = $2 where id = $1", [evidence.id, email]);
    const sent = { borrowerId: borrower.id, evidenceId: document.id, name: "bill.pdf", file: aDocument() };
    const { id } = (await officer.send(calls.uploadDocument, sent)).body;
    await product.asOwner("update evidence_documents set visitor_email = $2 where id = $1", [id, email]);
    for (const piece of [evidence, document]) {
      const own = await review(piece.id, "accepted", 1, "It is my own.");
      expect(own).toMatchObject({ status: 409, message: "OWN_EVIDENCE" });
      const admin = await lender.as("admin");
      const decision = { id: piece.id, state: "accepted", version: 1, reason: "Saw the bill of sale." } as const;
      expect((await admin.send(reviewEvidence, decision)).status).toBe(200);
      await review(piece.id, "rejected", 2, "For the next test.");
    }
  });

  test("rewritten evidence that was accepted is open again and no longer counts", async () => {
    const piece = await add({ state: "accepted" });
    expect(piece).toMatchObject({ state: "accepted", reviewedBy: officer.userId });
    expect(await isLarge()).toBe(false);
    const { body } = await officer.send(changeEvidence, {
      ...{ id: piece.id, version: 1, transactionId: deposit.id, kind: "income", sourcedCents: 100, note: "A bonus." },
    });
    expect(body).toMatchObject({ state: "proposed", kind: "income", sourcedCents: 100, reviewedBy: null, version: 2 });
    expect(await isLarge()).toBe(true);
    const again = await review(piece.id, "rejected", 2, "No");
    const opened = await review(piece.id, "proposed", again.body.version);
    expect(opened.body).toMatchObject({ state: "proposed", reason: null, reviewedBy: null });
  });

  test("of two users who edit the same evidence, the second gets an error, and nothing is lost", async () => {
    const piece = await add();
    const change = (note: string) =>
      officer.send(changeEvidence, {
        ...{ id: piece.id, version: 1, transactionId: deposit.id, kind: "other", sourcedCents: 100, note },
      });
    const replies = await Promise.all(["one", "two", "three"].map(change));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const won = replies.find(({ status }) => status === 200)!.body;
    const { evidence } = (await officer.send(listEvidence, { borrowerId: borrower.id })).body;
    expect(evidence).toContainEqual(won);
    expect(await review(piece.id, "accepted", 1)).toMatchObject({ status: 409, message: "STALE" });
  });

  test("a line that is not a posted deposit of this borrower is refused, and so is more than the deposit", async () => {
    const { parsedReport: report } = await read();
    const accounts = report.items.flatMap(({ accounts }) => accounts.filter(({ type }) => type === "depository"));
    const lines = accounts.flatMap(({ transactions }) => transactions);
    const paid = lines.find(({ amountCents, pending }) => amountCents > 0 && !pending)!;
    const refused = async (changes: object) => (await officer.send(addEvidence, aPiece(changes))).errors;
    for (const transactionId of [paid.id, "nothing-like-it", `${deposit.id} `.repeat(2)])
      expect(await refused({ transactionId })).toEqual([{ field: "transactionId", code: "INVALID_VALUE" }]);
    const amount = -deposit.amountCents;
    expect(await refused({ sourcedCents: amount + 1 })).toEqual([{ field: "sourcedCents", code: "TOO_BIG" }]);
    expect(await refused({ sourcedCents: 0 })).toEqual([{ field: "sourcedCents", code: "TOO_SMALL" }]);
    expect(await refused({ transactionId: null })).toEqual([{ field: "transactionId", code: "REQUIRED" }]);
    // A donor may have paid the earnest money.
    const given = { kind: "gift", transactionId: paid.id, sourcedCents: paid.amountCents };
    expect(await refused({ ...given, sourcedCents: paid.amountCents + 1 })).toEqual([
      { field: "sourcedCents", code: "TOO_BIG" },
    ]);
    await add(given);
    const piece = await add({ sourcedCents: amount });
    const change = {
      id: piece.id,
      version: 1,
      transactionId: deposit.id,
      kind: "other" as const,
      sourcedCents: amount + 1,
    };
    expect((await officer.send(changeEvidence, change)).errors).toEqual([{ field: "sourcedCents", code: "TOO_BIG" }]);
    expect((await officer.send(reviewEvidence, { id: piece.id, state: "rejected", version: 1 })).errors).toEqual([
      { field: "reason", code: "REQUIRED" },
    ]);
  });

  test("a document about a day to come is refused", async () => {
    const { parsedReport } = await read();
    const { id: accountId } = parsedReport.items[0]!.accounts[0]!;
    const day = (days: number) => addDays(utcToday(), days);
    const statement = { kind: "statement", transactionId: null, accountId, sourcedCents: 0, periodFrom: day(-30) };
    for (const changes of [
      { ...statement, periodTo: day(2) },
      { ...statement, periodFrom: day(3), periodTo: day(2) },
      { kind: "emd_receipt", transactionId: null, sourcedCents: 1_000_00, clearedOn: day(2) },
    ])
      expect(await officer.send(addEvidence, aPiece(changes))).toMatchObject({
        status: 400,
        errors: [{ code: "TOO_BIG" }],
      });
    await add({ ...statement, periodTo: day(0) });
  });

  test("a gift that is not deposited yet needs no deposit, and not even a report", async () => {
    const early = await lender.hasBorrower();
    const donor = {
      name: "Łucja O’Hare 王",
      address: "1 Long Way\nSalem",
      phone: "+1 503 555 0100",
      relationship: "aunt",
    };
    const gift = {
      borrowerId: early.id,
      transactionId: null,
      kind: "gift" as const,
      sourcedCents: 0,
      amountCents: 900_000,
      donor,
    };
    const { status, body } = await officer.send(addEvidence, { ...gift, noRepayment: true, state: "accepted" });
    expect({ status, body }).toMatchObject({ status: 201, body: { ...gift, state: "accepted", noRepayment: true } });
    expect((await officer.send(listEvidence, { borrowerId: early.id })).body.evidence).toEqual([body]);
  });

  test("the same key adds one piece, however often it is sent", async () => {
    const keyed = someoneWith(product, officer.token, { "idempotency-key": randomUUID() });
    const replies = await Promise.all([1, 2, 3].map(() => keyed.send(addEvidence, aPiece({ note: "Once." }))));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    const { evidence } = (await officer.send(listEvidence, { borrowerId: borrower.id })).body;
    expect(evidence.filter(({ note }) => note === "Once.")).toHaveLength(1);
  });

  test("another borrower's evidence is not found by its id, and an observer cannot change any", async () => {
    const piece = await add();
    const stranger = await (await aLender(product)).as("admin");
    const colleague = await lender.as("editor");
    const change = { id: piece.id, version: 1, transactionId: deposit.id, kind: "other" as const, sourcedCents: 1 };
    for (const other of [stranger, colleague]) {
      expect((await other.send(addEvidence, aPiece())).status).toBe(404);
      expect((await other.send(listEvidence, { borrowerId: borrower.id })).status).toBe(404);
      expect((await other.send(changeEvidence, change)).status).toBe(404);
      expect((await other.send(reviewEvidence, { id: piece.id, state: "accepted", version: 1 })).status).toBe(404);
    }
    expect((await (await lender.as("observer")).send(addEvidence, aPiece())).status).toBe(403);
    expect((await (await lender.as("admin")).send(changeEvidence, change)).status).toBe(200);
  });

  test("each change is recorded", async () => {
    const piece = await add();
    await review(piece.id, "accepted", 1);
    await review(piece.id, "rejected", 2, "No");
    const rows = await product.asOwner(
      "select action, actor_id, detail from audit_rows where object_id = $1 order by seq",
      [piece.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["evidence.added", "evidence.accepted", "evidence.rejected"]);
    expect(rows[0]).toMatchObject({ actor_id: officer.userId, detail: { borrowerId: borrower.id } });
  });

  test("a borrower has a limited number of pieces of evidence", async () => {
    const full = await lender.hasBorrower();
    await product.asOwner(
      `insert into evidence (organization_id, id, borrower_id, kind, sourced_cents)
       select $1, gen_random_uuid(), $2, 'gift', 0 from generate_series(2, $3::int)`,
      [lender.organizationId, full.id, EVIDENCE_PER_BORROWER],
    );
    const gift = { borrowerId: full.id, transactionId: null, kind: "gift" as const, sourcedCents: 0 };
    const replies = await Promise.all([1, 2].map(() => officer.send(addEvidence, gift)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("an evaluation does not make a colleague's open form stale", async () => {
    const { version } = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    const piece = await add();
    await review(piece.id, "accepted", piece.version);
    expect((await officer.send(findOwnBorrower, { id: borrower.id })).body.version).toBe(version);
  });

  test("evidence that no longer fits the newest report cannot be accepted", async () => {
    const [big, other] = [await add(), await add()];
    await product.asOwner("update evidence set sourced_cents = sourced_cents + 1 where id = $1", [big.id]);
    await product.asOwner("update evidence set transaction_id = 'of-an-older-report', line_key = null where id = $1", [
      other.id,
    ]);
    expect((await review(big.id, "accepted", 1)).errors).toEqual([{ field: "sourcedCents", code: "TOO_BIG" }]);
    expect((await review(other.id, "accepted", 1)).errors).toEqual([{ field: "transactionId", code: "INVALID_VALUE" }]);
  });

  test("evidence follows its line into a report that gives the line another id", async () => {
    const piece = await add();
    await product.asOwner("update evidence set transaction_id = 'of-an-older-report' where id = $1", [piece.id]);
    const { body } = await review(piece.id, "accepted", 1, "Saw the bill of sale.");
    expect(body).toMatchObject({ state: "accepted", transactionId: deposit.id });
    expect(await isLarge()).toBe(false);
    await review(piece.id, "rejected", 2, "For the next test.");
  });

  test("documents about an account, a person or the file need no deposit, and name their subject", async () => {
    const account = (await read()).parsedReport.items[0]!.accounts[0]!;
    const paper = { transactionId: null, sourcedCents: 0 };
    const refused = async (changes: object) =>
      (await officer.send(addEvidence, aPiece({ ...paper, ...changes }))).errors;
    expect(await refused({ kind: "statement" })).toEqual([{ field: "accountId", code: "REQUIRED" }]);
    expect(await refused({ kind: "plan_terms", accountId: "none" })).toEqual([
      { field: "accountId", code: "INVALID_VALUE" },
    ]);
    expect(await refused({ kind: "access_letter" })).toEqual([{ field: "person", code: "REQUIRED" }]);
    expect(await refused({ kind: "income" })).toEqual([{ field: "transactionId", code: "REQUIRED" }]);
    const period = { periodFrom: "2026-09-01", periodTo: "2026-10-03" };
    const statement = await add({ ...paper, kind: "statement", accountId: account.id, ...period });
    expect(statement).toMatchObject({ kind: "statement", accountId: account.id, ...period });
    expect(await add({ ...paper, kind: "access_letter", person: "Devin Hale" })).toMatchObject({
      person: "Devin Hale",
    });
    expect(await add({ ...paper, kind: "letter" })).toMatchObject({ transactionId: null, kind: "letter" });
    const receipt = await add({ ...paper, kind: "emd_receipt", sourcedCents: 800_000, clearedOn: "2026-09-14" });
    expect(receipt).toMatchObject({ kind: "emd_receipt", clearedOn: "2026-09-14" });
    expect(await refused({ kind: "emd_receipt", clearedOn: "2026-02-30" })).toEqual([
      { field: "clearedOn", code: "INVALID_FORMAT" },
    ]);
  });

  test("a signed letter counts as the document only for a letter of explanation", async () => {
    const [letter, gift] = [
      await add({ transactionId: null, kind: "letter", sourcedCents: 0 }),
      await add({ transactionId: null, kind: "gift", sourcedCents: 0 }),
    ];
    const signed = JSON.stringify({
      text: "The fee was a mistake.",
      signedName: "Alberta",
      signedAt: "2026-11-02T00:00:00Z",
      ...{ kind: "letter", sourcedCents: 0, donor: null, amountCents: null, noRepayment: null },
      ...{ address: null, consentVersion: null },
    });
    await product.asOwner("update evidence set letter = $2::jsonb where id = any ($1)", [[letter.id, gift.id], signed]);
    expect((await review(letter.id, "accepted", 1)).body).toMatchObject({ counts: true });
    expect((await review(gift.id, "accepted", 1)).body).toMatchObject({ counts: false });
  });

  test("an evaluation does not block the organization's audit log", async () => {
    // An evaluation inserts a row. If the head of the chain were changed earlier in the same transaction, it would be
    // locked.
    await product.asOwner(`create function head_is_free() returns trigger language plpgsql security definer as $$ begin
      if exists (select from audit_heads where organization_id = new.organization_id
        and xmin::text = pg_current_xact_id()::text) then raise exception 'the head is locked'; end if;
      return new; end $$`);
    await product.asOwner(
      "create trigger head_is_free before insert on evaluations for each row execute function head_is_free()",
    );
    const piece = await add();
    expect(await review(piece.id, "accepted", 1)).toMatchObject({ status: 200 });
    const { version, ...known } = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    const loan = await officer.send(calls.updateLoan, {
      id: borrower.id,
      version,
      loan: { ...known.loan, pitia: 251_000 },
    });
    expect(loan).toMatchObject({ status: 200 });
    const { firstName, middleName, suffix, email, phone, loanNumber, coBorrowers, notes } = known;
    const named = await officer.send(calls.updateBorrower, {
      ...{ id: borrower.id, version: loan.body.version, lastName: "Charles" },
      ...{ firstName, middleName, suffix, email, phone, loanNumber, coBorrowers, notes },
    });
    expect(named).toMatchObject({ status: 200 });
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    await product.asOwner("drop trigger head_is_free on evaluations");
  });
});
