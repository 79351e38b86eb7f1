import { randomUUID } from "node:crypto";
import { readNames } from "#features/directory/server/queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import {
  announceBorrower,
  findBorrower,
  lockBorrowerFor,
  type Principal,
} from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import {
  EVIDENCE_PER_BORROWER,
  type Evidence,
  type EvidenceDetails,
  type EvidenceDocument,
  type ReviewState,
} from "#features/underwriting/contract.ts";
import { isAccepted } from "#features/underwriting/rules/prepare.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import { createOnce } from "#platform/server/idempotency.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { EvaluationEvent } from "#features/underwriting/server/evaluate-report.ts";
import { evaluateAgain } from "./evaluate-newest.ts";
import { summarizeDocuments } from "./document-state.ts";
import { acceptDocumentsOf, readDocumentsOf, toDocument, type DocumentRow } from "./document-queries.ts";
import * as queries from "./evidence-queries.ts";
import type { EvidenceRow } from "./evidence-queries.ts";
import { placeEvidence } from "./place-evidence.ts";

export async function listEvidence(
  { db }: Context,
  actor: Actor,
  borrowerId: string,
): Promise<{ evidence: Evidence[]; loose: EvidenceDocument[] }> {
  await findBorrower(db, actor, borrowerId);
  const rows = await queries.readEvidenceOf(db, actor.scope, borrowerId);
  const documents = await readDocumentsOf(db, actor.scope, borrowerId);
  const seen = await readSeen(db, actor, rows);
  return {
    evidence: rows.map((row) => toEvidence(row, documents, seen)),
    loose: documents.filter(({ evidenceId }) => evidenceId === null).map(toDocument),
  };
}

type NewEvidence = EvidenceDetails & { borrowerId: string; state: "proposed" | "accepted" };

/** Returns the first evidence added with the same idempotency key. Throws LIMIT_REACHED, SECOND_PERSON_REQUIRED. */
export async function addEvidence(ctx: Context, actor: Actor, details: NewEvidence): Promise<Evidence> {
  const { scope } = actor;
  const findFirst = async (userId: string, key: string) => {
    const first = await queries.readEvidenceByKey(ctx.db, scope, userId, key);
    // The assignee may have changed since; check access again.
    if (first) await findBorrower(ctx.db, actor, first.borrowerId);
    return first;
  };
  const insert = () => ctx.db.transaction(scope, (tx) => insertNew(ctx, tx, actor, details));
  const row = await createOnce(actor, findFirst, insert);
  return withDocuments(ctx.db, actor, row);
}

async function insertNew(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { state, borrowerId, ...details }: NewEvidence,
): Promise<EvidenceRow> {
  const borrower = await lockBorrowerFor(tx, actor, borrowerId);
  requireWithinLimit(await queries.countEvidence(tx, actor.scope, borrowerId), EVIDENCE_PER_BORROWER);
  if (state === "accepted" && (await readSettings(tx, actor.scope)).secondPersonAccepts)
    throw new AppError("SECOND_PERSON_REQUIRED");
  const place = await placeEvidence(tx, actor.scope, borrower, details);
  const row = await queries.insertEvidence(tx, actor.scope, {
    ...details,
    ...place,
    id: randomUUID(),
    borrowerId,
    state,
    // Evidence that is added as accepted has a note only, which is also the reviewer's reason.
    ...(state === "accepted" && { ...reviewBy(actor), reason: details.note.slice(0, REASON_LENGTH) || null }),
    createdBy: actor.userId,
    idempotencyKey: actor.idempotencyKey,
  });
  await record(ctx, tx, actor, borrower, { row, action: "evidence.added" });
  return row;
}

/** Reopens the review. A signed letter stays as it is: kind and amounts beside it are the lender's. Throws STALE. */
export async function changeEvidence(
  ctx: Context,
  actor: Actor,
  { id, version, ...details }: EvidenceDetails & { id: string; version: number },
): Promise<Evidence> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const { borrower, before } = await lockEvidence(tx, actor, id, version);
    if (before.state === "replaced") throw new AppError("STALE");
    const place = await placeEvidence(tx, actor.scope, borrower, details);
    const { donor = null, amountCents = null, noRepayment = null, transferEvidence = null, ...rest } = details;
    const { person = null, periodFrom = null, periodTo = null, clearedOn = null } = details;
    const row = await queries.updateEvidence(tx, actor.scope, id, {
      ...rest,
      ...place,
      ...{ donor, amountCents, noRepayment, transferEvidence, person, periodFrom, periodTo, clearedOn },
      ...OPEN,
      changedBy: actor.userId,
      changedAt: new Date().toISOString(),
    });
    const action = before.letter === null ? "evidence.changed" : "evidence.classified";
    await record(ctx, tx, actor, borrower, { row, action });
    return withDocuments(tx, actor, row);
  });
}

