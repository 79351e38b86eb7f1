import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { announceBorrower, findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { meetsCondition } from "#features/organizations/server/conditions.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { type Decision, DECISIONS_PER_BORROWER } from "#features/underwriting/contract.ts";
import type { ConfirmationKind, DecisionSubject, Finding, Program } from "#features/underwriting/rules/evaluation.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { createOnce } from "#platform/server/idempotency.ts";
import { type EvaluationRow, readNewestEvaluation, readParsedReport } from "./report-queries.ts";
import { evaluateAgain } from "./evaluate-newest.ts";
import * as queries from "./decision-queries.ts";
import type { DecisionRow } from "./decision-queries.ts";
import { needsDocument, resolveSubject } from "./decision-subject.ts";
import { readDocumentsOf } from "./document-queries.ts";
import { memberOf } from "./evaluate-report.ts";
import { requireNotOwn } from "./evidence.ts";

export async function listDecisions({ db }: Context, actor: Actor, borrowerId: string): Promise<Decision[]> {
  await findBorrower(db, actor, borrowerId);
  return (await queries.readDecisionsOf(db, actor.scope, borrowerId)).map((row) => queries.toDecision(row, actor));
}

interface ReportVersion {
  /** The number of the evaluation that the user saw. */
  readonly evaluationNumber?: number | undefined;
}

interface FactToConfirm extends ReportVersion {
  readonly borrowerId: string;
  readonly kind: ConfirmationKind;
  readonly subject: DecisionSubject;
  readonly reason: string;
  readonly documentIds: readonly string[];
  readonly loanBalanceCents: number | null;
}

/** Throws STALE, VALIDATION_ERROR, DOCUMENT_REQUIRED, LIMIT_REACHED, OWN_EVIDENCE. */
export function confirmFact(ctx: Context, actor: Actor, fact: FactToConfirm): Promise<Decision> {
  const { borrowerId, kind, reason, loanBalanceCents } = fact;
  return decideOnce(ctx, actor, async (tx) => {
    const { borrower, evaluation } = await lockEvaluated(tx, actor, fact);
    const documents = await readNamedDocuments(tx, actor, borrowerId, fact.documentIds);
    const report = borrower.latestReportId
      ? await readParsedReport(tx, actor.scope, borrower.latestReportId)
      : undefined;
    if (!evaluation || !report) throw nothingNamed();
    const subject = resolveSubject(kind, fact.subject, { report, evaluation });
    const isDocumentNeeded = needsDocument(kind, subject, { report, evaluation });
    if (isDocumentNeeded && documents.length === 0) throw new AppError("DOCUMENT_REQUIRED");
    const row = await queries.insertDecision(tx, actor.scope, {
      ...(await commonOf(tx, actor)),
      ...{ borrowerId, kind: "confirmation", confirmation: kind, subject, reason, documents, loanBalanceCents },
      needsDocument: isDocumentNeeded,
    });
    await evaluate(ctx, tx, actor, borrower, { row, closesAs: "confirmed" });
    await record(tx, actor, "finding.confirmed", row, { confirmation: kind });
    return row;
  });
}

interface FindingToWaive extends ReportVersion {
  readonly borrowerId: string;
  readonly findingKey: string;
  readonly programs: readonly Program[];
  readonly reason: string;
}

/** Throws STALE, VALIDATION_ERROR, NOT_WAIVABLE, LIMIT_REACHED. */
export function waiveFinding(ctx: Context, actor: Actor, waiver: FindingToWaive): Promise<Decision> {
  const { borrowerId, findingKey, reason } = waiver;
  const programs = [...new Set(waiver.programs)];
  return decideOnce(ctx, actor, async (tx) => {
    const { borrower, evaluation } = await lockEvaluated(tx, actor, waiver);
    const findings = (evaluation?.findings ?? []).filter(({ key }) => key === findingKey);
    if (findings.length === 0) throw new AppError("STALE"); // the newest evaluation does not give it
    const waived = programs.map((program) => ({ program, finding: findingUnder(findings, program) }));
    const [{ finding: first }] = waived as [(typeof waived)[number]]; // one or more by the contract
    const row = await queries.insertDecision(tx, actor.scope, {
      ...(await commonOf(tx, actor)),
      ...{ borrowerId, kind: "waiver", findingKey, programs, reason },
      subject: { transactionId: first.transactionIds[0] ?? null, accountId: first.accountIds[0] ?? null },
      facts: Object.fromEntries(waived.map(({ program, finding }) => [program, finding.factsHash])),
    });
    await evaluate(ctx, tx, actor, borrower, { row });
    await record(tx, actor, "finding.waived", row, { ruleId: first.ruleId, code: first.code, programs });
    return row;
  });
}

function findingUnder(findings: readonly Finding[], program: Program): Finding {
  const finding = findings.find(({ programs }) => programs.includes(program));
  if (!finding) throw new AppError("VALIDATION_ERROR", { errors: [{ field: "programs", code: "INVALID_VALUE" }] });
  const isWaivable = finding.severity !== "info" && finding.clearedBy.some(({ by }) => by === "waiver");
  if (!isWaivable) throw new AppError("NOT_WAIVABLE");
  return finding;
}

/** Idempotent. Only those who may waive can undo a waiver, else FORBIDDEN. */
export async function undoDecision(ctx: Context, actor: Actor, id: string): Promise<Decision> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const seen = await queries.readDecision(tx, actor.scope, id);
    if (!seen) throw new AppError("NOT_FOUND");
    const borrower = await lockBorrowerFor(tx, actor, seen.borrowerId);
    if (seen.kind === "waiver") await requireMayWaive(tx, actor);
    const before = await queries.readDecision(tx, actor.scope, id);
    if (!before) throw new AppError("NOT_FOUND");
    if (before.undoneAt !== null) return queries.toDecision(before, actor);
    const { id: undoneBy, name: undoneName, role: undoneRole } = await memberOf(tx, actor.scope, actor);
    const row = await queries.markUndone(tx, actor.scope, id, { undoneBy, undoneName, undoneRole });
    await evaluate(ctx, tx, actor, borrower, { row });
    await record(tx, actor, "decision.undone", row, { kind: row.kind });
    return queries.toDecision(row, actor);
  });
}

