import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#platform/server/context.ts";
import { settleInvoice } from "#features/billing/server/statements/settle-invoice.ts";
import { createBatcher } from "#platform/server/batches.ts";
import { AppError } from "#platform/contract/errors.ts";
import { readSubscription } from "#providers/stripe/subscriptions.ts";
import type { CardEvent } from "#providers/stripe/webhook.ts";
import { findOpenOfCustomer, readSubscriptionRow } from "../queries.ts";
import { useConfirmedCard } from "../running/update-card.ts";
import {
  type CardObject,
  markFailed,
  markSettled,
  readWaiting,
  readWaitingObjects,
  storeBesideWaiting,
  storeEvents,
  type WaitingObject,
} from "./event-queries.ts";
import { syncKnownSubscriptions, syncSubscription } from "./sync-subscription.ts";
import type { SignedRequest } from "#platform/server/http/authenticate-request.ts";
import { settleCardObject } from "../../jobs.ts";

/** Objects that this process is settling, so that no second worker starts on them. */
const settling = new Set<string>();

/** How long a job continues with other objects: well within a job's time limit. */
const GO_ON_MS = 20_000;
/** Objects that a job settles at a time. */
const AT_ONCE = 16;
const LOOK_AGAIN_MS = 25;
/** Before an object whose first attempt failed is tried again. */
const RETRY_SECONDS = 2;

/**
 * Settles the object of this job, then all that wait: events that arrive while others wait have no job of their own. An
 * object that fails gets a job of its own, which retries it.
 */
export async function settleObject(ctx: Context, { objectId }: CardObject): Promise<void> {
  const failure = await settleOne(ctx, objectId);
  await settleWaiting(ctx);
  if (failure) throw failure.reason;
}

async function settleOne(ctx: Context, objectId: string): Promise<PromiseRejectedResult | undefined> {
  for (let object; (object = await readWaiting(ctx.db, ctx.system, objectId));) {
    const { eventIds } = object;
    const [result] = await settleAll(ctx, [object]);
    if (result?.status !== "rejected") continue;
    await ctx.db.transaction(ctx.system, (tx) => markFailed(tx, ctx.system, eventIds));
    return result;
  }
  return undefined;
}

async function settleWaiting(ctx: Context): Promise<void> {
  const { db, system, jobs } = ctx;
  for (const until = Date.now() + GO_ON_MS; ;) {
    const { objects, isSoon } = await takeWaiting(ctx);
    if (objects.length === 0) {
      if (!isSoon) return;
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    if (Date.now() > until) {
      for (const { objectId } of objects) settling.delete(objectId);
      const { kind, objectId } = objects[0]!; // one at least
      return db.transaction(system, (tx) => jobs.send(tx, settleCardObject, { kind, objectId }));
    }
    const results = await settleAll(ctx, objects);
    for (const [at, { kind, objectId, eventIds }] of objects.entries())
      if (results[at]!.status === "rejected")
        await db.transaction(system, async (tx) => {
          await markFailed(tx, system, eventIds);
          await jobs.send(tx, settleCardObject, { kind, objectId }, { delaySeconds: RETRY_SECONDS });
        });
  }
}

let taking: Promise<unknown> = Promise.resolve();

/** One worker after the other, so that no two take the same. */
function takeWaiting({ db, system }: Context): ReturnType<typeof readWaitingObjects> {
  const take = async () => {
    const waiting = await readWaitingObjects(db, system, { except: [...settling], limit: AT_ONCE });
    for (const { objectId } of waiting.objects) settling.add(objectId);
    return waiting;
  };
  const taken = taking.then(take);
  taking = taken.catch(() => {});
  return taken;
}

/** The events that were read before the objects are settled now. */
async function settleAll(ctx: Context, objects: readonly WaitingObject[]): Promise<PromiseSettledResult<void>[]> {
  for (const { objectId } of objects) settling.add(objectId);
  try {
    const known = objects.flatMap(({ subscription }) => subscription ?? []);
    const [ofKnown, ofOthers] = await Promise.all([
      syncKnownSubscriptions(ctx, known),
      Promise.allSettled(objects.filter(({ subscription }) => !subscription).map((object) => settle(ctx, object))),
    ]);
    const settled = objects.map(({ subscription }) => (subscription ? ofKnown.shift()! : ofOthers.shift()!)); // in order
    const ids = objects.flatMap(({ eventIds }, at) => (settled[at]!.status === "fulfilled" ? eventIds : []));
    if (ids.length > 0) await markSettled(ctx.db, ctx.system, ids);
    return settled;
  } finally {
    for (const { objectId } of objects) settling.delete(objectId);
  }
}

function settle(ctx: Context, { kind, objectId }: WaitingObject): Promise<void> {
  switch (kind) {
    case "subscription":
      return settleUnknownSubscription(ctx, objectId);
    case "card":
      return useConfirmedCard(ctx, objectId);
    case "invoice":
      return settleInvoice(ctx, objectId);
    case "customer":
      return settleCustomer(ctx, objectId);
  }
}

/** Ignores a subscription that belongs to none of our rows. */
async function settleUnknownSubscription(ctx: Context, providerId: string): Promise<void> {
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
export function openStripeWebhook(ctx: Context): (request: SignedRequest, body: object) => Promise<void> {
  const { db, system, jobs } = ctx;
  const store = createBatcher<CardEvent>(async (events) => {
    if (await storeBesideWaiting(db, system, events)) return;
    await db.transaction(system, async (tx) => {
      const object = await storeEvents(tx, system, events);
      if (object) await jobs.send(tx, settleCardObject, object);
    });
  }, MAX_EVENTS);
  return async ({ header, rawBody }, body) => {
    const event = ctx.providers.readStripeEvent(header("stripe-signature"), rawBody, body);
    if (event) await store(event);
  };
}
