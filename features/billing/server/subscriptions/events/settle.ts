import type { Context } from "#platform/server/context.ts";
import { settleInvoice } from "#features/billing/server/statements/settle-invoice.ts";
import { openBatches } from "#platform/server/batches.ts";
import { AppError } from "#platform/contract/errors.ts";
import { readSubscription } from "#providers/stripe/subscriptions.ts";
import type { CardEvent } from "#providers/stripe/webhook.ts";
import { findOpenOfCustomer, readSubscriptionRow } from "../queries.ts";
import { useConfirmedCard } from "../running/update-card.ts";
import {
  type CardObject,
  markSettled,
  readWaiting,
  readWaitingObjects,
  storeEvents,
  type WaitingObject,
} from "./event-queries.ts";
import { syncSubscription } from "./sync-subscription.ts";
import type { SignedRequest } from "#platform/server/http/authenticate-request.ts";
import { settleCardObject } from "../../jobs.ts";

/** Objects that this process is settling, so that no second worker starts on them. */
const settling = new Set<string>();

/** How long a job continues with other objects: well within a job's time limit. */
const GO_ON_MS = 20_000;
/** Other objects that a job settles at a time. */
const AT_ONCE = 4;

/**
 * Settles the object of this job, then other waiting objects: the queue gives a worker one job a second, and events
 * arrive in hundreds. The other objects have their own jobs, which find nothing left or retry what failed here.
 */
export async function settleObject(ctx: Context, { objectId }: CardObject): Promise<void> {
  // A new event can rely on this job only until the job reads what waits.
  for (let object; (object = await readWaiting(ctx.db, ctx.system, objectId));)
    for (const settled of await settleAll(ctx, [object])) if (settled.status === "rejected") throw settled.reason;
  const failed = new Set<string>();
  for (const until = Date.now() + GO_ON_MS; Date.now() < until;) {
    const objects = await takeOthers(ctx, failed);
    if (objects.length === 0) return;
    for (const [at, { status }] of (await settleAll(ctx, objects)).entries())
      if (status === "rejected") failed.add(objects[at]!.objectId);
  }
}

let taking: Promise<unknown> = Promise.resolve();

/** One worker after the other, so that each takes others. */
function takeOthers({ db, system }: Context, failed: ReadonlySet<string>): Promise<WaitingObject[]> {
  const take = async () => {
    const except = [...settling, ...failed];
    const objects = await readWaitingObjects(db, system, { except, limit: AT_ONCE });
    for (const { objectId } of objects) settling.add(objectId);
    return objects;
  };
  const taken = taking.then(take);
  taking = taken.catch(() => {});
  return taken;
}

/** The events that were read before the objects are settled now. */
async function settleAll(ctx: Context, objects: readonly WaitingObject[]): Promise<PromiseSettledResult<void>[]> {
  for (const { objectId } of objects) settling.add(objectId);
  try {
    const settled = await Promise.allSettled(objects.map((object) => settleOnce(ctx, object)));
    const ids = objects.flatMap(({ eventIds }, at) => (settled[at]!.status === "fulfilled" ? eventIds : []));
    if (ids.length > 0) await markSettled(ctx.db, ctx.system, ids);
    return settled;
  } finally {
    for (const { objectId } of objects) settling.delete(objectId);
  }
}

function settleOnce(ctx: Context, object: WaitingObject): Promise<void> {
  const { kind, objectId } = object;
  switch (kind) {
    case "subscription":
      return settleSubscription(ctx, object);
    case "card":
      return useConfirmedCard(ctx, objectId);
    case "invoice":
      return settleInvoice(ctx, objectId);
    case "customer":
      return settleCustomer(ctx, objectId);
  }
}

/** Ignores a subscription that belongs to none of our rows. */
async function settleSubscription(ctx: Context, object: WaitingObject): Promise<void> {
  const { objectId: providerId, organizationId, subscriptionId, readings } = object;
  if (organizationId !== null && subscriptionId !== null) {
    await syncSubscription(ctx, ctx.system.within(organizationId), subscriptionId, providerId, readings);
    return;
  }
  const owner = await findOwnerInMetadata(ctx, providerId);
  if (owner) await syncSubscription(ctx, ctx.system.within(owner.organizationId), owner.id, providerId);
}

/** A change of the balance by a statement's invoice or by support arrives without a subscription event. */
async function settleCustomer(ctx: Context, customerId: string): Promise<void> {
  const { db, system } = ctx;
  const open = await findOpenOfCustomer(db, system, customerId);
  if (open) await syncSubscription(ctx, system.within(open.organizationId), open.id, open.providerId);
}

/** Finds it by our id in the metadata, before our row has the provider's id. */
async function findOwnerInMetadata({ db, system, providers: { stripe } }: Context, providerId: string) {
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

/** As many as arrive within one round trip of a busy database. */
const MAX_EVENTS = 100;

/**
 * Takes the events of the provider, those that arrive together in one transaction. An event is only a hint: the state is
 * always read from the provider. Throws INVALID_SIGNATURE before anything is read; accepts and ignores events that do not
 * concern us.
 */
export function openStripeWebhook(ctx: Context): (request: SignedRequest) => Promise<void> {
  const store = openBatches<CardEvent>(async (events) => {
    const { db, system, jobs } = ctx;
    await db.transaction(system, async (tx) => {
      await jobs.sendAll(tx, settleCardObject, await storeEvents(tx, system, events));
    });
  }, MAX_EVENTS);
  return async ({ header, rawBody }) => {
    const event = ctx.providers.readStripeEvent(header("stripe-signature"), rawBody);
    if (event) await store(event);
  };
}
