import type { PayloadOf } from "#platform/server/events.ts";
import type { memberRemoved } from "#features/organizations/server/events.ts";
import type { Context } from "#platform/server/context.ts";
import { readPayers } from "#features/billing/server/customer.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { endAtOnce } from "#providers/stripe/subscriptions.ts";
import { ensureStripeSubscription } from "../checkout/checkout.ts";
import { endAbandoned } from "../../jobs.ts";
import { readOpen, readSubscriptionRow } from "../queries.ts";
import { syncSubscription } from "../events/sync-subscription.ts";

interface Leaver extends Pick<Visitor, "address"> {
  readonly userId: string;
}

/**
 * Runs after the user's memberships ended, in the same transaction. The subscription continues if others look after
 * billing.
 */
export async function leaveSubscriptions(
  { system, jobs }: Context,
  tx: Tx,
  { userId, address }: Leaver,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of organizationIds) {
    const scope = system.within(organizationId);
    const row = await readOpen(tx, scope);
    if (!row || (await readPayers(tx, scope)).length > 0) continue;
    const act = { action: "subscription.abandoned", objectType: "subscription", objectId: row.id };
    await appendAudit(tx, organizationId, { ...act, actorId: userId, address });
    await jobs.send(tx, endAbandoned, { organizationId, subscriptionId: row.id });
  }
}

/** Handles memberRemoved: ends a subscription that no member is left to pay for. */
export function endUnattended(ctx: Context, tx: Tx, { scope, actor }: PayloadOf<typeof memberRemoved>): Promise<void> {
  return leaveSubscriptions(ctx, tx, actor, [scope.organizationId]);
}

/**
 * Ends it at the provider in any state, paid or not, without a refund. A checkout whose answer is still on its way ends
 * too, so its payer receives one that is over.
 */
export async function endForGood(ctx: Context, scope: Scope, subscriptionId: string): Promise<void> {
  const row = await readSubscriptionRow(ctx.db, scope, subscriptionId);
  if (!row || row.status === "canceled") return;
  const providerId = await ensureStripeSubscription(ctx, scope, row);
  const { state } = await syncSubscription(ctx, scope, row.id, providerId);
  if (state.status === "canceled") return;
  await endAtOnce(ctx.providers.stripe, providerId);
  await syncSubscription(ctx, scope, row.id, providerId);
}
