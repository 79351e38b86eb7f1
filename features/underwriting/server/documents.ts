import { createHash, randomUUID } from "node:crypto";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import { findBorrower, lockBorrowerFor, type Principal } from "#features/borrowers/server/borrowers.ts";
import { personWith, readMember } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { isAccepted } from "#features/underwriting/rules/prepare.ts";
import {
  type BorrowerDocument,
  DOCUMENT_TYPES,
  type DocumentKind,
  DOCUMENTS_PER_BORROWER,
  DOCUMENTS_PER_VISITOR,
  DOCUMENTS_SENT,
  type DocumentState,
  type EvidenceDocument,
} from "#features/underwriting/contract.ts";
import { notify } from "#features/notifications/server/notify.ts";
import type { UploadedFile } from "#platform/contract/call.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import { type Actor, type BorrowerSession, isBorrowerSession } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import { isRefusal, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { publish } from "#platform/server/events.ts";
import { fileNamePart, type StoredFile } from "#platform/server/http/file-reply.ts";
import { isEncryptedPdf } from "#platform/server/http/upload.ts";
import { zipOf } from "#platform/server/zip.ts";
import { evaluateAgain } from "./evaluate-newest.ts";
import * as queries from "./document-queries.ts";
import { readDecisionsOf } from "./decision-queries.ts";
import { summarizeDocuments } from "./document-state.ts";
import { evaluateEvidence, reopenEvidence, requireNotOwn, reviewBy } from "./evidence.ts";
import { readEvidence, toSource } from "./evidence-queries.ts";
import { documentRejected } from "./events.ts";
import { documentsSent, isRecent, removeFile } from "./jobs.ts";
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
  readonly kind: DocumentKind;
  readonly evidenceId?: string | undefined;
  /** The request that it answers; the caller has checked that it is this borrower's. */
  readonly needId?: string | undefined;
  readonly file: UploadedFile;
}

/**
 * A document for a piece of evidence of this borrower, or for none yet. Nothing of it is stored before the scan. Throws
 * STORAGE_FULL, PASSWORD_PROTECTED, VIRUS_FOUND, PROVIDER_UNAVAILABLE and the errors of requireMayAdd.
 */
