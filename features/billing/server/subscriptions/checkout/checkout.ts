import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { getOrCreateStripeCustomer } from "#features/billing/server/customer.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { isRunning } from "#features/billing/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { describeCustomer } from "#providers/stripe/cards.ts";
import { beginSubscription, cancelIfUnpaid, readClientSecret } from "#providers/stripe/subscriptions.ts";
import { singleFlight, syncSubscription } from "../events/sync-subscription.ts";
import { type PlanRow, readPlan } from "../plans/plan-queries.ts";
import { mayPayNow } from "../running/subscription.ts";
import * as queries from "../queries.ts";
import type { SubscriptionRow } from "../queries.ts";

/** Simultaneous requests for the same checkout share one call to the provider. */
const oneCheckout = singleFlight<string | null>();

/** The user who pays, and the key of the request. */
export type Payer = Pick<Actor, "userId" | "organizationId" | "scope" | "address" | "idempotencyKey">;

export interface Checkout {
  readonly plan: PlanRow;
  /** The card holder's name, and the address for receipts. */
  readonly cardName: string;
  readonly cardEmail: string;
}

const TRIES = 3;
const HOUR_SECONDS = 3_600;

/**
 * The client secret of the organization's one open checkout of this plan. Begins a checkout if there is none. First
 * ends an unpaid checkout of another plan, so that two can never both be paid. Throws ALREADY_SUBSCRIBED,
 * TOO_MANY_REQUESTS, NOT_THE_PAYER.
 */
export async function checkOut(ctx: Context, payer: Payer, checkout: Checkout): Promise<string> {
  const { scope } = payer;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { row, isReworded } = await lockOpenRow(ctx, payer, checkout);
    if (row.planId !== checkout.plan.id) {
      await endUnpaid(ctx, scope, row);
      continue;
    }
    const secret = await oneCheckout(row.id, () => secretOf(ctx, scope, row.id));
    if (secret === null) continue; // it ended at the provider or was paid in the meantime
    if (isReworded)
      await describeCustomer(ctx.providers.stripe, await getOrCreateStripeCustomer(ctx, scope), wordsOf(checkout));
    return secret;
  }
  throw new AppError("PROVIDER_UNAVAILABLE");
}

/** The open row, or a new one, as it is after the commit. */
async function lockOpenRow(
  { db, settings: { checkoutsPerHour } }: Context,
  payer: Payer,
  { plan, cardName, cardEmail }: Checkout,
): Promise<{ row: SubscriptionRow; isReworded: boolean }> {
  const { scope, userId: createdBy, idempotencyKey } = payer;
  return db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    // The user was erased, removed or demoted during the request, so no one could end this checkout.
    if (!(await mayPayNow(tx, scope, createdBy))) throw new AppError("NOT_THE_PAYER");
    const open = await queries.readOpen(tx, scope);
    if (open && isRunning(open)) throw new AppError("ALREADY_SUBSCRIBED");
    if (open && open.planId !== plan.id) return { row: open, isReworded: false };
    if (idempotencyKey !== null && open?.idempotencyKey !== idempotencyKey)
      await queries.freeKey(tx, scope, createdBy, idempotencyKey);
    if (open) {
      const isReworded = open.cardName !== cardName || open.cardEmail !== cardEmail;
      const isRenamed = open.createdBy === createdBy && open.idempotencyKey !== idempotencyKey;
      const words = { cardName, cardEmail, ...(isRenamed && { idempotencyKey }) };
      const row = isReworded || isRenamed ? await queries.updateSubscription(tx, scope, open.id, words) : open;
      return { row, isReworded };
    }
    if ((await queries.countBegun(tx, scope)) >= checkoutsPerHour)
      throw new AppError("TOO_MANY_REQUESTS", { retryAfter: HOUR_SECONDS });
    const id = randomUUID();
    await queries.insertSubscription(tx, scope, {
      id,
      planId: plan.id,
      cardName,
      cardEmail,
      createdBy,
      idempotencyKey,
    });
    await appendAudit(tx, scope.organizationId, {
      actorId: createdBy,
      action: "subscription.begun",
      objectType: "subscription",
      objectId: id,
      address: payer.address,
      detail: { planID: plan.id },
    });
    const row = await queries.readSubscriptionRow(tx, scope, id);
    return { row: row!, isReworded: false }; // just inserted
  });
}

/** Never stored and never logged: read from the provider each time. `null`: nothing is left to pay. */
async function secretOf(ctx: Context, scope: Scope, id: string): Promise<string | null> {
  const row = await queries.readSubscriptionRow(ctx.db, scope, id);
  if (row?.status !== "incomplete") return null;
  const providerId = await ensureStripeSubscription(ctx, scope, row);
  const secret = await readClientSecret(ctx.providers.stripe, providerId);
  if (secret === null) await syncSubscription(ctx, scope, id, providerId);
  return secret;
}

/** The provider's id of this row. Another call returns the same id, also after an interruption. */
export async function ensureStripeSubscription(ctx: Context, scope: Scope, row: SubscriptionRow): Promise<string> {
  if (row.stripeSubscriptionId !== null) return row.stripeSubscriptionId;
  const {
    db,
    providers: { stripe },
  } = ctx;
  const { stripePriceId: priceId } = await readPlan(db, scope, row.planId);
  if (priceId === null) throw new AppError("PROVIDER_UNAVAILABLE", { cause: new Error("run npm run sync-plans") });
  const customerId = await getOrCreateStripeCustomer(ctx, scope);
  await describeCustomer(stripe, customerId, wordsOf(row));
  const { organizationId } = scope;
  const stripeSubscriptionId = await beginSubscription(stripe, { id: row.id, organizationId, customerId, priceId });
  const status = await db.transaction(scope, async (tx) => {
    const locked = await queries.lockSubscription(tx, scope, row.id);
    if (locked?.stripeSubscriptionId === null)
      await queries.updateSubscription(tx, scope, row.id, { stripeSubscriptionId });
    return locked?.status;
  });
  // The checkout was given up here while the provider was slow. No one received its secret, and no one will.
  if (status === "canceled") await cancelIfUnpaid(stripe, stripeSubscriptionId);
  return stripeSubscriptionId;
}

/** Ends an unpaid checkout. If it is being paid at this moment, it stays. */
export async function endUnpaid(ctx: Context, scope: Scope, row: SubscriptionRow): Promise<SubscriptionRow> {
  const providerId = await ensureStripeSubscription(ctx, scope, row);
  const { row: found, state } = await syncSubscription(ctx, scope, row.id, providerId);
  if (state.status !== "incomplete") return found;
  await cancelIfUnpaid(ctx.providers.stripe, providerId);
  return (await syncSubscription(ctx, scope, row.id, providerId)).row;
}

function wordsOf({ cardName, cardEmail }: Pick<Checkout, "cardName" | "cardEmail">) {
  return { name: cardName, email: cardEmail };
}
