import type { Context } from "#platform/server/context.ts";
import { settleInvoice } from "#features/billing/server/statements/settle-invoice.ts";
import { AppError } from "#platform/contract/errors.ts";
import { readSubscription } from "#providers/stripe/subscriptions.ts";
import type { CardEvent } from "#providers/stripe/webhook.ts";
import { findOpenOfCustomer, findOwner, readSubscriptionRow } from "../queries.ts";
import { useConfirmedCard } from "../running/update-card.ts";
import { joinWaiting, keepEvent, markSettled, readWaiting, readWaitingObjects } from "./event-queries.ts";
import { syncSubscription } from "./sync-subscription.ts";
import type { SignedRequest } from "#platform/server/http/authenticate-request.ts";
import { settleCardObject } from "../../jobs.ts";

type CardObject = Pick<CardEvent, "kind" | "objectId">;

/** Objects that this process is settling, so that no second worker starts on them. */
const settling = new Set<string>();

/** How long a job continues with other objects: well within a job's time limit. */
const GO_ON_MS = 20_000;

/**
 * Settles the object of this job, then other waiting objects: the queue gives a worker one job a second, and events
 * arrive in hundreds. The other objects have their own jobs, which find nothing left or retry what failed here.
 */
export async function settleObject(ctx: Context, object: CardObject): Promise<void> {
  await settleWaiting(ctx, object);
  const { db, system } = ctx;
  const failed = new Set<string>();
  for (const until = Date.now() + GO_ON_MS; Date.now() < until;) {
    const waiting = await readWaitingObjects(db, system);
    const next = waiting.find(({ objectId }) => !settling.has(objectId) && !failed.has(objectId));
    if (!next) return;
    await settleWaiting(ctx, next).catch(() => failed.add(next.objectId));
  }
}

/** A new event can rely on this job only until the job reads what waits. */
async function settleWaiting(ctx: Context, object: CardObject): Promise<void> {
  const { db, system } = ctx;
  settling.add(object.objectId);
  try {
    for (;;) {
      const waiting = await readWaiting(db, system, object.objectId);
      if (waiting.length === 0) return;
      await settleOnce(ctx, object);
      await markSettled(db, system, waiting);
    }
  } finally {
    settling.delete(object.objectId);
  }
}

function settleOnce(ctx: Context, { kind, objectId }: CardObject): Promise<void> {
  switch (kind) {
    case "subscription":
      return settleSubscription(ctx, objectId);
    case "card":
      return useConfirmedCard(ctx, objectId);
    case "invoice":
      return settleInvoice(ctx, objectId);
    case "customer":
      return settleCustomer(ctx, objectId);
  }
}

/** Ignores a subscription that belongs to none of our rows. */
async function settleSubscription(ctx: Context, providerId: string): Promise<void> {
  const owner = await findOwnerOf(ctx, providerId);
  if (owner) await syncSubscription(ctx, ctx.system.within(owner.organizationId), owner.id, providerId);
}

/** A change of the balance by a statement's invoice or by support arrives without a subscription event. */
async function settleCustomer(ctx: Context, customerId: string): Promise<void> {
  const { db, system } = ctx;
  const open = await findOpenOfCustomer(db, system, customerId);
  if (open) await syncSubscription(ctx, system.within(open.organizationId), open.id, open.providerId);
}

/** Finds it by the provider's id, otherwise by our id in the metadata. */
async function findOwnerOf({ db, system, providers: { stripe } }: Context, providerId: string) {
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

// An event is only a hint. The state is always read from the provider.
/** Throws INVALID_SIGNATURE before it reads anything. Accepts and ignores events that do not concern us. */
export async function handleStripeWebhook(ctx: Context, { header, rawBody }: SignedRequest): Promise<void> {
  const event = ctx.providers.readStripeEvent(header("stripe-signature"), rawBody);
  if (!event) return;
  const { db, system, jobs } = ctx;
  // Most events arrive together with others of the same object, whose job settles them too.
  if (await joinWaiting(db, system, event)) return;
  await db.transaction(system, async (tx) => {
    if (await keepEvent(tx, system, event))
      await jobs.send(tx, settleCardObject, { kind: event.kind, objectId: event.objectId });
  });
}