export async function uploadDocument(
  ctx: Context,
  principal: Principal,
  { borrowerId, name, kind, evidenceId, needId, file }: Upload,
): Promise<EvidenceDocument> {
  const { scope } = principal;
  const hash = createHash("sha256").update(file.bytes).digest("hex");
  const asked = { borrowerId, evidenceId, sha256: hash };
  await findBorrower(ctx.db, principal, borrowerId);
  await requireMayAdd(ctx.db, principal, asked); // before anything is written
  await requireRoom(ctx, ctx.db, scope, file);
  if (file.mediaType === "application/pdf" && isEncryptedPdf(file.bytes)) throw new AppError("PASSWORD_PROTECTED");
  await requireNoVirus(ctx, principal, asked, file);
  const scannedAt = new Date().toISOString();
  const id = randomUUID();
  const mediaType = DOCUMENT_TYPES.find((type) => type === file.mediaType)!; // the call takes no other
  const stored = `${randomUUID()}.${endingOf(mediaType)}`;
  const { key, bytes, sha256 } = await ctx.files.write(stored, whole(file.bytes));
  try {
    return await ctx.db.transaction(scope, async (tx) => {
      const borrower = await lockBorrowerFor(tx, principal, borrowerId);
      const others = await requireMayAdd(tx, principal, asked);
      await requireRoom(ctx, tx, scope, file);
      const row = await queries.insertDocument(tx, scope, {
        ...{ id, borrowerId, kind, mediaType, bytes, sha256, scannedAt },
        evidenceId: evidenceId ?? null,
        needId: needId ?? null,
        name: cleanName(name, mediaType),
        file: stored,
        fileKey: ctx.cipher.encrypt(key, aadForKey(id, scope)),
        ...(isBorrowerSession(principal)
          ? { visitorEmail: normalizeEmail(principal.email) }
          : { createdBy: principal.userId }),
      });
      await evaluateWith(ctx, tx, principal, borrower, row);
      await summarizeDocuments(tx, scope, borrowerId);
      if (isBorrowerSession(principal)) await alertOfSent(ctx, tx, principal, borrower, row, others);
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

/**
 * The report's files name the document from here on. A loose one of the lender's is for a decision, which evaluates the
 * report. Evidence that was accepted without a document may count now, unless a second person has to see the document.
 */
async function evaluateWith(
  ctx: Context,
  tx: Tx,
  principal: Principal,
  borrower: BorrowerRow,
  { id, evidenceId, borrowerId }: queries.DocumentRow,
): Promise<void> {
  const { scope } = principal;
  const evidence = evidenceId ? await readEvidence(tx, scope, evidenceId) : undefined;
  if (!evidence) {
    if (isBorrowerSession(principal))
      await evaluateAgain(ctx, tx, scope, borrowerId, { cause: "evidence", by: principal });
    return;
  }
  const others = (await queries.readDocumentsOf(tx, scope, borrowerId)).filter((one) => one.id !== id);
  const isUnseen = evidence.state === "accepted" && !isAccepted(toSource(evidence, others));
  if (isUnseen && !isBorrowerSession(principal) && (await readSettings(tx, scope)).secondPersonAccepts)
    await reopenEvidence(ctx, tx, principal, borrower, evidence.id);
  else await evaluateEvidence(ctx, tx, principal, evidence);
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

interface Asked {
  readonly borrowerId: string;
  readonly evidenceId: string | undefined;
  readonly sha256: string;
}

/** Throws VIRUS_FOUND, and PROVIDER_UNAVAILABLE if the file could not be scanned. */
export async function requireNoVirus(
  { db, providers }: Context,
  principal: Principal,
  { borrowerId, sha256 }: Pick<Asked, "borrowerId" | "sha256">,
  { bytes }: Pick<UploadedFile, "bytes">,
): Promise<void> {
  const virus = await providers.findVirus(bytes);
  if (virus === null) return;
  await db.transaction(principal.scope, (tx) =>
    recordAuditEvent(tx, principal, {
      action: "document.infected",
      objectType: "borrower",
      objectId: borrowerId,
      detail: { virus, sha256 },
    }),
  );
  throw new AppError("VIRUS_FOUND");
}

/** By email at most once an hour, and not after the email about the letter that it belongs to. */
async function alertOfSent(
  ctx: Context,
  tx: Tx,
  session: BorrowerSession,
  borrower: BorrowerRow,
  { id: documentId, evidenceId }: queries.DocumentRow,
  others: readonly queries.DocumentRow[],
): Promise<void> {
  const sentAt = others.flatMap(({ createdBy, createdAt }) => (createdBy === null ? [createdAt] : []));
  if (sentAt.some((at) => isRecent(at, 1))) return; // several files at once are one alert
  const evidence = evidenceId === null ? undefined : await readEvidence(tx, session.scope, evidenceId);
  const isTold = (evidence?.letter && isRecent(evidence.letter.signedAt)) || sentAt.some((at) => isRecent(at));
  const { organizationId } = session;
  const email = (userId: string) => ctx.jobs.send(tx, documentsSent, { organizationId, documentId, userId });
  await notify(ctx, tx, session.scope, {
    kind: "documentsReceived",
    borrower,
    event: DOCUMENTS_SENT,
    email: isTold ? null : email,
  });
}

/**
 * A visitor's document belongs to evidence of their own that is still open. Resolves to the borrower's other documents.
 * Throws NOT_FOUND, STALE, DUPLICATE_DOCUMENT, LIMIT_REACHED.
 */
async function requireMayAdd(
  db: ReadDb,
  principal: Principal,
  { borrowerId, evidenceId, sha256 }: Asked,
): Promise<queries.DocumentRow[]> {
  const evidence = evidenceId ? await readEvidence(db, principal.scope, evidenceId) : undefined;
  if (evidenceId && evidence?.borrowerId !== borrowerId) throw new AppError("NOT_FOUND");
  if (evidence && isBorrowerSession(principal)) {
    if (evidence.visitorEmail !== normalizeEmail(principal.email)) throw new AppError("NOT_FOUND");
    if (evidence.state !== "proposed") throw new AppError("STALE");
  }
  const documents = await queries.readDocumentsOf(db, principal.scope, borrowerId);
  const isOwn = ({ visitorEmail }: queries.DocumentRow) =>
    isBorrowerSession(principal) && visitorEmail === normalizeEmail(principal.email);
  const same = documents.find((one) => one.sha256 === sha256);
  if (same) {
    // One person on the loan does not learn how another named a file.
    const mayKnow = !isBorrowerSession(principal) || isOwn(same);
    throw new AppError("DUPLICATE_DOCUMENT", mayKnow ? { existing: { name: same.name } } : {});
  }
  requireWithinLimit(documents.length, DOCUMENTS_PER_BORROWER);
  requireWithinLimit(documents.filter(isOwn).length, DOCUMENTS_PER_VISITOR);
  return documents;
}

export async function listDocuments({ db }: Context, actor: Actor, borrowerId: string): Promise<BorrowerDocument[]> {
  const borrower = await findBorrower(db, actor, borrowerId);
  const rows = await queries.readDocumentsOf(db, actor.scope, borrowerId);
  const listed: BorrowerDocument[] = [];
  for (const row of rows)
    listed.push({ ...queries.toDocument(row), sentBy: await senderOf(db, actor.scope, borrower, row) });
  return listed;
}

async function senderOf(
  db: ReadDb,
  scope: Scope,
  borrower: BorrowerRow,
  { createdBy, visitorEmail }: queries.DocumentRow,
): Promise<string | null> {
  const person =
    createdBy === null ? personWith(borrower, visitorEmail ?? borrower.email) : await readMember(db, scope, createdBy);
  return person ? fullName(person) : null;
}

/** All of a borrower's documents as one ZIP archive. Each download is recorded. */
export async function downloadDocuments(ctx: Context, actor: Actor, borrowerId: string): Promise<StoredFile> {
  const { db, files, cipher } = ctx;
  const borrower = await findBorrower(db, actor, borrowerId);
  const rows = await queries.readDocumentsOf(db, actor.scope, borrowerId);
  const entries = rows.map(({ id, name, bytes, file, fileKey, createdAt }, at) => ({
    name: `${String(at + 1).padStart(2, "0")} ${name}`, // the number keeps equal names apart
    bytes,
    at: new Date(createdAt),
    read: () => files.read(file, { key: cipher.decrypt(fileKey, aadForKey(id, actor.scope)), bytes }),
  }));
  await db.transaction(actor.scope, (tx) =>
    recordAuditEvent(tx, actor, {
      action: "document.all-read",
      objectType: "borrower",
      objectId: borrowerId,
      detail: { documentIds: rows.map(({ id }) => id) },
    }),
  );
  const content = JSON.stringify(rows.map(({ id, name, sha256 }) => [id, name, sha256]));
  return {
    name: `${fileNamePart(fullName(borrower), "borrower")}-documents.zip`,
    mediaType: "application/zip",
    sha256: createHash("sha256").update(content).digest("hex"),
    ...zipOf(entries),
  };
}

/** Each view is recorded. */
export async function readDocument(ctx: Context, actor: Actor, id: string): Promise<StoredFile> {
  const row = await findDocument(ctx.db, actor, id);
  const { name, mediaType, bytes, sha256, file } = row;
  const key = ctx.cipher.decrypt(row.fileKey, aadForKey(id, actor.scope));
  await ctx.db.transaction(actor.scope, (tx) => record(tx, actor, "document.read", row));
  return { name, mediaType, bytes, sha256, read: (range) => ctx.files.read(file, { key, bytes }, range) };
}

/** Says what it is, and links it to evidence of the borrower or to none. Throws STALE, NOT_FOUND, OWN_EVIDENCE. */
export async function changeDocument(
  ctx: Context,
  actor: Actor,
  { id, version, kind, evidenceId }: { id: string; version: number; kind: DocumentKind; evidenceId: string | null },
): Promise<EvidenceDocument> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    const { before, borrower } = await lockDocument(tx, actor, id, version);
    const evidence = evidenceId === null ? undefined : await readEvidence(tx, actor.scope, evidenceId);
    if (evidenceId !== null && evidence?.borrowerId !== borrower.id) throw new AppError("NOT_FOUND");
    if (evidence?.state === "accepted") requireNotOwn(actor, [before]);
    const row = await queries.updateDocument(tx, actor.scope, id, { kind, evidenceId });
    if (before.evidenceId !== evidenceId) {
      if (before.evidenceId !== null) await reopenEvidence(ctx, tx, actor, borrower, before.evidenceId);
      if (evidenceId !== null) await evaluateWith(ctx, tx, actor, borrower, row);
    }
    await summarizeDocuments(tx, actor.scope, borrower.id);
    await record(tx, actor, "document.changed", row);
    return queries.toDocument(row);
  });
}

const ACTS = { accepted: "accepted", rejected: "rejected", received: "reopened" } as const;

/** What was accepted or decided with a document that is rejected is open again. Throws STALE, OWN_EVIDENCE. */
export async function reviewDocument(
  ctx: Context,
  actor: Actor,
  { id, state, reason, version }: { id: string; state: DocumentState; reason: string | null; version: number },
): Promise<EvidenceDocument> {
  if (state === "rejected" && reason === null)
    throw new AppError("VALIDATION_ERROR", { errors: [{ field: "reason", code: "REQUIRED" }] });
  return ctx.db.transaction(actor.scope, async (tx) => {
    const { before, borrower } = await lockDocument(tx, actor, id, version);
    if (state === "accepted") requireNotOwn(actor, [before]);
    const review = state === "received" ? { reviewedBy: null, reviewedAt: null } : reviewBy(actor);
    const row = await queries.updateDocument(tx, actor.scope, id, {
      state,
      reason: state === "received" ? null : reason,
      ...review,
    });
    if ((before.state === "rejected") !== (state === "rejected")) {
      await evaluateDecisionsOn(ctx, tx, actor, row);
      if (row.evidenceId !== null && state === "rejected")
        await reopenEvidence(ctx, tx, actor, borrower, row.evidenceId);
      else if (row.evidenceId !== null) await evaluateWith(ctx, tx, actor, borrower, row);
    }
    await summarizeDocuments(tx, actor.scope, borrower.id);
    await record(tx, actor, `document.${ACTS[state]}`, row);
    if (state === "rejected" && before.state !== "rejected")
      await publish(ctx, tx, documentRejected, { actor, borrower, document: row });
    return queries.toDocument(row);
  });
}

async function lockDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ before: queries.DocumentRow; borrower: BorrowerRow }> {
  const { borrowerId } = await findDocument(tx, actor, id);
  const borrower = await lockBorrowerFor(tx, actor, borrowerId);
  const before = await queries.readDocument(tx, actor.scope, id);
  if (!before) throw new AppError("NOT_FOUND");
  if (before.version !== version) throw new AppError("STALE");
  return { before, borrower };
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
    await evaluateDecisionsOn(ctx, tx, actor, row);
    await summarizeDocuments(tx, actor.scope, borrowerId);
    if (row.evidenceId !== null) await reopenEvidence(ctx, tx, actor, borrower, row.evidenceId);
    // The report's files must not name it anymore, whatever it was for.
    await evaluateAgain(ctx, tx, actor.scope, borrower.id, { cause: "evidence", by: actor });
    await record(tx, actor, "document.removed", row);
  });
}

async function evaluateDecisionsOn(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { id, borrowerId }: queries.DocumentRow,
): Promise<void> {
  const decisions = await readDecisionsOf(tx, actor.scope, borrowerId);
  const rested = decisions.find(
    ({ undoneAt, documents }) => undoneAt === null && documents.some((one) => one.id === id),
  );
  if (!rested) return;
  await evaluateAgain(ctx, tx, actor.scope, borrowerId, { cause: "decision", by: actor, decisionId: rested.id });
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

/** Queues the removal of the files of a borrower who is about to be deleted. Their rows, and keys, go with the borrower. */
export async function removeDocumentFiles(
  { jobs }: Context,
  tx: Tx,
  { scope, borrowerId }: { scope: Scope; borrowerId: string },
): Promise<void> {
  for (const { file } of await queries.readDocumentsOf(tx, scope, borrowerId))
    await jobs.send(tx, removeFile, { organizationId: scope.organizationId, file });
}
