// Owns that what was lost heals by itself: events without a job, checkouts without an answer, periods that ended silently.
import { readCustomer } from "#features/billing/server/customer.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { findBegun } from "#providers/stripe-subscriptions.ts";
import { deleteOldCheckouts } from "../checkout/checkout-store.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { deleteOldEvents, takeOverdue } from "../events/event-store.ts";
import { lookAgainAt, settleCardObject } from "../jobs.ts";
import { lockSubscription, noteReading, readSubscriptionRow, updateSubscription } from "../store.ts";
import { takeSilent, takeSweep } from "./sweep-store.ts";
import { takeOver } from "../events/take-over.ts";

const EVENT_OVERDUE_MINUTES = 2;
const EVENTS_KEPT_DAYS = 30;
/** By then the provider has let go of a checkout that nobody paid. */
const CHECKOUT_LIFE_MS = 24 * 60 * 60 * 1000;

/** One process at a time does it; what it begins are jobs, which find what was done before. */
export async function sweepSubscriptions({
  billing: { db, across, jobs },
  onGivenUp,
}: Pick<SubscriptionDeps, "billing" | "onGivenUp">): Promise<void> {
  await db.transaction(across, async (tx) => {
    if (!(await takeSweep(tx, across))) return;
    for (const { isLast, ...object } of await takeOverdue(tx, across, EVENT_OVERDUE_MINUTES)) {
      await jobs.send(tx, settleCardObject, object);
      if (isLast) onGivenUp({ kind: object.kind, id: object.objectId });
    }
    for (const { organizationId, id, isLast } of await takeSilent(tx, across)) {
      await jobs.send(tx, lookAgainAt, { organizationId, subscriptionId: id });
      if (isLast) onGivenUp({ kind: "subscription", id });
    }
    await deleteOldCheckouts(tx, across);
    await deleteOldEvents(tx, across, EVENTS_KEPT_DAYS);
  });
}

/** Reads it at the provider without being told to; an answer that was lost is found by our id. */
export async function lookAgain(deps: SubscriptionDeps, scope: Scope, subscriptionId: string): Promise<void> {
  const { db } = deps.billing;
  const row = await readSubscriptionRow(db, scope, subscriptionId);
  if (!row || row.status === "canceled") return;
  const providerId = row.stripeSubscriptionId ?? (await findAtProvider(deps, scope, row.id));
  if (providerId !== undefined) await takeOver(deps, scope, row.id, providerId);
  else await db.transaction(scope, (tx) => noteUnknown(tx, scope, subscriptionId));
}

/** The provider has none of this id. Somebody may begin it there in this very moment: judged by the row under its lock. */
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
