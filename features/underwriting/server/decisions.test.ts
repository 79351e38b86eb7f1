import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { generate } from "#features/asset-reports/server/test-bank.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { DECISIONS_PER_BORROWER } from "#features/underwriting/contract.ts";
import type { Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import { aDocument, aReported } from "./test-evidence.ts";

const { confirmFact, waiveFinding, undoDecision, listDecisions, retrieveAssetReport, uploadDocument } = calls;

describe.each(FEATURE_ENGINES)("underwriting decisions on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let admin: Person;
  let borrower: Borrower;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    admin = await lender.as("admin");
    borrower = await aReported(product, lender, officer);
  });
  beforeEach(async () => {
    for (const { id, undoneAt } of await listed())
      if (undoneAt === null) expect((await admin.send(undoDecision, { id })).status).toBe(200);
  });
  afterAll(() => product.close());

  const listed = async () => (await officer.send(listDecisions, { borrowerId: borrower.id })).body;
  const read = async () => (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
  const findingOf = async (code: string) => {
    const finding = (await read()).findings.find((one) => one.code === code);
    expect(finding, code).toBeDefined();
    return finding!;
  };
  const conditionOf = async (finding: Pick<Finding, "key">, program: Program = "fannie") =>
    (await read()).conditions.find((one) => one.key === finding.key && one.program === program);
  const upload = async (name = "letter.pdf") =>
    (await officer.send(uploadDocument, { borrowerId: borrower.id, name, file: aDocument() })).body;
  const confirm = (
    kind: "notALoan" | "ownTransfer" | "borrower" | "planTerms" | "noDebt" | "resubmitted",
    more: object = {},
  ) => officer.send(confirmFact, { borrowerId: borrower.id, kind, subject: {}, reason: "Seen.", ...more });
  const waive = (finding: Pick<Finding, "key" | "programs">, more: object = {}) =>
    admin.send(waiveFinding, {
      ...{ borrowerId: borrower.id, findingKey: finding.key, programs: [...finding.programs] },
      ...{ reason: "Small against the reserves.", ...more },
    });
  const actsOn = async (id: string) =>
    product.asOwner("select action, actor_id, detail from audit_rows where object_id = $1 order by seq", [id]);

  test("a confirmed fact clears its finding immediately, and records who, why and which document", async () => {
    const finding = await findingOf("BORROWED_FUNDS");
    const subject = { transactionId: finding.transactionIds[0]! };
    const document = await upload();
    const before = await read();
    const { status, body } = await confirm("notALoan", { subject, documentIds: [document.id], reason: "A payout." });
    const { id, name, sha256 } = document;
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...{
          borrowerId: borrower.id,
          kind: "confirmation",
          confirmation: "notALoan",
          reason: "A payout.",
          undoneAt: null,
        },
        subject: { ...subject, lineKey: expect.stringContaining("#") as string },
        documents: [{ id, name, sha256 }],
        decidedBy: { id: officer.userId, name: "Test registered", role: "registered" },
      },
    });
    expect(await listed()).toContainEqual(body);
    const after = await read();
    expect(after).toMatchObject({ cause: "decision", number: before.number + 1 });
    expect(after.findings.map(({ key }) => key)).not.toContain(finding.key);
    const condition = await conditionOf(finding);
    expect(condition).toMatchObject({ state: "confirmed" });
    expect(condition!.history.at(-1)).toMatchObject({
      ...{ decisionId: body.id, reason: "A payout.", documents: [{ id, name, sha256 }] },
      by: { id: officer.userId, name: "Test registered", role: "registered" },
    });
    expect(await actsOn(body.id)).toMatchObject([
      {
        ...{ action: "finding.confirmed", actor_id: officer.userId },
        detail: { borrowerId: borrower.id, confirmation: "notALoan", reason: "A payout.", files: [sha256] },
      },
    ]);
  });

  test("its document removed, a confirmation no longer counts and the condition is reopened", async () => {
    const finding = await findingOf("BORROWED_FUNDS");
    const document = await upload();
    const subject = { transactionId: finding.transactionIds[0]! };
    await confirm("notALoan", { subject, documentIds: [document.id] });
    expect(await conditionOf(finding)).toMatchObject({ state: "confirmed" });
    expect((await officer.send(calls.removeDocument, { id: document.id })).status).toBe(204);
    expect(await conditionOf(finding)).toMatchObject({ state: "reopened" });
    expect((await read()).inputs.confirmations).toEqual([]);
    expect((await listed()).at(-1)).toMatchObject({ documents: [{ id: document.id }], undoneAt: null });
  });

  test("an undone confirmation reopens the condition and stays on record; undoing it twice changes nothing", async () => {
    const finding = await findingOf("NOT_THE_BORROWERS");
    const { id: documentId } = await upload("same-person.pdf");
    const subject = { bankName: "marcus charleson" };
    const { body } = await confirm("borrower", { subject, documentIds: [documentId] });
    expect(body).toMatchObject({ subject: { bankName: "Marcus Charleson" } });
    expect(await conditionOf(finding)).toMatchObject({ state: "confirmed" });
    const undone = await officer.send(undoDecision, { id: body.id });
    expect(undone.body).toMatchObject({ id: body.id, undoneBy: { id: officer.userId, role: "registered" } });
    expect(await conditionOf(finding)).toMatchObject({ state: "reopened" });
    expect((await officer.send(undoDecision, { id: body.id })).body).toEqual(undone.body);
    expect((await actsOn(body.id)).map(({ action }) => action)).toEqual(["finding.confirmed", "decision.undone"]);
  });

  test("a fact that rests on a document requires one", async () => {
    const loan = await findingOf("BORROWED_FUNDS");
    const plan = await findingOf("REQUEST_PLAN_TERMS");
    const deposit = await findingOf("LARGE_UNSOURCED");
    const { figures } = await read();
    const [transfer] = figures.transfers;
    const refused = { status: 409, message: "DOCUMENT_REQUIRED" };
    expect(await confirm("notALoan", { subject: { transactionId: loan.transactionIds[0] } })).toMatchObject(refused);
    expect(await confirm("planTerms", { subject: { accountId: plan.accountIds[0] } })).toMatchObject(refused);
    expect(await confirm("borrower", { subject: { bankName: "Marcus Charleson" } })).toMatchObject(refused);
    // The account that the money came from is not in the report.
    expect(await confirm("ownTransfer", { subject: { transactionId: deposit.transactionIds[0] } })).toMatchObject(
      refused,
    );
    expect(await confirm("ownTransfer", { subject: { transactionId: transfer!.creditId } })).toMatchObject({
      status: 201,
    });
    expect(await confirm("borrower", { subject: { bankName: "Alberta Bobbeth Charleson" } })).toMatchObject({
      status: 201,
    });
    const { id } = await upload("plan.pdf");
    const planTerms = { subject: { accountId: plan.accountIds[0] }, documentIds: [id], loanBalanceCents: 100_000 };
    expect((await confirm("planTerms", planTerms)).body).toMatchObject({
      subject: { accountId: plan.accountIds[0], accountKey: expect.any(String) as string },
      loanBalanceCents: 100_000,
    });
  });

  test("a subject that is not in the newest report is refused", async () => {
    const refusedAs = async (kind: Parameters<typeof confirm>[0], subject: object) =>
      (await confirm(kind, { subject })).errors;
    expect(await refusedAs("notALoan", {})).toEqual([{ field: "subject.transactionId", code: "REQUIRED" }]);
    for (const transactionId of ["none", "__proto__", "\u0000", randomUUID()])
      expect(await refusedAs("notALoan", { transactionId })).toEqual([
        { field: "subject.transactionId", code: "INVALID_VALUE" },
      ]);
    expect(await refusedAs("planTerms", { accountId: "none" })).toEqual([
      { field: "subject.accountId", code: "INVALID_VALUE" },
    ]);
    expect(await refusedAs("noDebt", { payee: "None Such" })).toEqual([
      { field: "subject.payee", code: "INVALID_VALUE" },
    ]);
    expect(await refusedAs("borrower", { bankName: "No One" })).toEqual([
      { field: "subject.bankName", code: "INVALID_VALUE" },
    ]);
    expect(await refusedAs("borrower", { bankName: "Marcus Charleson", person: "No One" })).toEqual([
      { field: "subject.person", code: "INVALID_VALUE" },
    ]);
    const early = await lender.hasBorrower();
    expect(await confirm("resubmitted", { borrowerId: early.id })).toMatchObject({ status: 400 });
    expect((await confirm("resubmitted", { documentIds: [randomUUID()] })).status).toBe(404);
    expect((await confirm("resubmitted", { reason: "no" })).errors).toEqual([{ field: "reason", code: "TOO_SMALL" }]);
  });

  test("a user cannot decide on a document that they sent as the borrower", async () => {
    const { id } = await upload("own.pdf");
    const email = officer.email.toLowerCase();
    await product.asOwner("update evidence_documents set visitor_email = $2 where id = $1", [id, email]);
    expect(await confirm("resubmitted", { documentIds: [id] })).toMatchObject({ status: 409, message: "OWN_EVIDENCE" });
  });

  test("a waiver changes no figure; the condition is waived and the answer says so", async () => {
    const finding = await findingOf("LARGE_UNSOURCED");
    const before = await read();
    const { status, body } = await waive(finding, { programs: ["fannie"] });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { kind: "waiver", confirmation: null, findingKey: finding.key, programs: ["fannie"] },
    });
    const after = await read();
    expect(after.funds).toEqual(before.funds);
    expect(after.verdicts.fannie).toMatchObject({ outcome: before.verdicts.fannie.outcome, waived: 1 });
    expect(after.verdicts.freddie.waived).toBe(0);
    expect(await conditionOf(finding)).toMatchObject({ state: "waived" });
    expect(await conditionOf(finding, "freddie")).not.toMatchObject({ state: "waived" });
    expect(await actsOn(body.id)).toMatchObject([
      { action: "finding.waived", detail: { code: "LARGE_UNSOURCED", programs: ["fannie"], reason: body.reason } },
    ]);
  });

  test("changed facts reopen what was waived", async () => {
    const finding = await findingOf("LARGE_UNSOURCED");
    await waive(finding);
    const known = (await officer.send(calls.findOwnBorrower, { id: borrower.id })).body;
    const withIncome = (monthlyIncome: number, version: number) =>
      officer.send(calls.updateLoan, { id: borrower.id, version, loan: { ...known.loan, monthlyIncome } });
    const changed = await withIncome(400, known.version);
    expect(changed.status).toBe(200);
    expect(await conditionOf(finding)).toMatchObject({ state: "reopened" });
    await withIncome(known.loan.monthlyIncome!, changed.body.version);
    expect(await conditionOf(finding)).toMatchObject({ state: "waived" });
  });

  test("a finding that can never be waived, or does not exist, cannot be waived", async () => {
    const { findings } = await read();
    const info = findings.find(({ severity }) => severity === "info")!; // the golden report has some
    expect(await waive(info)).toMatchObject({ status: 409, message: "NOT_WAIVABLE" });
    expect(await waive({ key: "no such finding", programs: ["fannie"] })).toMatchObject({
      status: 409,
      message: "STALE",
    });
    const finding = await findingOf("LARGE_UNSOURCED");
    expect((await waive(finding, { programs: ["fha"] })).errors).toEqual([
      { field: "programs", code: "INVALID_VALUE" },
    ]);
    expect((await waive(finding, { programs: [] })).status).toBe(400);
    const early = await lender.hasBorrower();
    expect(await waive(finding, { borrowerId: early.id })).toMatchObject({ status: 409, message: "STALE" });
  });

  test("only an admin, or a user alone in the organization, waives a finding or undoes a waiver", async () => {
    const finding = await findingOf("LARGE_UNSOURCED");
    const waiver = {
      borrowerId: borrower.id,
      findingKey: finding.key,
      programs: ["fannie" as const],
      reason: "Known.",
    };
    for (const role of ["editor", "observer", "registered"] as const)
      expect((await (await lender.as(role)).send(waiveFinding, waiver)).status).toBe(403);
    const { id } = (await waive(finding)).body;
    expect(await officer.send(undoDecision, { id })).toMatchObject({ status: 403, message: "FORBIDDEN" });

    await product.asOwner("update memberships set status = 'removed' where organization_id = $1 and user_id <> $2", [
      lender.organizationId,
      officer.userId,
    ]);
    try {
      expect((await officer.send(undoDecision, { id })).status).toBe(200);
      const { status, body } = await officer.send(waiveFinding, waiver);
      expect({ status, role: body.decidedBy.role }).toEqual({ status: 201, role: "registered" });
    } finally {
      await product.asOwner("update memberships set status = 'active' where organization_id = $1", [
        lender.organizationId,
      ]);
    }
  });

  test("a decision on an evaluation that is no longer the newest is refused", async () => {
    const finding = await findingOf("LARGE_UNSOURCED");
    const { number } = await read();
    expect(await waive(finding, { evaluationNumber: number + 1 })).toMatchObject({ status: 409, message: "STALE" });
    const replies = await Promise.all([1, 2].map(() => waive(finding, { evaluationNumber: number })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const stale = await confirm("resubmitted", { evaluationNumber: number });
    expect(stale).toMatchObject({ status: 409, message: "STALE" });
  });

  test("the same key makes one decision, however often it is sent", async () => {
    const finding = await findingOf("LARGE_UNSOURCED");
    const { number: evaluationNumber } = await read();
    const before = (await listed()).length;
    const keyed = (person: Person) => someoneWith(product, person.token, { "idempotency-key": randomUUID() });
    const [waiving, confirming] = [keyed(admin), keyed(officer)];
    const waiver = {
      borrowerId: borrower.id,
      findingKey: finding.key,
      programs: ["fannie" as const],
      reason: "Known.",
    };
    const waived = await Promise.all([1, 2, 3].map(() => waiving.send(waiveFinding, { ...waiver, evaluationNumber })));
    expect(waived.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(waived.map(({ body }) => body.id)).size).toBe(1);
    const fact = { borrowerId: borrower.id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
    const confirmed = await Promise.all([1, 2, 3].map(() => confirming.send(confirmFact, fact)));
    expect(new Set(confirmed.map(({ body }) => body.id)).size).toBe(1);
    expect(await listed()).toHaveLength(before + 2);
  });

  test("another lender's, a colleague's or a missing decision is not found", async () => {
    const { id } = (await confirm("resubmitted")).body;
    const finding = await findingOf("LARGE_UNSOURCED");
    const stranger = await (await aLender(product)).as("admin");
    for (const other of [stranger, await lender.as("editor")]) {
      expect((await other.send(listDecisions, { borrowerId: borrower.id })).status).toBe(404);
      expect((await other.send(undoDecision, { id })).status).toBe(404);
      const fact = { borrowerId: borrower.id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
      expect((await other.send(confirmFact, fact)).status).toBe(404);
    }
    const waiver = {
      borrowerId: borrower.id,
      findingKey: finding.key,
      programs: ["fannie" as const],
      reason: "Known.",
    };
    expect((await stranger.send(waiveFinding, waiver)).status).toBe(404);
    expect((await anonymous(product).send(waiveFinding, waiver)).status).toBe(401);
    expect((await (await lender.as("observer")).send(undoDecision, { id })).status).toBe(403);
    // A document of another borrower.
    const foreign = await lender.hasBorrower();
    const sent = { borrowerId: foreign.id, name: "theirs.pdf", file: aDocument() };
    const document = (await officer.send(uploadDocument, sent)).body;
    expect((await confirm("resubmitted", { documentIds: [document.id] })).status).toBe(404);
  });

  test("conditions carry over into the next report", async () => {
    const [loan, deposit] = [await findingOf("BORROWED_FUNDS"), await findingOf("LARGE_UNSOURCED")];
    await waive(deposit);
    const { id: documentId } = await upload("payout.pdf");
    await confirm("notALoan", { subject: { transactionId: loan.transactionIds[0] }, documentIds: [documentId] });
    const before = [await conditionOf(loan), await conditionOf(deposit)];
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    expect(await read()).toMatchObject({ number: 1, cause: "report" });
    expect([await conditionOf(loan), await conditionOf(deposit)]).toEqual(before);
  });

  test("a condition is reopened if its deposit is larger in a new report and not fully sourced", async () => {
    const loan = { ...(await read()).inputs.loan, monthlyIncome: 900_000 };
    const changed = await aReported(product, lender, officer, { loan });
    const reread = async () => (await officer.send(retrieveAssetReport, { id: changed.id })).body;
    const first = await reread();
    const large = first.findings.find(({ code }) => code === "LARGE_UNSOURCED")!; // above half the income
    const [transactionId] = large.transactionIds as [string];
    const line = first.parsedReport.items
      .flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions))
      .find(({ id }) => id === transactionId)!;
    const statesOf = async () =>
      (await reread()).conditions
        .filter((one) => one.transactionIds.includes(transactionId) && /LARGE_UNSOURCED|DOCUMENT_SOURCE/.test(one.code))
        .map(({ program, state }) => `${program} ${state}`)
        .toSorted();
    const piece = { borrowerId: changed.id, transactionId, kind: "other" as const, sourcedCents: -line.amountCents };
    await officer.send(calls.addEvidence, { ...piece, note: "Settled by the insurer.", state: "accepted" });
    expect(await statesOf()).toEqual(["fannie cleared", "fha cleared", "freddie cleared"]);

    // The provider's next report has $1,000.00 more in this line.
    await product.asOwner(
      `update asset_report_contents c set parsed_report = replace(parsed_report::text, $2, $3)::jsonb
       from asset_reports r where r.id = c.report_id and r.borrower_id = $1`,
      [changed.id, `"amountCents": ${line.amountCents},`, `"amountCents": ${line.amountCents - 100_000},`],
    );
    const { version } = (await officer.send(calls.findOwnBorrower, { id: changed.id })).body;
    await officer.send(calls.updateLoan, { id: changed.id, version, loan: { ...loan, pitia: 251_000 } });
    expect(await statesOf()).toEqual(["fannie cleared", "fha reopened", "freddie cleared"]);
  });

  test("a borrower has a limited number of decisions", async () => {
    await product.asOwner(
      `insert into underwriting_decisions (organization_id, id, borrower_id, kind, confirmation, subject, reason,
         decided_by, decided_role, decided_name, undone_by, undone_at)
       select $1, gen_random_uuid(), $2, 'confirmation', 'resubmitted', '{}', 'Again', $3, 'admin', '', $3, now()
       from generate_series(1, $4::int - (select count(*) from underwriting_decisions where borrower_id = $2)::int - 1)`,
      [lender.organizationId, borrower.id, admin.userId, DECISIONS_PER_BORROWER],
    );
    const replies = await Promise.all([1, 2].map(() => confirm("resubmitted")));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});
