import { readCustomer } from "#features/billing/server/customer.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { findBegun } from "#providers/stripe/subscriptions.ts";
import { deleteOldCheckouts } from "../checkout/checkout-store.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { deleteOldEvents, lockOverdue } from "../events/event-store.ts";
import { lookAgainAt, settleCardObject } from "../jobs.ts";
import { lockSubscription, noteReading, readSubscriptionRow, updateSubscription } from "../store.ts";
import { lockSilent, claimReconciliation } from "./reconcile-store.ts";
import { syncSubscription } from "../events/sync-subscription.ts";

const EVENT_OVERDUE_MINUTES = 2;
const EVENTS_KEPT_DAYS = 30;
/** By then an unpaid checkout has expired at the provider. */
const CHECKOUT_LIFE_MS = 24 * 60 * 60 * 1000;

/** One process at a time runs it. It starts jobs, which can repeat finished work safely. */
export async function reconcileSubscriptions({
  billing: { db, systemScope, jobs },
  onGivenUp,
}: Pick<SubscriptionDeps, "billing" | "onGivenUp">): Promise<void> {
  await db.transaction(systemScope, async (tx) => {
    if (!(await claimReconciliation(tx, systemScope))) return;
    for (const { isLast, ...object } of await lockOverdue(tx, systemScope, EVENT_OVERDUE_MINUTES)) {
      await jobs.send(tx, settleCardObject, object);
      if (isLast) onGivenUp({ kind: object.kind, id: object.objectId });
    }
    for (const { organizationId, id, isLast } of await lockSilent(tx, systemScope)) {
      await jobs.send(tx, lookAgainAt, { organizationId, subscriptionId: id });
      if (isLast) onGivenUp({ kind: "subscription", id });
    }
    await deleteOldCheckouts(tx, systemScope);
    await deleteOldEvents(tx, systemScope, EVENTS_KEPT_DAYS);
  });
}

/** Reads a subscription at the provider without an event. If its id was lost with an answer, our id finds it. */
export async function lookAgain(deps: SubscriptionDeps, scope: Scope, subscriptionId: string): Promise<void> {
  const { db } = deps.billing;
  const row = await readSubscriptionRow(db, scope, subscriptionId);
  if (!row || row.status === "canceled") return;
  const providerId = row.stripeSubscriptionId ?? (await findAtProvider(deps, scope, row.id));
  if (providerId !== undefined) await syncSubscription(deps, scope, row.id, providerId);
  else await db.transaction(scope, (tx) => noteUnknown(tx, scope, subscriptionId));
}

/**
 * The provider has no subscription with this id. Another process may be creating it there right now, so the row under
 * its lock decides.
 */
async function noteUnknown(tx: Tx, scope: Scope, id: string): Promise<void> {
  const row = await lockSubscription(tx, scope, id);
  if (row?.status !== "incomplete" || row.stripeSubscriptionId !== null) return;
  await noteReading(tx, scope, id);
  if (Date.now() - Date.parse(row.createdAt) > CHECKOUT_LIFE_MS)
    await updateSubscription(tx, scope, id, { status: "canceled", endedAt: new Date().toISOString() });
}

async function findAtProvider(
  { billing, stripe }: SubscriptionDeps,
  scope: Scope,
  id: string,
): Promise<string | undefined> {
  const customerId = await readCustomer(billing.db, scope);
  return customerId === null ? undefined : findBegun(stripe, customerId, id);
}
