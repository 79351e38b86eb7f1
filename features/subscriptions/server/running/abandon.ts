// Owns what becomes of a subscription when a person goes for good: nobody is charged whom nobody can ask any more.
import { readPayers } from "#features/billing/server/payers.ts";
import type { Visitor } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import { endAtOnce } from "#providers/stripe-subscriptions.ts";
import { standAtProvider } from "../checkout/checkout.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { endAbandoned } from "../jobs.ts";
import { readOpen, readSubscriptionRow } from "../store.ts";
import { takeOver } from "../events/take-over.ts";

interface Leaver extends Pick<Visitor, "address"> {
  readonly userId: string;
}

/** After their memberships ended, in the same transaction. Where others look after billing it goes on. */
export async function leaveSubscriptions(
  { across, jobs }: { readonly across: AcrossScope; readonly jobs: Jobs },
  tx: Tx,
  { userId, address }: Leaver,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of organizationIds) {
    const scope = across.within(organizationId);
    const row = await readOpen(tx, scope);
    if (!row || (await readPayers(tx, scope)).length > 0) continue;
    const act = { action: "subscription.abandoned", objectType: "subscription", objectId: row.id };
    await appendAudit(tx, organizationId, { ...act, actorId: userId, address });
    await jobs.send(tx, endAbandoned, { organizationId, subscriptionId: row.id });
  }
}

/**
 * Ends it at the provider whatever state it is in, paid for or not; nothing is given back. One whose answer is still on
 * its way is the same there, so whoever began it is handed one that is over.
 */
export async function endForGood(deps: SubscriptionDeps, scope: Scope, subscriptionId: string): Promise<void> {
  const row = await readSubscriptionRow(deps.billing.db, scope, subscriptionId);
  if (!row || row.status === "canceled") return;
  const providerId = await standAtProvider(deps, scope, row);
  const { state } = await takeOver(deps, scope, row.id, providerId);
  if (state.status === "canceled") return;
  await endAtOnce(deps.stripe, providerId);
  await takeOver(deps, scope, row.id, providerId);
}