/** Throws SECOND_PERSON_REQUIRED, OWN_EVIDENCE, FORBIDDEN, and STALE if it does not wait anymore. */
export async function acceptDecision(ctx: Context, actor: Actor, id: string): Promise<Decision> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const seen = await queries.readDecision(tx, actor.scope, id);
    if (!seen) throw new AppError("NOT_FOUND");
    const borrower = await lockBorrowerFor(tx, actor, seen.borrowerId);
    if (seen.kind === "waiver") await requireMayWaive(tx, actor);
    const before = await queries.readDecision(tx, actor.scope, id);
    if (!before) throw new AppError("NOT_FOUND");
    if (!queries.isWaiting(before)) throw new AppError("STALE");
    if (before.decidedBy === actor.userId) throw new AppError("SECOND_PERSON_REQUIRED");
    const documents = await readDocumentsOf(tx, actor.scope, borrower.id);
    requireNotOwn(
      actor,
      documents.filter((one) => before.documents.some((named) => named.id === one.id)),
    );
    const { id: acceptedBy, name: acceptedName, role: acceptedRole } = await memberOf(tx, actor.scope, actor);
    const row = await queries.markAccepted(tx, actor.scope, id, { acceptedBy, acceptedName, acceptedRole });
    await evaluate(ctx, tx, actor, borrower, { row, closesAs: row.kind === "confirmation" ? "confirmed" : "gone" });
    await record(tx, actor, "decision.accepted", row, { kind: row.kind });
    return queries.toDecision(row, actor);
  });
}