/** Throws STALE, OWN_EVIDENCE, SECOND_PERSON_REQUIRED, and VALIDATION_ERROR if evidence to be accepted does not fit the newest report. */
export async function reviewEvidence(
  ctx: Context,
  actor: Actor,
  { id, state, reason, version }: { id: string; state: ReviewState; reason: string | null; version: number },
): Promise<Evidence> {
  if (state === "rejected" && reason === null)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "reason", code: "REQUIRED" }] });
  return ctx.db.transaction(actor.scope, async (tx) => {
    const { before, borrower } = await lockEvidence(tx, actor, id, version);
    if (before.state === "replaced") throw new AppError("STALE");
    if (before.state === state && (reason === null || reason === before.reason))
      return withDocuments(tx, actor, before);
    if (state === "accepted") await requireMayAccept(tx, actor, before);
    // The newest report may show another deposit than the one it was written for.
    const place = state === "accepted" ? await placeEvidence(tx, actor.scope, borrower, before) : {};
    const review = state === "proposed" ? OPEN : { ...place, state, reason, ...reviewBy(actor) };
    const row = await queries.updateEvidence(tx, actor.scope, id, review);
    if (state === "accepted") {
      await acceptDocumentsOf(tx, actor.scope, id, reviewBy(actor));
      await summarizeDocuments(tx, actor.scope, borrower.id);
    }
    await record(ctx, tx, actor, borrower, { row, action: `evidence.${ACTS[state]}` });
    return withDocuments(tx, actor, row);
  });
}

/** For accepted evidence that lost a document. The caller holds the borrower's lock. */
export async function reopenEvidence(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  borrower: BorrowerRow,
  id: string,
): Promise<void> {
  const before = await queries.readEvidence(tx, actor.scope, id);
  if (before?.state !== "accepted") return;
  const row = await queries.updateEvidence(tx, actor.scope, id, OPEN);
  await record(ctx, tx, actor, borrower, { row, action: "evidence.reopened" });
}

async function requireMayAccept(tx: Tx, actor: Actor, row: EvidenceRow): Promise<void> {
  const documents = await readOwnDocuments(tx, actor.scope, row);
  requireNotOwn(actor, [row, ...documents]);
  const { secondPersonAccepts } = await readSettings(tx, actor.scope);
  if (secondPersonAccepts && isMadeBy(actor, row, documents)) throw new AppError("SECOND_PERSON_REQUIRED");
}

/** Whether this member added the evidence, asked its donor, chose its kind or amount, or added a document to it. */
export function isMadeBy(
  { userId }: Pick<Actor, "userId">,
  { id, createdBy, changedBy, letter }: Pick<EvidenceRow, "id" | "createdBy" | "changedBy" | "letter">,
  documents: readonly Pick<DocumentRow, "evidenceId" | "createdBy">[],
): boolean {
  const added = documents.filter(({ evidenceId }) => evidenceId === id).map((one) => one.createdBy);
  return [createdBy, changedBy, letter?.requestedBy, ...added].includes(userId);
}

/** A member who is also the borrower can't review their own evidence. Throws OWN_EVIDENCE. */
export function requireNotOwn(actor: Actor, sent: readonly { readonly visitorEmail: string | null }[]): void {
  const email = normalizeEmail(actor.email);
  if (sent.some(({ visitorEmail }) => visitorEmail === email)) throw new AppError("OWN_EVIDENCE");
}

async function readOwnDocuments(db: ReadDb, scope: Scope, { id, borrowerId }: EvidenceRow): Promise<DocumentRow[]> {
  return (await readDocumentsOf(db, scope, borrowerId)).filter(({ evidenceId }) => evidenceId === id);
}

