import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import {
  AUDIT_COPIES_PER_BORROWER,
  AUDIT_COPIES_PER_DAY,
  type AuditCopy,
  type ReportFormat,
  type SharedReport,
  WRONG_PASS_CODES,
} from "#features/asset-reports/contract.ts";
import { findEvaluatedReport } from "#features/asset-reports/server/download.ts";
import { allFilesOf, fileOf, toStored } from "#features/asset-reports/server/files/report-files.ts";
import { findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor, Visitor } from "#platform/server/actor.ts";
import { appendAudit, recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import {
  type CopyRow,
  countOpen,
  countToday,
  countWrongCode,
  endCopy,
  findByToken,
  insertCopy,
  insertView,
  isOpen,
  linkTo,
  lockCopy,
  readCopies,
  readCopy,
  readShared,
  readViews,
  stateOf,
  type ToldCopy,
  type ViewRow,
} from "./queries.ts";
import { emailAuditCopy } from "../jobs.ts";
import { and, eq } from "drizzle-orm";
import { millisecondsInDay } from "date-fns/constants";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { auditCopies } from "../schema.ts";
import { readBorrower } from "#features/borrowers/server/queries.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import { refuseNotBefore } from "#platform/server/http/min-duration.ts";

/**
 * Without characters that look or sound alike. Ten of them have about 48 bits, too many for the few attempts allowed.
 */
const SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 10;

/** Two groups of five: `K7QMA-2WXPD`. */
function newPassCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/** The form that is compared: lower case, spaces and dashes make no difference. */
function plainPassCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, "");
}

interface Share {
  readonly borrowerId: string;
  readonly auditorName: string;
  readonly auditorEmail: string;
  readonly days: number;
}

/** Returns link and passcode, which are never shown again. Throws NOT_FOUND, REPORT_NOT_READY, LIMIT_REACHED. */
export async function createAuditCopy(
  ctx: Context,
  actor: Actor,
  { borrowerId, days, ...auditor }: Share,
): Promise<{ copy: AuditCopy; url: string; passCode: string }> {
  const { db, jobs, passwords, settings } = ctx;
  const evaluated = await findEvaluatedReport(ctx, actor, borrowerId);
  // Made before it is shared, so that an auditor does not wait and sees each file's hash right away.
  await allFilesOf(ctx, actor.scope, evaluated);
  const [id, token, passCode] = [randomUUID(), randomBytes(32).toString("base64url"), newPassCode()];
  const passCodeHash = await passwords.hash(plainPassCode(passCode));

  await db.transaction(actor.scope, async (tx) => {
    await lockBorrowerFor(tx, actor, borrowerId);
    requireWithinLimit(await countOpen(tx, actor.scope, borrowerId), AUDIT_COPIES_PER_BORROWER);
    await insertCopy(tx, actor.scope, {
      id,
      borrowerId,
      evaluationId: evaluated.evaluation.id,
      ...auditor,
      tokenHash: sha256(token),
      passCodeHash,
      expiresAt: new Date(Date.now() + days * millisecondsInDay).toISOString(),
      createdBy: actor.userId,
    });
    await record(tx, actor, "audit-copy.created", { id, borrowerId });
    // The audit event locks the organization's chain, so simultaneous shares are counted in turn.
    if ((await countToday(tx, actor.scope)) > AUDIT_COPIES_PER_DAY) throw new AppError("LIMIT_REACHED");
    await jobs.send(tx, emailAuditCopy, { organizationId: actor.organizationId, copyId: id });
  });
  const copy = await readCopy(db, actor.scope, id);
  if (!copy) throw new AppError("NOT_FOUND"); // deleted with its report at this moment
  return { copy: toAuditCopy(copy, []), url: linkTo(settings.publicUrl, token), passCode };
}

/** The borrower's copies, newest first. Throws NOT_FOUND. */
export async function listAuditCopies({ db }: Context, actor: Actor, borrowerId: string): Promise<AuditCopy[]> {
  await findBorrower(db, actor, borrowerId);
  const copies = await readCopies(db, actor.scope, borrowerId);
  const views = Map.groupBy(
    await readViews(
      db,
      actor.scope,
      copies.map(({ id }) => id),
    ),
    ({ copyId }) => copyId,
  );
  return copies.map((copy) => toAuditCopy(copy, views.get(copy.id) ?? []));
}

/** Throws NOT_FOUND. */
export async function revokeAuditCopy({ db }: Context, actor: Actor, id: string): Promise<AuditCopy> {
  const before = await readCopy(db, actor.scope, id);
  if (!before) throw new AppError("NOT_FOUND");
  await findBorrower(db, actor, before.borrowerId);
  if (stateOf(before) === "open")
    await db.transaction(actor.scope, async (tx) => {
      await endCopy(tx, actor.scope, id);
      await record(tx, actor, "audit-copy.revoked", before);
    });
  const copy = await readCopy(db, actor.scope, id);
  if (!copy) throw new AppError("NOT_FOUND");
  return toAuditCopy(copy, await readViews(db, actor.scope, [id]));
}

