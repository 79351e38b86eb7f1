import { readPayers } from "#features/billing/server/payers.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { endAtOnce } from "#providers/stripe/subscriptions.ts";
import { ensureStripeSubscription } from "../checkout/checkout.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { endAbandoned } from "../jobs.ts";
import { readOpen, readSubscriptionRow } from "../store.ts";
import { syncSubscription } from "../events/sync-subscription.ts";

interface Leaver extends Pick<Visitor, "address"> {
  readonly userId: string;
}

/**
 * Runs after the user's memberships ended, in the same transaction. The subscription continues if others look after
 * billing.
 */
export async function leaveSubscriptions(
  { system, jobs }: { readonly system: SystemScope; readonly jobs: Jobs },
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

/**
 * Ends it at the provider in any state, paid or not, without a refund. A checkout whose answer is still on its way ends
 * too, so its payer receives one that is over.
 */
export async function endForGood(deps: SubscriptionDeps, scope: Scope, subscriptionId: string): Promise<void> {
  const row = await readSubscriptionRow(deps.billing.db, scope, subscriptionId);
  if (!row || row.status === "canceled") return;
  const providerId = await ensureStripeSubscription(deps, scope, row);
  const { state } = await syncSubscription(deps, scope, row.id, providerId);
  if (state.status === "canceled") return;
  await endAtOnce(deps.stripe, providerId);
  await syncSubscription(deps, scope, row.id, providerId);
}
