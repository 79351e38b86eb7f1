import { randomUUID } from "node:crypto";
import { readAdmins } from "#features/borrowers/server/owner-queries.ts";
import { readNames } from "#features/directory/server/queries.ts";
import { lockOrganization, readSettings } from "#features/organizations/server/settings-queries.ts";
import {
  OVERLAYS_PER_ORGANIZATION,
  type listOverlays as listCall,
  type OverlayDetails,
  type OverlayState,
  type OverlayVersion,
} from "#features/underwriting/contract.ts";
import { problemsOf } from "#features/underwriting/rules/overlay.ts";
import { overlayChanged } from "#features/underwriting/server/jobs.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { AppError, type FieldError } from "#platform/contract/errors.ts";
import { dayIn } from "#platform/dates/zones.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import {
  insertOverlay,
  lockOverlay,
  type OverlayRow,
  readOverlays,
  removeOverlay,
  writeOverlay,
} from "./overlay-queries.ts";

interface Seen {
  readonly id: string;
  readonly version: number;
}

export async function listOverlays({ db }: Context, actor: Actor): Promise<ReplyOf<typeof listCall>> {
  const today = await readToday(db, actor.scope);
  const rows = await readOverlays(db, actor.scope);
  return {
    overlays: await describe(db, actor, rows, rows, today),
    today,
    hasApprover: (await readAdmins(db, actor.scope)).length > 1,
  };
}

/** Throws LIMIT_REACHED, and VALIDATION_ERROR for what contradicts itself or loosens a guide. */
export async function createOverlay({ db }: Context, actor: Actor, details: OverlayDetails): Promise<OverlayVersion> {
  const { scope, userId } = actor;
  return db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    await requireSound(tx, scope, details);
    const [newest, ...others] = await readOverlays(tx, scope);
    if (others.length + 1 >= OVERLAYS_PER_ORGANIZATION) throw new AppError("LIMIT_REACHED");
    const row = await insertOverlay(tx, scope, {
      ...{ ...details, id: randomUUID(), number: (newest?.number ?? 0) + 1, createdBy: userId, editors: [userId] },
    });
    return record(tx, actor, "overlay.created", row);
  });
}

/** The person who changes it wrote it too. Throws NOT_FOUND, STALE, VALIDATION_ERROR. */
export async function updateOverlay(
  { db }: Context,
  actor: Actor,
  { id, version, ...details }: OverlayDetails & Seen,
): Promise<OverlayVersion> {
  const { scope, userId } = actor;
  return db.transaction(scope, async (tx) => {
    const { editors } = await lock(tx, scope, { id, version }, "draft");
    await requireSound(tx, scope, details);
    const row = await writeOverlay(tx, scope, id, { ...details, editors: [...new Set([...editors, userId])] });
    return record(tx, actor, "overlay.edited", row);
  });
}

/** Emails those who may approve. Throws NOT_FOUND, STALE, SECOND_PERSON_MISSING, and VALIDATION_ERROR if its first day is past. */
export async function proposeOverlay(ctx: Context, actor: Actor, seen: Seen): Promise<OverlayVersion> {
  const { scope, userId } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    const { editors, ...draft } = await lock(tx, scope, seen, "draft");
    await requireSound(tx, scope, draft);
    const admins = await readAdmins(tx, scope);
    if (admins.length < 2) throw new AppError("SECOND_PERSON_MISSING");
    const row = await writeOverlay(tx, scope, seen.id, {
      ...{ state: "proposed", proposedBy: userId, proposedAt: new Date().toISOString() },
      editors: [...new Set([...editors, userId])],
    });
    const approvers = admins.map((admin) => admin.userId).filter((id) => !row.editors.includes(id));
    await queueEmails(ctx, tx, scope, row, approvers);
    return record(tx, actor, "overlay.proposed", row);
  });
}

/** Throws NOT_FOUND, STALE. */
export async function withdrawOverlay({ db }: Context, actor: Actor, seen: Seen): Promise<OverlayVersion> {
  return db.transaction(actor.scope, async (tx) => {
    await lock(tx, actor.scope, seen, "proposed");
    const row = await writeOverlay(tx, actor.scope, seen.id, { state: "draft", proposedBy: null, proposedAt: null });
    return record(tx, actor, "overlay.withdrawn", row);
  });
}

/** Emails its authors. Throws NOT_FOUND, STALE, SECOND_PERSON_REQUIRED, and VALIDATION_ERROR if its first day is past by now. */
export async function approveOverlay(ctx: Context, actor: Actor, seen: Seen): Promise<OverlayVersion> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    await lockOrganization(tx, actor.scope);
    const proposed = await lock(tx, actor.scope, seen, "proposed");
    requireOther(actor, proposed);
    await requireSound(tx, actor.scope, proposed);
    const row = await writeOverlay(tx, actor.scope, seen.id, { state: "approved", ...decidedBy(actor) });
    await queueEmails(ctx, tx, actor.scope, row, row.editors);
    return record(tx, actor, "overlay.approved", row);
  });
}

/** Emails its authors. Throws NOT_FOUND, STALE, SECOND_PERSON_REQUIRED. */
export async function rejectOverlay(
  ctx: Context,
  actor: Actor,
  { reason, ...seen }: Seen & { readonly reason: string },
): Promise<OverlayVersion> {
  return ctx.db.transaction(actor.scope, async (tx) => {
    requireOther(actor, await lock(tx, actor.scope, seen, "proposed"));
    const row = await writeOverlay(tx, actor.scope, seen.id, { state: "rejected", reason, ...decidedBy(actor) });
    await queueEmails(ctx, tx, actor.scope, row, row.editors);
    return record(tx, actor, "overlay.rejected", row);
  });
}

