import { randomUUID } from "node:crypto";
import { readOwners } from "#features/borrowers/server/owner-queries.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import type { lenderNotified } from "#features/borrowers/server/events.ts";
import { emailNotice } from "#features/borrowers/server/jobs.ts";
import { LENDER_NOTIFIED } from "#features/borrowers/contract.ts";
import {
  DEFAULT_PREFERENCES,
  type Delivery,
  type NotificationDetail,
  type NotificationKind,
  NOTIFICATIONS_CHANGED,
  type NotificationPreferences,
} from "#features/notifications/contract.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import { announce } from "#platform/server/live/live.ts";
import { emailNotification } from "./jobs.ts";
import { insertNotifications, readChoices } from "./queries.ts";

interface Notice {
  readonly kind: NotificationKind;
  readonly borrower: BorrowerRow;
  /** Users; the borrower's owners if absent. */
  readonly to?: readonly string[];
  /** Who caused it, and so need not hear of it. */
  readonly except?: string | undefined;
  readonly detail?: NotificationDetail;
  /** The type of the live event behind a toast; absent: no toast. */
  readonly event?: string;
  /** Only the recipients see the toast, not every admin. */
  readonly isPersonal?: boolean;
  /**
   * Queues the kind's own email to one person; absent: the email of all notifications. It answers whether one is due:
   * `null` if an earlier one has just been sent.
   */
  readonly email?: ((userId: string) => Promise<void>) | null;
}

/**
 * Notifies people of what happened with a borrower, in the transaction in which it happened: in the product, and by
 * email as each of them prefers.
 */
export async function notify(ctx: Context, tx: Tx, scope: Scope, notice: Notice): Promise<void> {
  const { kind, borrower, except, detail = {}, event, isPersonal = false } = notice;
  const { organizationId } = scope;
  const to = notice.to ?? (await readOwners(tx, scope, borrower)).map(({ userId }) => userId);
  const recipients = to.filter((userId) => userId !== except);
  const choices = await readChoices(tx, scope, recipients);
  const shown = recipients
    .map((userId) => ({ id: randomUUID(), userId, delivery: deliveryOf(kind, choices.get(userId)) }))
    .filter(({ delivery }) => delivery !== "off");
  const people = shown.map(({ userId }) => userId);
  if (event !== undefined) {
    const live = { type: event, id: borrower.id, version: borrower.version };
    await announce(tx, { organizationId, to: people, isPersonal, event: live });
  }
  await insertNotifications(
    tx,
    scope,
    shown.map(({ id, userId, delivery }) => ({
      ...{ id, userId, kind, detail, borrowerId: borrower.id },
      isForDigest: delivery === "daily",
    })),
  );
  for (const { id, userId, delivery } of shown)
    if (delivery === "email")
      await (notice.email === undefined
        ? ctx.jobs.send(tx, emailNotification, { organizationId, notificationId: id })
        : notice.email?.(userId));
  await announceChange(tx, scope, people);
}

/** The bell on every open page of these people reads again. */
export async function announceChange(tx: Tx, { organizationId }: Scope, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds)
    await announce(tx, {
      organizationId,
      to: [userId],
      isPersonal: true,
      event: { type: NOTIFICATIONS_CHANGED, id: userId, version: 1 },
    });
}

export function deliveryOf(kind: NotificationKind, choices: Partial<NotificationPreferences> = {}): Delivery {
  return kind === "reviewRequested" ? "email" : (choices[kind] ?? DEFAULT_PREFERENCES[kind]);
}

/** Handles lenderNotified. */
export async function notifyOfReview(
  ctx: Context,
  tx: Tx,
  { scope, borrower }: PayloadOf<typeof lenderNotified>,
): Promise<void> {
  const { organizationId } = scope;
  await notify(ctx, tx, scope, {
    kind: "reviewRequested",
    borrower,
    event: LENDER_NOTIFIED,
    email: (userId) => ctx.jobs.send(tx, emailNotice, { organizationId, borrowerId: borrower.id, userId }),
  });
}
