import { randomUUID } from "node:crypto";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import {
  announceBorrower,
  findBorrower,
  lockBorrowerFor,
  type Principal,
} from "#features/borrowers/server/borrowers.ts";
import {
  DOCUMENT_TYPES,
  DOCUMENTS_PER_BORROWER,
  DOCUMENTS_PER_VISITOR,
  type EvidenceDocument,
} from "#features/underwriting/contract.ts";
import type { UploadedFile } from "#platform/contract/call.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import { type Actor, isBorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import { isRefusal, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import { evaluateAgain } from "./evaluate-newest.ts";
import * as queries from "./document-queries.ts";
import { readDecisionsOf } from "./decision-queries.ts";
import { evaluateEvidence, reopenEvidence } from "./evidence.ts";
import { readEvidence } from "./evidence-queries.ts";
import { removeFile } from "./jobs.ts";
import { aadForKey } from "./schema.ts";

const ENDINGS: Readonly<Record<EvidenceDocument["mediaType"], readonly string[]>> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
};
const LONGEST = 150;

/** The ending of a file of this type. */
function endingOf(mediaType: EvidenceDocument["mediaType"]): string {
  return ENDINGS[mediaType][0]!; // each has one or more
}

/** Without folders and invisible characters: a right-to-left mark can disguise the extension. */
function cleanName(name: string, mediaType: EvidenceDocument["mediaType"]): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1)!; // a split has a last part
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>:|?*]/gu, "")
    .replace(/^[.\s]+|[.\s]+$/g, "")
    .trim();
  const ending = ENDINGS[mediaType].find((each) => plain.toLowerCase().endsWith(`.${each}`));
  const stem = ending ? plain.slice(0, -ending.length - 1).trim() : plain;
  const short = [...stem].slice(0, LONGEST).join(""); // by characters: none is cut in two
  return `${short || "document"}.${ending ?? endingOf(mediaType)}`;
}

export interface Upload {
  readonly borrowerId: string;
  readonly name: string;
  readonly evidenceId?: string | undefined;
  readonly file: UploadedFile;
}

/**
 * A document for a piece of evidence of this borrower, or for none yet. Throws STORAGE_FULL and the errors of
 * requireMayAdd.
 */
export async function uploadDocument(
  ctx: Context,
  principal: Principal,
  { borrowerId, name, evidenceId, file }: Upload,
): Promise<EvidenceDocument> {
  const { scope } = principal;
  await findBorrower(ctx.db, principal, borrowerId);
  await requireMayAdd(ctx.db, principal, borrowerId, evidenceId); // before anything is written
  await requireRoom(ctx, ctx.db, scope, file);
  const id = randomUUID();
  const mediaType = DOCUMENT_TYPES.find((type) => type === file.mediaType)!; // the call takes no other
  const stored = `${randomUUID()}.${endingOf(mediaType)}`;
  const { key, bytes, sha256 } = await ctx.files.write(stored, whole(file.bytes));
  try {
    return await ctx.db.transaction(scope, async (tx) => {
      const borrower = await lockBorrowerFor(tx, principal, borrowerId);
      await requireMayAdd(tx, principal, borrowerId, evidenceId);
      await requireRoom(ctx, tx, scope, file);
      const row = await queries.insertDocument(tx, scope, {
        ...{ id, borrowerId, mediaType, bytes, sha256 },
        evidenceId: evidenceId ?? null,
        name: cleanName(name, mediaType),
        file: stored,
        fileKey: ctx.cipher.encrypt(key, aadForKey(id, scope)),
        ...(isBorrowerSession(principal)
          ? { visitorEmail: normalizeEmail(principal.email) }
          : { createdBy: principal.userId }),
      });
      // Evidence that was accepted without a document may count from here on.
      const evidence = evidenceId ? await readEvidence(tx, scope, evidenceId) : undefined;
      if (evidence?.state === "accepted") await evaluateEvidence(tx, principal, evidence);
      await announceBorrower(tx, scope, borrower);
      await record(tx, principal, "document.uploaded", row);
      return queries.toDocument(row);
    });
  } catch (error) {
    // A connection that breaks may have committed first.
    const saved = isRefusal(error) ? undefined : await queries.readDocument(ctx.db, scope, id);
    if (saved) return queries.toDocument(saved);
    await ctx.files.remove(stored);
    throw error;
  }
}

