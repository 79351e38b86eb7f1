import { fullName } from "#features/borrowers/contract.ts";
import { readNames } from "#features/directory/server/queries.ts";
import type { memberRemoved } from "#features/organizations/server/events.ts";
import {
  DEFAULT_PREFERENCES,
  type Notification,
  type NotificationPreferences,
} from "#features/notifications/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import { announceChange } from "./notify.ts";
import * as queries from "./queries.ts";

export async function listNotifications(
  { db }: Context,
  actor: Actor,
  { limit }: { limit: number },
): Promise<{ notifications: Notification[]; hasOlder: boolean }> {
  const found = await queries.readNotificationsOf(db, actor, limit + 1);
  const shown = found.slice(0, limit);
  const names = await readNames(
    db,
    actor.scope,
    shown.map(({ row }) => row.detail.by ?? null),
  );
  return {
    notifications: shown.map(({ row, borrower }) => ({
      id: row.id,
      kind: row.kind,
      borrower: { id: row.borrowerId, name: fullName(borrower) },
      bank: row.detail.bank ?? null,
      reason: row.detail.reason ?? null,
      by: (row.detail.by && names.get(row.detail.by)) ?? null,
      readAt: row.readAt,
      createdAt: row.createdAt,
    })),
    hasOlder: found.length > limit,
  };
}

export async function countUnread({ db }: Context, actor: Actor): Promise<{ unread: number }> {
  return { unread: await queries.countUnread(db, actor) };
}

/** Throws NOT_FOUND. */
export async function markNotificationRead({ db }: Context, actor: Actor, id: string): Promise<void> {
  await db.transaction(actor.scope, async (tx) => {
    if (!(await queries.markRead(tx, actor, id))) throw new AppError("NOT_FOUND");
    await announceChange(tx, actor.scope, [actor.userId]);
  });
}

/** What arrived after `until`, and so was not seen, stays unread. */
export async function markAllNotificationsRead(
  { db }: Context,
  actor: Actor,
  { until }: { until: string },
): Promise<void> {
  await db.transaction(actor.scope, async (tx) => {
    await queries.markAllRead(tx, actor, until);
    await announceChange(tx, actor.scope, [actor.userId]);
  });
}

export async function readPreferences({ db }: Context, { scope, userId }: Actor): Promise<NotificationPreferences> {
  const choices = await queries.readChoices(db, scope, [userId]);
  return { ...DEFAULT_PREFERENCES, ...choices.get(userId) };
}

export async function updatePreferences(
  { db }: Context,
  actor: Actor,
  preferences: NotificationPreferences,
): Promise<NotificationPreferences> {
  await db.transaction(actor.scope, (tx) => queries.writeChoices(tx, actor, preferences));
  return preferences;
}

/** Handles memberRemoved. */
export function forgetFormerMembers(_ctx: Context, tx: Tx, { scope }: PayloadOf<typeof memberRemoved>): Promise<void> {
  return queries.deleteOfFormerMembers(tx, scope);
}
