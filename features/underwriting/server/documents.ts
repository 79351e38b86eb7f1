import { randomUUID } from "node:crypto";
import { announceBorrower, findBorrower, takeBorrower, type Asker } from "#features/borrowers/server/borrowers.ts";
import {
  DOCUMENT_TYPES,
  DOCUMENTS_PER_BORROWER,
  DOCUMENTS_PER_VISITOR,
  type EvidenceDocument,
} from "#features/underwriting/contract.ts";
import type { UploadedFile } from "#kit/contract/call.ts";
import { AppError } from "#kit/contract/errors.ts";
import { isVisit, type Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Reads, Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { StoredFile } from "#kit/server/http/file-reply.ts";
import { isRefusal } from "#kit/server/database/refusal.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { UnderwritingDeps } from "./deps.ts";
import { cleanName, endingOf } from "./document-name.ts";
import * as store from "./document-store.ts";
import { readDecisionsOf } from "./decision-store.ts";
import { evaluateEvidence, reopenEvidence } from "./evidence.ts";
import { readEvidence } from "./evidence-store.ts";
import { removeFile } from "./jobs.ts";
import { placeOfKey } from "./sealed.ts";

export interface Upload {
  readonly borrowerId: string;
  readonly name: string;
  readonly evidenceId?: string | undefined;
  readonly file: UploadedFile;
}

/** For a piece of evidence of this borrower, or for none yet. Throws STORAGE_FULL, and what requireMayAdd says. */
export async function uploadDocument(
  deps: UnderwritingDeps,
  asker: Asker,
  { borrowerId, name, evidenceId, file }: Upload,
): Promise<EvidenceDocument> {
  const { scope } = asker;
  await findBorrower(deps.db, asker, borrowerId);
  await requireMayAdd(deps.db, asker, borrowerId, evidenceId); // before anything is written
  await requireRoom(deps, deps.db, scope, file);
  const id = randomUUID();
  const mediaType = DOCUMENT_TYPES.find((type) => type === file.mediaType)!; // the call takes no other
  const stored = `${randomUUID()}.${endingOf(mediaType)}`;
  const { key, bytes, sha256 } = await deps.files.write(stored, whole(file.bytes));
  try {
    return await deps.db.transaction(scope, async (tx) => {
      const borrower = await takeBorrower(tx, asker, borrowerId);
      await requireMayAdd(tx, asker, borrowerId, evidenceId);
      await requireRoom(deps, tx, scope, file);
      const row = await store.insertDocument(tx, scope, {
        ...{ id, borrowerId, mediaType, bytes, sha256 },
        evidenceId: evidenceId ?? null,
        name: cleanName(name, mediaType),
        file: stored,
        fileKey: deps.sealer.seal(key, placeOfKey(id, scope)),
        ...(isVisit(asker) ? { visitorEmail: asker.email.toLowerCase() } : { createdBy: asker.userId }),
      });
      // Evidence that was accepted without a document may count from here on.
      const evidence = evidenceId ? await readEvidence(tx, scope, evidenceId) : undefined;
      if (evidence?.state === "accepted") await evaluateEvidence(deps, tx, asker, evidence);
      await announceBorrower(tx, scope, borrower);
      await record(tx, asker, "document.uploaded", row);
      return store.toDocument(row);
    });
  } catch (error) {
    // A connection that breaks may have committed first.
    const kept = isRefusal(error) ? undefined : await store.readDocument(deps.db, scope, id);
    if (kept) return store.toDocument(kept);
    await deps.files.remove(stored);
    throw error;
  }
}

/** Files of several borrowers that come at once may go beyond the limit by as much as they are. */
async function requireRoom(
  { storageBytes }: UnderwritingDeps,
  db: Reads,
  scope: Scope,
  { bytes }: UploadedFile,
): Promise<void> {
  const stored = await store.countDocumentBytes(db, scope);
  if (stored + bytes.length > storageBytes) throw new AppError("STORAGE_FULL");
}

/** A visitor's document belongs to evidence of their own that is still open. Throws NOT_FOUND, STALE, LIMIT_REACHED. */
async function requireMayAdd(
  db: Reads,
  asker: Asker,
  borrowerId: string,
  evidenceId: string | undefined,
): Promise<void> {
  const evidence = evidenceId ? await readEvidence(db, asker.scope, evidenceId) : undefined;
  if (evidenceId && evidence?.borrowerId !== borrowerId) throw new AppError("NOT_FOUND");
  if (evidence && isVisit(asker)) {
    if (evidence.visitorEmail !== asker.email.toLowerCase()) throw new AppError("NOT_FOUND");
    if (evidence.state !== "proposed") throw new AppError("STALE");
  }
  const documents = await store.readDocumentsOf(db, asker.scope, borrowerId);
  requireWithinLimit(documents.length, DOCUMENTS_PER_BORROWER);
  const own = isVisit(asker) ? documents.filter((one) => one.visitorEmail === asker.email.toLowerCase()) : [];
  requireWithinLimit(own.length, DOCUMENTS_PER_VISITOR);
}

/** Each look is on record. */
export async function readDocument(deps: UnderwritingDeps, actor: Actor, id: string): Promise<StoredFile> {
  const row = await findDocument(deps.db, actor, id);
  const { name, mediaType, bytes, sha256, file } = row;
  const key = deps.sealer.open(row.fileKey, placeOfKey(id, actor.scope));
  await deps.db.transaction(actor.scope, (tx) => record(tx, actor, "document.read", row));
  return { name, mediaType, bytes, sha256, read: (range) => deps.files.read(file, { key, bytes }, range) };
}

/**
 * With the row goes the key, so what is left on the disk until the job comes opens for no one. What was accepted or
 * decided on it is open again.
 */
export async function removeDocument(deps: UnderwritingDeps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(actor.scope, async (tx) => {
    const { borrowerId } = await findDocument(tx, actor, id);
    const borrower = await takeBorrower(tx, actor, borrowerId);
    const row = await store.deleteDocument(tx, actor.scope, id);
    if (!row) throw new AppError("NOT_FOUND");
    await deps.jobs.send(tx, removeFile, { organizationId: actor.organizationId, file: row.file });
    await evaluateDecisionsOn(deps, tx, actor, row);
    await announceBorrower(tx, actor.scope, borrower);
    if (row.evidenceId !== null) await reopenEvidence(deps, tx, actor, borrower, row.evidenceId);
    await record(tx, actor, "document.removed", row);
  });
}

async function evaluateDecisionsOn(
  { reports }: UnderwritingDeps,
  tx: Tx,
  actor: Actor,
  { id, borrowerId }: store.DocumentRow,
): Promise<void> {
  const decisions = await readDecisionsOf(tx, actor.scope, borrowerId);
  const rested = decisions.find(
    ({ undoneAt, documents }) => undoneAt === null && documents.some((one) => one.id === id),
  );
  if (!rested) return;
  await reports.evaluateAgain(tx, actor.scope, borrowerId, { cause: "decision", by: actor, decisionId: rested.id });
}

async function findDocument(db: Reads, actor: Actor, id: string): Promise<store.DocumentRow> {
  const row = await store.readDocument(db, actor.scope, id);
  if (!row) throw new AppError("NOT_FOUND");
  await findBorrower(db, actor, row.borrowerId);
  return row;
}

function record(
  tx: Parameters<typeof auditAct>[0],
  asker: Asker,
  action: string,
  { id, borrowerId, evidenceId }: store.DocumentRow,
): Promise<void> {
  return auditAct(tx, asker, { action, objectType: "document", objectId: id, detail: { borrowerId, evidenceId } });
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
