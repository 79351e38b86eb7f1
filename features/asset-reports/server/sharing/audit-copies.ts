import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { AUDIT_COPIES_PER_BORROWER, AUDIT_COPIES_PER_DAY, type AuditCopy } from "#features/asset-reports/contract.ts";
import { findEvaluatedReport } from "#features/asset-reports/server/download.ts";
import { allFilesOf } from "#features/asset-reports/server/files/report-files.ts";
import { findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { requireWithinLimit } from "#platform/server/http/limit.ts";
import { sha256 } from "#platform/server/encryption/sha256.ts";
import {
  countOpen,
  countToday,
  endCopy,
  insertCopy,
  linkTo,
  readCopies,
  readCopy,
  readViews,
  stateOf,
  type ToldCopy,
  type ViewRow,
} from "./store.ts";
import { emailAuditCopy } from "../jobs.ts";
import { and, eq } from "drizzle-orm";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { auditCopies } from "../schema.ts";

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
export function plainPassCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, "");
}

const DAY_MS = 86_400_000;

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
      expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
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