async function requireMayWaive(tx: Tx, actor: Actor): Promise<void> {
  const isAdmin = actor.role === "root" || actor.role === "admin";
  const mayWaive = isAdmin || (actor.role === "registered" && (await meetsCondition(tx, actor, "sole-member")));
  if (!mayWaive) throw new AppError("FORBIDDEN");
}

/** Returns the first decision made with the same idempotency key. */
async function decideOnce({ db }: Context, actor: Actor, decide: (tx: Tx) => Promise<DecisionRow>): Promise<Decision> {
  const findFirst = async (userId: string, key: string) => {
    const first = await queries.readDecisionByKey(db, actor.scope, userId, key);
    if (first) await findBorrower(db, actor, first.borrowerId); // The assignee may have changed since; check access again.
    return first;
  };
  return queries.toDecision(await createOnce(actor, findFirst, () => db.transaction(actor.scope, decide)), actor);
}

async function lockEvaluated(
  tx: Tx,
  actor: Actor,
  { borrowerId, evaluationNumber }: ReportVersion & { readonly borrowerId: string },
): Promise<{ borrower: BorrowerRow; evaluation: EvaluationRow | undefined }> {
  const borrower = await lockBorrowerFor(tx, actor, borrowerId);
  const { latestReportId } = borrower;
  const evaluation = latestReportId ? await readNewestEvaluation(tx, actor.scope, latestReportId) : undefined;
  if (evaluationNumber !== undefined && evaluationNumber !== evaluation?.number) throw new AppError("STALE");
  requireWithinLimit((await queries.readDecisionsOf(tx, actor.scope, borrowerId)).length, DECISIONS_PER_BORROWER);
  return { borrower, evaluation };
}

/** Throws NOT_FOUND, and OWN_EVIDENCE for what the same person sent as the borrower. */
async function readNamedDocuments(
  tx: Tx,
  actor: Actor,
  borrowerId: string,
  ids: readonly string[],
): Promise<DecisionRow["documents"]> {
  const documents = await readDocumentsOf(tx, actor.scope, borrowerId);
  const named = documents.filter(({ id, state }) => ids.includes(id) && state !== "rejected");
  if (named.length !== new Set(ids).size) throw new AppError("NOT_FOUND");
  requireNotOwn(actor, named);
  return named.map(({ id, name, sha256 }) => ({ id, name, sha256 }));
}

async function commonOf(tx: Tx, actor: Actor) {
  const { id: decidedBy, name: decidedName, role: decidedRole } = await memberOf(tx, actor.scope, actor);
  const { secondPersonAccepts: needsSecondPerson } = await readSettings(tx, actor.scope);
  const { idempotencyKey } = actor;
  return { id: randomUUID(), decidedBy, decidedName, decidedRole, needsSecondPerson, idempotencyKey };
}

async function evaluate(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  borrower: BorrowerRow,
  { row, closesAs = "gone" }: { row: DecisionRow; closesAs?: "confirmed" | "gone" },
): Promise<void> {
  const { id: decisionId, reason, documents, acceptedBy, decidedName } = row;
  const proposed = acceptedBy === null ? {} : { proposedBy: decidedName };
  const event = { cause: "decision", by: actor, reason, decisionId, documents, closesAs, ...proposed } as const;
  await evaluateAgain(ctx, tx, actor.scope, borrower.id, event);
  await announceBorrower(tx, actor.scope, borrower);
}

// Last, because it locks the organization's audit chain until the commit and an evaluation takes a while.
function record(
  tx: Tx,
  actor: Actor,
  action: string,
  row: DecisionRow,
  detail: Record<string, unknown>,
): Promise<void> {
  const { id, borrowerId, reason, documents } = row;
  const files = documents.map(({ sha256 }) => sha256);
  const isWaiting = queries.isWaiting(row);
  const common = { borrowerId, reason, ...(files.length > 0 && { files }), ...(isWaiting && { isWaiting }) };
  return recordAuditEvent(tx, actor, {
    action,
    objectType: "decision",
    objectId: id,
    detail: { ...common, ...detail },
  });
}

function nothingNamed(): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field: "subject", code: "INVALID_VALUE" }] });
}