/** Evaluates the report again after evidence changed. The caller holds the borrower's lock. */
export async function evaluateEvidence(ctx: Context, tx: Tx, principal: Principal, row: EvidenceRow): Promise<void> {
  const documents = await readOwnDocuments(tx, principal.scope, row);
  const names = row.state === "accepted" ? await readNames(tx, principal.scope, [row.createdBy]) : undefined;
  const event: EvaluationEvent = {
    cause: "evidence",
    proposedBy: names && (row.letter?.signedName ?? names.get(row.createdBy ?? "")),
    by: principal,
    reason: row.reason,
    evidenceId: row.id,
    documents: documents.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
    closesAs: row.state === "accepted" ? "cleared" : "gone",
  };
  await evaluateAgain(ctx, tx, principal.scope, row.borrowerId, event);
}

export const OPEN = { state: "proposed", reason: null, reviewedBy: null, reviewedAt: null } as const;
/** Characters of a reviewer's reason. */
const REASON_LENGTH = 500;
const ACTS = { accepted: "accepted", rejected: "rejected", proposed: "reopened" } as const;

export function reviewBy({ userId }: Actor) {
  return { reviewedBy: userId, reviewedAt: new Date().toISOString() };
}

async function lockEvidence(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ before: EvidenceRow; borrower: BorrowerRow }> {
  const seen = await queries.readEvidence(tx, actor.scope, id);
  if (!seen) throw new AppError("NOT_FOUND");
  const borrower = await lockBorrowerFor(tx, actor, seen.borrowerId);
  const before = await queries.readEvidence(tx, actor.scope, id);
  if (!before) throw new AppError("NOT_FOUND");
  if (before.version !== version) throw new AppError("STALE");
  return { before, borrower };
}

async function record(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  borrower: BorrowerRow,
  { row, action }: { row: EvidenceRow; action: string },
): Promise<void> {
  await evaluateEvidence(ctx, tx, actor, row);
  await announceBorrower(tx, actor.scope, borrower);
  // Last, because it locks the organization's audit chain until the commit and an evaluation takes a while.
  const detail = { borrowerId: borrower.id, kind: row.kind, state: row.state };
  await recordAuditEvent(tx, actor, { action, objectType: "evidence", objectId: row.id, detail });
}

async function withDocuments(db: ReadDb, actor: Actor, row: EvidenceRow): Promise<Evidence> {
  return toEvidence(row, await readDocumentsOf(db, actor.scope, row.borrowerId), await readSeen(db, actor, [row]));
}

/** What the evidence says to this reader besides its own facts. */
interface Seen {
  readonly userId: string;
  readonly names: ReadonlyMap<string, string>;
  readonly secondPersonAccepts: boolean;
}

async function readSeen(db: ReadDb, { scope, userId }: Actor, rows: readonly EvidenceRow[]): Promise<Seen> {
  const ids = rows.flatMap(({ createdBy, changedBy }) => [createdBy, changedBy]);
  const { secondPersonAccepts } = await readSettings(db, scope);
  return { userId, names: await readNames(db, scope, ids), secondPersonAccepts };
}

/** `documents`: all of the borrower's. */
function toEvidence(row: EvidenceRow, documents: readonly DocumentRow[], seen: Seen): Evidence {
  const { id, borrowerId, note, letter, state, reason, reviewedBy, reviewedAt, createdAt, updatedAt, version } = row;
  const { lineKey: _line, ...source } = queries.toSource(row, documents);
  return {
    ...source,
    sourcedCents: row.sourcedCents,
    ...(row.accountId !== null && { accountId: row.accountId }),
    ...{ id, borrowerId, note, letter, state, reason, reviewedBy, reviewedAt, createdAt, updatedAt, version },
    documents: documents.filter(({ evidenceId }) => evidenceId === id).map(toDocument),
    counts: state === "accepted" && isAccepted(source),
    addedBy: memberName(row.createdBy, seen),
    classification: row.changedAt === null ? null : { by: memberName(row.changedBy, seen)!, at: row.changedAt }, // both or none
    needsOther: state === "proposed" && seen.secondPersonAccepts && isMadeBy(seen, row, documents),
    isFromBorrower: row.createdBy === null,
  };
}

function memberName(id: string | null, { names }: Pick<Seen, "names">): Evidence["addedBy"] {
  return id === null ? null : { id, name: names.get(id) ?? null };
}
