import { randomUUID } from "node:crypto";
import { announceBorrower, findBorrower, takeBorrower } from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import {
  EVIDENCE_PER_BORROWER,
  type Evidence,
  type EvidenceDetails,
  type EvidenceDocument,
  type EvidenceState,
} from "#features/underwriting/contract.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { requireFits } from "./deposit.ts";
import type { EvidenceDeps } from "./deps.ts";
import { readDocumentsOf, toDocument, type DocumentRow } from "./document-store.ts";
import * as store from "./evidence-store.ts";
import type { EvidenceRow } from "./evidence-store.ts";

export async function listEvidence(
  { db }: EvidenceDeps,
  actor: Actor,
  borrowerId: string,
): Promise<{ evidence: Evidence[]; loose: EvidenceDocument[] }> {
  await findBorrower(db, actor, borrowerId);
  const rows = await store.readEvidenceOf(db, actor.scope, borrowerId);
  const documents = await readDocumentsOf(db, actor.scope, borrowerId);
  return {
    evidence: rows.map((row) => toEvidence(row, documents)),
    loose: documents.filter(({ evidenceId }) => evidenceId === null).map(toDocument),
  };
}

type NewEvidence = EvidenceDetails & { borrowerId: string; state: "proposed" | "accepted" };

/** The same key again returns the first. Throws LIMIT_REACHED. */
export async function addEvidence(deps: EvidenceDeps, actor: Actor, details: NewEvidence): Promise<Evidence> {
  const { idempotencyKey: key, userId, scope } = actor;
  const made = async () => {
    const first = key && (await store.readEvidenceByKey(deps.db, scope, userId, key));
    if (!first) return undefined;
    await findBorrower(deps.db, actor, first.borrowerId); // it may be somebody else's by now
    return first;
  };
  const make = () =>
    made().then((first) => first ?? deps.db.transaction(scope, (tx) => insertNew(deps, tx, actor, details)));
  const row = await make().catch(async (error: unknown) => {
    // Two first calls at once: one was written, and both return it.
    const first = store.isWrittenAlready(error) && (await made());
    if (first) return first;
    throw error;
  });
  return withDocuments(deps.db, scope, row);
}

async function insertNew(
  deps: EvidenceDeps,
  tx: Tx,
  actor: Actor,
  { state, borrowerId, ...details }: NewEvidence,
): Promise<EvidenceRow> {
  const borrower = await takeBorrower(tx, actor, borrowerId);
  requireWithinLimit(await store.countEvidence(tx, actor.scope, borrowerId), EVIDENCE_PER_BORROWER);
  await requireFits(deps, tx, actor.scope, borrower, details);
  const row = await store.insertEvidence(tx, actor.scope, {
    ...details,
    id: randomUUID(),
    borrowerId,
    state,
    ...(state === "accepted" && reviewBy(actor)),
    createdBy: actor.userId,
    idempotencyKey: actor.idempotencyKey,
  });
  await record(deps, tx, actor, borrower, { row, action: "evidence.added", isEvaluated: state === "accepted" });
  return row;
}

/** What was decided of the older words does not hold for the new ones: it is open again. Throws STALE. */
export async function changeEvidence(
  deps: EvidenceDeps,
  actor: Actor,
  { id, version, ...details }: EvidenceDetails & { id: string; version: number },
): Promise<Evidence> {
  return deps.db.transaction(actor.scope, async (tx) => {
    const { before, borrower } = await takeEvidence(tx, actor, id, version);
    await requireFits(deps, tx, actor.scope, borrower, details);
    const { donor = null, amountCents = null, noRepayment = null, transferEvidence = null, ...rest } = details;
    const row = await store.updateEvidence(tx, actor.scope, id, {
      ...rest,
      ...{ donor, amountCents, noRepayment, transferEvidence },
      ...OPEN,
      changedBy: actor.userId,
    });
    await record(deps, tx, actor, borrower, {
      row,
      action: "evidence.changed",
      isEvaluated: before.state === "accepted",
    });
    return withDocuments(tx, actor.scope, row);
  });
}