/** From today on no overlay is in force, if it was; one that is still to come never is. Throws NOT_FOUND, STALE. */
export async function endOverlay({ db }: Context, actor: Actor, seen: Seen): Promise<OverlayVersion> {
  const { scope, userId } = actor;
  return db.transaction(scope, async (tx) => {
    const { endedOn } = await lock(tx, scope, seen, "approved");
    if (endedOn !== null) throw new AppError("STALE");
    const row = await writeOverlay(tx, scope, seen.id, { endedOn: await readToday(tx, scope), endedBy: userId });
    return record(tx, actor, "overlay.ended", row);
  });
}

/** Throws NOT_FOUND, STALE if it was approved. */
export async function deleteOverlay({ db }: Context, actor: Actor, id: string): Promise<void> {
  await db.transaction(actor.scope, async (tx) => {
    const row = await lockOverlay(tx, actor.scope, id);
    if (!row) throw new AppError("NOT_FOUND");
    if (row.state === "approved" || row.state === "proposed") throw new AppError("STALE");
    await removeOverlay(tx, actor.scope, id);
    await append(tx, actor, "overlay.deleted", row);
  });
}

async function lock(tx: Tx, scope: Scope, { id, version }: Seen, state: OverlayRow["state"]): Promise<OverlayRow> {
  const row = await lockOverlay(tx, scope, id);
  if (!row) throw new AppError("NOT_FOUND");
  if (row.version !== version || row.state !== state) throw new AppError("STALE");
  return row;
}

function requireOther({ userId }: Actor, { editors }: OverlayRow): void {
  if (editors.includes(userId)) throw new AppError("SECOND_PERSON_REQUIRED");
}

function decidedBy({ userId }: Actor): Pick<OverlayRow, "decidedBy" | "decidedAt"> {
  return { decidedBy: userId, decidedAt: new Date().toISOString() };
}

async function requireSound(
  tx: Tx,
  scope: Scope,
  { programName, settings, effectiveFrom }: Pick<OverlayDetails, "programName" | "settings" | "effectiveFrom">,
): Promise<void> {
  const errors: FieldError[] = problemsOf({ programName, settings }).map(({ field, code }) => ({
    ...{ field: `settings.${field}`, code },
  }));
  if (effectiveFrom < (await readToday(tx, scope))) errors.push({ field: "effectiveFrom", code: "IN_THE_PAST" });
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { errors });
}

async function readToday(db: ReadDb, scope: Scope): Promise<string> {
  const { timeZone } = await readSettings(db, scope);
  return dayIn(new Date().toISOString(), timeZone);
}

async function queueEmails(
  { jobs }: Context,
  tx: Tx,
  { organizationId }: Scope,
  { id, version }: OverlayRow,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) await jobs.send(tx, overlayChanged, { organizationId, overlayId: id, version, userId });
}

async function record(tx: Tx, actor: Actor, action: string, row: OverlayRow): Promise<OverlayVersion> {
  await append(tx, actor, action, row);
  const all = await readOverlays(tx, actor.scope);
  const [described] = await describe(tx, actor, [row], all, await readToday(tx, actor.scope));
  return described!; // one for each row
}

function append(tx: Tx, actor: Actor, action: string, { id, name, number }: OverlayRow): Promise<void> {
  const detail = { name: `${name}, version ${number}` };
  return recordAuditEvent(tx, actor, { action, objectType: "overlay", objectId: id, detail });
}

async function describe(
  db: ReadDb,
  { scope, userId }: Actor,
  rows: readonly OverlayRow[],
  all: readonly OverlayRow[],
  today: string,
): Promise<OverlayVersion[]> {
  const people = rows.flatMap((row) => [row.createdBy, row.proposedBy, row.decidedBy, row.endedBy]);
  const names = await readNames(db, scope, [...new Set(people.filter((id) => id !== null))]);
  const personOf = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? "Former member" });
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, name: row.name, programName: row.programName, settings: row.settings },
    ...{ effectiveFrom: row.effectiveFrom, state: stateOf(row, all, today), isOwn: row.editors.includes(userId) },
    ...{ createdBy: personOf(row.createdBy), createdAt: row.createdAt },
    ...{ proposedBy: personOf(row.proposedBy), proposedAt: row.proposedAt },
    ...{ decidedBy: personOf(row.decidedBy), decidedAt: row.decidedAt, reason: row.reason },
    ...{ endedOn: row.endedOn, endedBy: personOf(row.endedBy), version: row.version },
  }));
}

function stateOf(row: OverlayRow, all: readonly OverlayRow[], today: string): OverlayState {
  if (row.state !== "approved") return row.state;
  if (row.endedOn !== null && row.endedOn <= today) return "ended";
  if (row.effectiveFrom > today) return "scheduled";
  const isLater = (one: OverlayRow) =>
    one.state === "approved" &&
    one.effectiveFrom <= today &&
    (one.endedOn === null || one.endedOn >= one.effectiveFrom) &&
    orderOf(one) > orderOf(row);
  return all.some(isLater) ? "replaced" : "inForce";
}

/** As `readOverlayInForce` has it. The database leaves out zeros at the end of a time, which text would sort wrongly. */
function orderOf({ effectiveFrom, decidedAt }: OverlayRow): string {
  return `${effectiveFrom} ${decidedAt === null ? "" : new Date(decidedAt).toISOString()}`;
}