/** Simultaneous files of several borrowers may exceed the limit by their own size. */
async function requireRoom(
  { settings: { storageBytes } }: Context,
  db: ReadDb,
  scope: Scope,
  { bytes }: UploadedFile,
): Promise<void> {
  const stored = await queries.countDocumentBytes(db, scope);
  if (stored + bytes.length > storageBytes) throw new AppError("STORAGE_FULL");
}

/** A visitor's document belongs to evidence of their own that is still open. Throws NOT_FOUND, STALE, LIMIT_REACHED. */
async function requireMayAdd(
  db: ReadDb,
  principal: Principal,
  borrowerId: string,
  evidenceId: string | undefined,
): Promise<void> {
  const evidence = evidenceId ? await readEvidence(db, principal.scope, evidenceId) : undefined;
  if (evidenceId && evidence?.borrowerId !== borrowerId) throw new AppError("NOT_FOUND");
  if (evidence && isBorrowerSession(principal)) {
    if (evidence.visitorEmail !== normalizeEmail(principal.email)) throw new AppError("NOT_FOUND");
    if (evidence.state !== "proposed") throw new AppError("STALE");
  }
  const documents = await queries.readDocumentsOf(db, principal.scope, borrowerId);
  requireWithinLimit(documents.length, DOCUMENTS_PER_BORROWER);
  const own = isBorrowerSession(principal)
    ? documents.filter((one) => one.visitorEmail === normalizeEmail(principal.email))
    : [];
  requireWithinLimit(own.length, DOCUMENTS_PER_VISITOR);
}

/** Each view is recorded. */
export async function readDocument(ctx: Context, actor: Actor, id: string): Promise<StoredFile> {
  const row = await findDocument(ctx.db, actor, id);
  const { name, mediaType, bytes, sha256, file } = row;
  const key = ctx.cipher.decrypt(row.fileKey, aadForKey(id, actor.scope));
  await ctx.db.transaction(actor.scope, (tx) => record(tx, actor, "document.read", row));
  return { name, mediaType, bytes, sha256, read: (range) => ctx.files.read(file, { key, bytes }, range) };
}

/**
 * Deletes the key with the row, so that no one can read the file that stays on disk until the job runs. What was
 * accepted or decided with it is open again.
 */
export async function removeDocument(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(actor.scope, async (tx) => {
    const { borrowerId } = await findDocument(tx, actor, id);
    const borrower = await lockBorrowerFor(tx, actor, borrowerId);
    const row = await queries.deleteDocument(tx, actor.scope, id);
    if (!row) throw new AppError("NOT_FOUND");
    await ctx.jobs.send(tx, removeFile, { organizationId: actor.organizationId, file: row.file });
    await evaluateDecisionsOn(tx, actor, row);
    await announceBorrower(tx, actor.scope, borrower);
    if (row.evidenceId !== null) await reopenEvidence(ctx, tx, actor, borrower, row.evidenceId);
    await record(tx, actor, "document.removed", row);
  });
}

async function evaluateDecisionsOn(tx: Tx, actor: Actor, { id, borrowerId }: queries.DocumentRow): Promise<void> {
  const decisions = await readDecisionsOf(tx, actor.scope, borrowerId);
  const rested = decisions.find(
    ({ undoneAt, documents }) => undoneAt === null && documents.some((one) => one.id === id),
  );
  if (!rested) return;
  await evaluateAgain(tx, actor.scope, borrowerId, { cause: "decision", by: actor, decisionId: rested.id });
}

async function findDocument(db: ReadDb, actor: Actor, id: string): Promise<queries.DocumentRow> {
  const row = await queries.readDocument(db, actor.scope, id);
  if (!row) throw new AppError("NOT_FOUND");
  await findBorrower(db, actor, row.borrowerId);
  return row;
}

function record(
  tx: Parameters<typeof recordAuditEvent>[0],
  principal: Principal,
  action: string,
  { id, borrowerId, evidenceId }: queries.DocumentRow,
): Promise<void> {
  return recordAuditEvent(tx, principal, {
    action,
    objectType: "document",
    objectId: id,
    detail: { borrowerId, evidenceId },
  });
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
