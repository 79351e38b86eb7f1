import { and, asc, desc, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { organizations } from "#features/directory/server/schema.ts";
import type { NotificationPreferences } from "#features/notifications/contract.ts";
import { reachFilter } from "#features/borrowers/server/list-queries.ts";
import { borrowers } from "#features/borrowers/server/schema.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { notificationPreferences, notifications } from "./schema.ts";

export type NotificationRow = typeof notifications.$inferSelect;

export async function insertNotifications(
  tx: Tx,
  scope: Scope,
  rows: readonly Omit<typeof notifications.$inferInsert, "organizationId">[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.orm.insert(notifications).values(rows.map((row) => ({ ...row, organizationId: scope.organizationId })));
}

/** Only about borrowers whom the actor still sees: the assignee may have changed since. */
const seenBy = (actor: Actor) =>
  and(tenantFilter(notifications, actor.scope), eq(notifications.userId, actor.userId), reachFilter(actor));

const ofItsBorrower = and(
  eq(borrowers.organizationId, notifications.organizationId),
  eq(borrowers.id, notifications.borrowerId),
);

/** The newest first. */
export function readNotificationsOf(db: ReadDb, actor: Actor, limit: number) {
  const { firstName, middleName, lastName, suffix } = borrowers;
  return db.read(actor.scope, (query) =>
    query
      .select({ row: notifications, borrower: { firstName, middleName, lastName, suffix } })
      .from(notifications)
      .innerJoin(borrowers, ofItsBorrower)
      .where(seenBy(actor))
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit),
  );
}

export async function countUnread(db: ReadDb, actor: Actor): Promise<number> {
  const [row] = await db.read(actor.scope, (query) =>
    query
      .select({ unread: sql<number>`count(*)::int` })
      .from(notifications)
      .innerJoin(borrowers, ofItsBorrower)
      .where(and(seenBy(actor), isNull(notifications.readAt))),
  );
  return row?.unread ?? 0;
}

const ofPerson = ({ scope, userId }: Pick<Actor, "scope" | "userId">) =>
  and(tenantFilter(notifications, scope), eq(notifications.userId, userId));

/** `false`: the person has no such notification. A second reading keeps the time of the first. */
export async function markRead(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const rows = await tx.orm
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(ofPerson(actor), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return rows.length > 0;
}

export async function markAllRead(tx: Tx, actor: Actor, until: string): Promise<void> {
  await tx.orm
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(ofPerson(actor), isNull(notifications.readAt), lte(notifications.createdAt, until)));
}

export async function readNotificationRow(db: ReadDb, scope: Scope, id: string): Promise<NotificationRow | undefined> {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(notifications)
      .where(and(tenantFilter(notifications, scope), eq(notifications.id, id))),
  );
  return row;
}

/** Choices by user; who never chose is left out. */
export async function readChoices(
  db: ReadDb,
  scope: Scope,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Partial<NotificationPreferences>>> {
  const rows = await db.read(scope, (query) =>
    query
      .select({ userId: notificationPreferences.userId, choices: notificationPreferences.choices })
      .from(notificationPreferences)
      .where(and(tenantFilter(notificationPreferences, scope), inArray(notificationPreferences.userId, [...userIds]))),
  );
  return new Map(rows.map(({ userId, choices }) => [userId, choices]));
}

export async function writeChoices(
  tx: Tx,
  { scope, userId, organizationId }: Pick<Actor, "scope" | "userId" | "organizationId">,
  choices: NotificationPreferences,
): Promise<void> {
  await tx.orm
    .insert(notificationPreferences)
    .values({ organizationId, userId, choices })
    .onConflictDoUpdate({
      target: [notificationPreferences.organizationId, notificationPreferences.userId],
      set: { choices },
      setWhere: tenantFilter(notificationPreferences, scope),
    });
}

const isWaiting = and(eq(notifications.isForDigest, true), isNull(notifications.digestId));

/** Organizations in which something waits for the daily email. */
export function readWaitingOrganizations(db: ReadDb, system: SystemScope): Promise<{ id: string; timeZone: string }[]> {
  return db.read(system, (query) =>
    query
      .selectDistinct({ id: organizations.id, timeZone: organizations.timezone })
      .from(notifications)
      .innerJoin(organizations, eq(organizations.id, notifications.organizationId))
      .where(isWaiting)
      .orderBy(asc(organizations.id)),
  );
}

/** Takes what waits and is older, so that it is emailed once. Returns the people whose it is. */
export async function claimDigests(tx: Tx, scope: Scope, before: string, digestId: string): Promise<Set<string>> {
  const rows = await tx.orm
    .update(notifications)
    .set({ digestId })
    .where(and(tenantFilter(notifications, scope), isWaiting, lt(notifications.createdAt, before)))
    .returning({ userId: notifications.userId });
  return new Set(rows.map(({ userId }) => userId));
}

/** What one digest holds, the oldest first. */
export function readDigest(
  db: ReadDb,
  scope: Scope,
  { userId, digestId }: { userId: string; digestId: string },
): Promise<NotificationRow[]> {
  return db.read(scope, (query) =>
    query
      .select()
      .from(notifications)
      .where(and(ofPerson({ scope, userId }), eq(notifications.digestId, digestId)))
      .orderBy(asc(notifications.createdAt), asc(notifications.id)),
  );
}

export async function deleteOlderThan(tx: Tx, _systemScope: SystemScope, at: string): Promise<void> {
  await tx.orm.delete(notifications).where(lt(notifications.createdAt, at));
}

/** Of people who are no longer active members of the scope's organization. */
export async function deleteOfFormerMembers(tx: Tx, scope: Scope): Promise<void> {
  for (const table of [notifications, notificationPreferences])
    await tx.orm.delete(table).where(
      and(
        tenantFilter(table, scope),
        sql`not exists (select from memberships m where m.organization_id = ${scope.organizationId}
          and m.user_id = ${table}.user_id and m.status = 'active')`,
      ),
    );
}

/** In every organization. */
export async function deleteNotificationsOf(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  await tx.orm.delete(notifications).where(eq(notifications.userId, userId));
  await tx.orm.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
}

/** A person's own choices in every organization. */
export function readAllChoices(db: ReadDb, system: SystemScope, userId: string) {
  return db.read(system, (query) =>
    query
      .select({
        organizationId: notificationPreferences.organizationId,
        choices: notificationPreferences.choices,
      })
      .from(notificationPreferences)
      .where(eq(notificationPreferences.userId, userId))
      .orderBy(asc(notificationPreferences.organizationId)),
  );
}
