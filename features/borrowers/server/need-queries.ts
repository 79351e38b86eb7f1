import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import { needReminders, needs } from "./schema.ts";

export type NeedRow = typeof needs.$inferSelect;
export type ReminderRow = typeof needReminders.$inferSelect;

/** Of all people on the loan, the oldest first. */
export function readNeeds(db: ReadDb, scope: Scope, borrowerId: string): Promise<NeedRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(needs)
      .where(and(tenantFilter(needs, scope), eq(needs.borrowerId, borrowerId)))
      .orderBy(asc(needs.createdAt), asc(needs.id)),
  );
}

export type NeedName = Pick<NeedRow, "borrowerId" | "emailKey" | "kind" | "subject">;
type NeedChange = Partial<
  Pick<
    typeof needs.$inferInsert,
    "documentKind" | "note" | "requestedAt" | "askedAt" | "askedBy" | "dueOn" | "waivedAt" | "waivedBy"
  >
>;

/** Stores a change of one need, which may not have a row yet. The caller holds the borrower's lock. */
export async function saveNeed(tx: Tx, scope: Scope, name: NeedName, change: NeedChange): Promise<NeedRow> {
  const { borrowerId, emailKey, kind, subject } = name;
  const [row] = await tx.orm
    .insert(needs)
    .values({ ...change, borrowerId, emailKey, kind, subject, id: randomUUID(), organizationId: scope.organizationId })
    .onConflictDoUpdate({
      target: [needs.organizationId, needs.borrowerId, needs.emailKey, needs.kind, needs.subject],
      set: { ...change, ...bumpVersion(needs) },
    })
    .returning();
  return row!; // an insert or update that does not throw returns its row
}

/** Moves what was asked from an address to the one that replaced it. */
export async function moveNeeds(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  // What the other address was asked for already stays as it is.
  await tx.orm.execute(sql`delete from ${needs} moving where moving.organization_id = ${scope.organizationId}
    and moving.borrower_id = ${borrowerId} and moving.email_key = ${from} and exists (
      select from ${needs} other where other.organization_id = moving.organization_id
        and other.borrower_id = moving.borrower_id and other.email_key = ${to}
        and other.kind = moving.kind and other.subject = moving.subject)`);
  await tx.orm
    .update(needs)
    .set({ emailKey: to })
    .where(and(tenantFilter(needs, scope), eq(needs.borrowerId, borrowerId), eq(needs.emailKey, from)));
}

export function readReminders(db: ReadDb, scope: Scope, borrowerId: string): Promise<ReminderRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(needReminders)
      .where(and(tenantFilter(needReminders, scope), eq(needReminders.borrowerId, borrowerId))),
  );
}

/** `undefined`: a newer email that asks has started reminders over. */
export async function readReminder(db: ReadDb, scope: Scope, id: string): Promise<ReminderRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(needReminders)
      .where(and(tenantFilter(needReminders, scope), eq(needReminders.id, id))),
  );
  return row;
}

/** Starts a person's reminders over. The caller holds the borrower's lock. */
export async function restartReminders(
  tx: Tx,
  scope: Scope,
  reminder: Pick<ReminderRow, "borrowerId" | "emailKey" | "askedAt" | "nextAt">,
): Promise<ReminderRow> {
  const row = { ...reminder, id: randomUUID(), day: 0 };
  const [started] = await tx.orm
    .insert(needReminders)
    .values({ ...row, organizationId: scope.organizationId })
    .onConflictDoUpdate({
      target: [needReminders.organizationId, needReminders.borrowerId, needReminders.emailKey],
      set: row,
    })
    .returning();
  return started!; // an insert or update that does not throw returns its row
}

/** Records that one of its days has passed; `false`: it was recorded before. */
export async function passDay(
  tx: Tx,
  scope: Scope,
  { id, day, nextAt }: Pick<ReminderRow, "id" | "day" | "nextAt">,
): Promise<boolean> {
  const rows = await tx.orm
    .update(needReminders)
    .set({ day, nextAt })
    .where(and(tenantFilter(needReminders, scope), eq(needReminders.id, id), sql`${needReminders.day} < ${day}`))
    .returning({ id: needReminders.id });
  return rows.length > 0;
}