/** Throws STALE, and VALIDATION_ERROR where what is to be accepted does not fit the newest report. */
export async function reviewEvidence(
  deps: EvidenceDeps,
  actor: Actor,
  { id, state, reason, version }: { id: string; state: EvidenceState; reason: string | null; version: number },
): Promise<Evidence> {
  if (state === "rejected" && reason === null)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "reason", code: "REQUIRED" }] });
  return deps.db.transaction(actor.scope, async (tx) => {
    const { before, borrower } = await takeEvidence(tx, actor, id, version);
    if (before.state === state && state !== "rejected") return withDocuments(tx, actor.scope, before);
    // The newest report may show another deposit than the one it was written for.
    if (state === "accepted") await requireFits(deps, tx, actor.scope, borrower, before);
    const review = state === "proposed" ? OPEN : { state, ...reviewBy(actor) };
    const row = await store.updateEvidence(tx, actor.scope, id, {
      ...review,
      reason: state === "rejected" ? reason : null,
    });
    const isEvaluated = [before.state, state].includes("accepted");
    await record(deps, tx, actor, borrower, { row, action: `evidence.${ACTS[state]}`, isEvaluated });
    return withDocuments(tx, actor.scope, row);
  });
}

/** Accepted evidence that lost what it rests on. The caller holds the borrower's lock. */
export async function reopenEvidence(
  deps: EvidenceDeps,
  tx: Tx,
  actor: Actor,
  borrower: BorrowerRow,
  id: string,
): Promise<void> {
  const before = await store.readEvidence(tx, actor.scope, id);
  if (before?.state !== "accepted") return;
  const row = await store.updateEvidence(tx, actor.scope, id, OPEN);
  await record(deps, tx, actor, borrower, { row, action: "evidence.reopened", isEvaluated: true });
}

export const OPEN = { state: "proposed", reason: null, reviewedBy: null, reviewedAt: null } as const;
const ACTS = { accepted: "accepted", rejected: "rejected", proposed: "reopened" } as const;

function reviewBy({ userId }: Actor) {
  return { reviewedBy: userId, reviewedAt: new Date().toISOString() };
}

// The borrower is locked first, as everywhere: whoever holds it is the only one to change or judge what is below it.
async function takeEvidence(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ before: EvidenceRow; borrower: BorrowerRow }> {
  const seen = await store.readEvidence(tx, actor.scope, id);
  if (!seen) throw new AppError("NOT_FOUND");
  const borrower = await takeBorrower(tx, actor, seen.borrowerId);
  const before = await store.readEvidence(tx, actor.scope, id);
  if (!before) throw new AppError("NOT_FOUND");
  if (before.version !== version) throw new AppError("STALE");
  return { before, borrower };
}

async function record(
  { reports }: EvidenceDeps,
  tx: Tx,
  actor: Actor,
  borrower: BorrowerRow,
  { row, action, isEvaluated }: { row: EvidenceRow; action: string; isEvaluated: boolean },
): Promise<void> {
  if (isEvaluated) await reports.evaluateAgain(tx, actor.scope, borrower.id, "evidence");
  await announceBorrower(tx, actor.scope, borrower);
  // Last: whoever appends holds the organization's chain until the commit, and judging takes a while.
  const detail = { borrowerId: borrower.id, kind: row.kind, state: row.state };
  await auditAct(tx, actor, { action, objectType: "evidence", objectId: row.id, detail });
}

async function withDocuments(db: Reads, scope: Scope, row: EvidenceRow): Promise<Evidence> {
  return toEvidence(row, await readDocumentsOf(db, scope, row.borrowerId));
}

/** With those of the borrower's documents that are its own. */
export function toEvidence(row: EvidenceRow, documents: readonly DocumentRow[]): Evidence {
  const { id, borrowerId, note, letter, state, reason, reviewedBy, reviewedAt, createdAt, updatedAt, version } = row;
  return {
    ...store.toSource(row),
    ...{ id, borrowerId, note, letter, state, reason, reviewedBy, reviewedAt, createdAt, updatedAt, version },
    documents: documents.filter(({ evidenceId }) => evidenceId === id).map(toDocument),
    isFromBorrower: row.createdBy === null,
  };
}