function toAuditCopy(copy: ToldCopy, views: readonly ViewRow[]): AuditCopy {
  const { id, borrowerId, reportId, asOf, auditorName, auditorEmail, expiresAt, revokedAt, createdAt } = copy;
  return {
    id,
    borrowerId,
    reportId,
    asOf,
    auditorName,
    auditorEmail,
    state: stateOf(copy),
    expiresAt,
    revokedAt,
    views: views.map(({ at, act, format, address }) => ({ at, act, format, address })),
    createdAt,
  };
}

function record(
  tx: Tx,
  actor: Actor,
  action: string,
  { id, borrowerId }: { id: string; borrowerId: string },
): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "audit-copy", objectId: id, detail: { borrowerId } });
}

/** Also deletes the recorded views. That there were any remains in the audit log. */
export async function endCopies(tx: Tx, scope: Scope, borrowerId: string): Promise<void> {
  await tx.orm.delete(auditCopies).where(and(tenantFilter(auditCopies, scope), eq(auditCopies.borrowerId, borrowerId)));
}

interface Opening {
  readonly token: string;
  readonly passCode: string;
}

type Look = Pick<ViewRow, "act" | "format">;

/** Longer than any refusal takes, so that the time does not reveal what was wrong. */
const REFUSAL_MS = 400;

/** Throws LINK_DEAD for any reason. */
export async function openAuditCopy(ctx: Context, visitor: Visitor, opening: Opening): Promise<SharedReport> {
  const { scope, copy } = await admit(ctx, visitor, opening, { act: "opened", format: null });
  const { evaluation, report } = await readCopied(ctx, scope, copy);
  const files = await allFilesOf(ctx, scope, { evaluation, report });
  const { fullNames, loanNumber, lender } = evaluation.printed;
  const [borrowerName = "", ...coBorrowerNames] = fullNames;
  return {
    borrowerName,
    coBorrowerNames,
    loanNumber,
    lender,
    auditorName: copy.auditorName,
    expiresAt: copy.expiresAt,
    asOf: files[0]!.statement.asOf, // there is one of each format
    ...(report.itemIds.length === 0 && { source: "files" as const }),
    verdicts: evaluation.programs.flatMap((program) => evaluation.verdicts[program] ?? []),
    files: files.map(({ statement }) => statement),
  };
}

/** Throws LINK_DEAD. */
export async function downloadAuditCopy(
  ctx: Context,
  visitor: Visitor,
  { format, ...opening }: Opening & { readonly format: ReportFormat },
): Promise<StoredFile> {
  const { scope, copy } = await admit(ctx, visitor, opening, { act: "downloaded", format });
  const { evaluation, report, borrower } = await readCopied(ctx, scope, copy);
  return toStored(ctx, scope, await fileOf(ctx, scope, { evaluation, report }, format), borrower);
}

function admit(ctx: Context, visitor: Visitor, opening: Opening, look: Look): Promise<{ scope: Scope; copy: CopyRow }> {
  return refuseNotBefore(REFUSAL_MS, async () => {
    const { db, system } = ctx;
    const known = await findByToken(db, system, sha256(opening.token));
    const passCode = plainPassCode(opening.passCode);
    // Before the lock, because hashing takes long. A link that is not open takes as long and leaves no trace.
    const tried = known && isOpen(known) ? known : undefined;
    const isRight = await ctx.passwords.matches(tried?.passCodeHash ?? null, passCode);
    if (!tried) throw new AppError("LINK_DEAD");
    const scope = system.within(tried.organizationId);
    // Under the lock, so that simultaneous attempts are counted one after the other, and five wrong ones end the copy.
    const isAdmitted = await db.transaction(scope, async (tx) => {
      const copy = await lockCopy(tx, scope, tried.id);
      if (!copy || !isOpen(copy)) return false;
      if (isRight) await recordOpening(tx, scope, copy, visitor, look);
      else await refuse(tx, scope, copy, visitor);
      return isRight;
    });
    if (!isAdmitted) throw new AppError("LINK_DEAD");
    return { scope, copy: tried };
  });
}

async function refuse(tx: Tx, scope: Scope, copy: CopyRow, visitor: Visitor): Promise<void> {
  await recordOpening(tx, scope, copy, visitor, { act: "refused", format: null });
  await countWrongCode(tx, scope, copy.id);
  if (copy.wrongCodes + 1 === WRONG_PASS_CODES) await audit(tx, copy, visitor, "locked");
}

async function recordOpening(tx: Tx, scope: Scope, copy: CopyRow, visitor: Visitor, look: Look): Promise<void> {
  await insertView(tx, scope, { id: randomUUID(), copyId: copy.id, ...look, address: visitor.address });
  await audit(tx, copy, visitor, look.act, look.format === null ? {} : { format: look.format });
}

function audit(
  tx: Tx,
  { id, organizationId, borrowerId }: CopyRow,
  { address }: Visitor,
  act: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return appendAudit(tx, organizationId, {
    actorId: null, // the auditor has no account
    action: `audit-copy.${act}`,
    objectType: "audit-copy",
    objectId: id,
    address,
    detail: { borrowerId, ...detail },
  });
}

async function readCopied({ db }: Context, scope: Scope, { evaluationId, borrowerId }: CopyRow) {
  const [shared, borrower] = await Promise.all([
    readShared(db, scope, evaluationId),
    readBorrower(db, scope, borrowerId),
  ]);
  if (!shared || !borrower) throw new AppError("LINK_DEAD"); // The report was deleted, and the copy with it.
  return { ...shared, borrower };
}
