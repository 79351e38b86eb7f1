import { settleInvoice } from "#features/billing/server/statements/settle-invoice.ts";
import { AppError } from "#platform/contract/errors.ts";
import { readSubscription } from "#providers/stripe/subscriptions.ts";
import type { CardEvent } from "#providers/stripe/webhook.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { markSettled, readWaiting, readWaitingObjects } from "./event-store.ts";
import { findOwner, findOpenOfCustomer, readSubscriptionRow } from "../store.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { useConfirmedCard } from "../running/update-card.ts";

type CardObject = Pick<CardEvent, "kind" | "objectId">;

/** How long a job continues with other objects: well within a job's time limit. */
const GO_ON_MS = 20_000;

/**
 * Settles the object of this job, then other waiting objects: the queue gives a worker one job a second, and events
 * arrive in hundreds. The other objects have their own jobs, which find nothing left or retry what failed here.
 */
export async function settleObject(deps: SubscriptionDeps, object: CardObject): Promise<void> {
  await settleWaiting(deps, object);
  const { db, system } = deps.billing;
  const failed = new Set<string>();
  for (const until = Date.now() + GO_ON_MS; Date.now() < until;) {
    const waiting = await readWaitingObjects(db, system);
    const next = waiting.find(({ objectId }) => !deps.settling.has(objectId) && !failed.has(objectId));
    if (!next) return;
    await settleWaiting(deps, next).catch(() => failed.add(next.objectId));
  }
}

/** A new event can rely on this job only until the job reads what waits. */
async function settleWaiting(deps: SubscriptionDeps, object: CardObject): Promise<void> {
  const { db, system } = deps.billing;
  deps.settling.add(object.objectId);
  try {
    for (;;) {
      const waiting = await readWaiting(db, system, object.objectId);
      if (waiting.length === 0) return;
      await settleOnce(deps, object);
      await markSettled(db, system, waiting);
    }
  } finally {
    deps.settling.delete(object.objectId);
  }
}

function settleOnce(deps: SubscriptionDeps, { kind, objectId }: CardObject): Promise<void> {
  switch (kind) {
    case "subscription":
      return settleSubscription(deps, objectId);
    case "card":
      return useConfirmedCard(deps, objectId);
    case "invoice":
      return settleInvoice(deps.billing, objectId);
    case "customer":
      return settleCustomer(deps, objectId);
  }
}

/** Ignores a subscription that belongs to none of our rows. */
async function settleSubscription(deps: SubscriptionDeps, providerId: string): Promise<void> {
  const owner = await findOwnerOf(deps, providerId);
  if (owner) await syncSubscription(deps, deps.billing.system.within(owner.organizationId), owner.id, providerId);
}

/** A change of the balance by a statement's invoice or by support arrives without a subscription event. */
async function settleCustomer(deps: SubscriptionDeps, customerId: string): Promise<void> {
  const { db, system } = deps.billing;
  const open = await findOpenOfCustomer(db, system, customerId);
  if (open) await syncSubscription(deps, system.within(open.organizationId), open.id, open.providerId);
}

/** Finds it by the provider's id, otherwise by our id in the metadata. */
async function findOwnerOf({ billing: { db, system }, stripe }: SubscriptionDeps, providerId: string) {
  const known = await findOwner(db, system, providerId);
  if (known) return known;
  const { organizationId, subscriptionId } = await readSubscription(stripe, providerId).catch(emptyIfMissing);
  if (organizationId === null || subscriptionId === null) return undefined;
  const row = await readSubscriptionRow(db, system.within(organizationId), subscriptionId);
  const isIts = row && (row.stripeSubscriptionId === null || row.stripeSubscriptionId === providerId);
  return isIts ? { organizationId, id: subscriptionId } : undefined;
}

function emptyIfMissing(error: unknown): { organizationId: null; subscriptionId: null } {
  if (error instanceof AppError && error.code === "NOT_FOUND") return { organizationId: null, subscriptionId: null };
  throw error;
}
