// Owns what follows an event of the card provider: the object is read again, whatever the event said, as long as events wait.
import { settleInvoice } from "#features/billing/server/statements/settle-invoice.ts";
import { AppError } from "#kit/contract/errors.ts";
import { readSubscription } from "#providers/stripe-subscriptions.ts";
import type { CardEvent } from "#providers/stripe-webhook.ts";
import type { SubscriptionDeps } from "../deps.ts";
import { markSettled, readWaiting, readWaitingObjects } from "./event-store.ts";
import { findOwner, findOpenOfCustomer, readSubscriptionRow } from "../store.ts";
import { takeOver } from "./take-over.ts";
import { useConfirmedCard } from "../running/update-card.ts";

type CardObject = Pick<CardEvent, "kind" | "objectId">;

/** How long a job goes on with the objects of others: well within the time that a job may take. */
const GO_ON_MS = 20_000;

/**
 * The object of this job, then whatever else waits: the queue hands a worker one job a second, and events come in
 * hundreds. Those others have jobs of their own, which find nothing left, or try again what failed here.
 */
export async function settleObject(deps: SubscriptionDeps, object: CardObject): Promise<void> {
  await settleWaiting(deps, object);
  const { db, across } = deps.billing;
  const failed = new Set<string>();
  for (const until = Date.now() + GO_ON_MS; Date.now() < until;) {
    const waiting = await readWaitingObjects(db, across);
    const next = waiting.find(({ objectId }) => !deps.settling.has(objectId) && !failed.has(objectId));
    if (!next) return;
    await settleWaiting(deps, next).catch(() => failed.add(next.objectId));
  }
}

/** A new event finds no job only while this one is yet to look for what waits. */
async function settleWaiting(deps: SubscriptionDeps, object: CardObject): Promise<void> {
  const { db, across } = deps.billing;
  deps.settling.add(object.objectId);
  try {
    for (;;) {
      const waiting = await readWaiting(db, across, object.objectId);
      if (waiting.length === 0) return;
      await settleOnce(deps, object);
      await markSettled(db, across, waiting);
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

/** What belongs to none of our rows is left alone. */
async function settleSubscription(deps: SubscriptionDeps, providerId: string): Promise<void> {
  const owner = await findOwnerOf(deps, providerId);
  if (owner) await takeOver(deps, deps.billing.across.within(owner.organizationId), owner.id, providerId);
}

/** What a statement's invoice, or support, takes from a balance is told of no subscription. */
async function settleCustomer(deps: SubscriptionDeps, customerId: string): Promise<void> {
  const { db, across } = deps.billing;
  const open = await findOpenOfCustomer(db, across, customerId);
  if (open) await takeOver(deps, across.within(open.organizationId), open.id, open.providerId);
}

/** By the provider's id, else by ours, which it was told. */
async function findOwnerOf({ billing: { db, across }, stripe }: SubscriptionDeps, providerId: string) {
  const known = await findOwner(db, across, providerId);
  if (known) return known;
  const { organizationId, subscriptionId } = await readSubscription(stripe, providerId).catch(emptyIfMissing);
  if (organizationId === null || subscriptionId === null) return undefined;
  const row = await readSubscriptionRow(db, across.within(organizationId), subscriptionId);
  const isIts = row && (row.stripeSubscriptionId === null || row.stripeSubscriptionId === providerId);
  return isIts ? { organizationId, id: subscriptionId } : undefined;
}

function emptyIfMissing(error: unknown): { organizationId: null; subscriptionId: null } {
  if (error instanceof AppError && error.code === "NOT_FOUND") return { organizationId: null, subscriptionId: null };
  throw error;
}
