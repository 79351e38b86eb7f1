import type { Context } from "#platform/server/context.ts";
import type { previewPlanSwitch, Subscription } from "#features/billing/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import type { Actor } from "#platform/server/actor.ts";
import { previewSwitch, switchPrice } from "#providers/stripe/plans.ts";
import type { CardSubscription } from "#providers/stripe/subscriptions.ts";
import { type PlanRow, readOfferedPlan } from "../plans/plan-queries.ts";
import type { SubscriptionRow } from "../queries.ts";
import { syncSubscription } from "../events/sync-subscription.ts";
import { recordRequest, requireRunning, showSubscription, toPlan } from "./subscription.ts";

/** How long a preview is valid. */
const SHOWN_FOR_MS = 15 * 60 * 1000;

export async function preview(
  ctx: Context,
  actor: Actor,
  { planID }: { planID: string },
): Promise<ReplyOf<typeof previewPlanSwitch>> {
  const { plan, priceId, row, state } = await prepare(ctx, actor, planID);
  if (row.planId === plan.id) throw new AppError("SAME_PLAN");
  const at = Math.floor(Date.now() / 1000);
  const shown = await previewSwitch(ctx.providers.stripe, state, { priceId, at });
  return { plan: toPlan(plan), ...shown, prorationDate: new Date(at * 1000).toISOString() };
}

/**
 * A declined card leaves the old plan. A repeated call with the same preview returns the first result. Throws STALE for
 * an expired preview, SAME_PLAN, and CARD_DECLINED.
 */
export async function switchTo(
  ctx: Context,
  actor: Actor,
  { planID, prorationDate }: { planID: string; prorationDate: string },
): Promise<Subscription> {
  const shownAt = Date.parse(prorationDate);
  const isFresh = Math.abs(Date.now() - shownAt) <= SHOWN_FOR_MS;
  const { plan, priceId, row, state } = await prepare(ctx, actor, planID);
  if (row.planId === plan.id) {
    // This preview could only be shown before that switch.
    if (isFresh) return showSubscription(ctx.db, actor.scope, row);
    throw new AppError("SAME_PLAN");
  }
  if (!isFresh) throw new AppError("STALE");
  await recordRequest(ctx, actor, row, "plan-switch", { from: row.planId, to: plan.id });
  await switchPrice(ctx.providers.stripe, state, { priceId, at: Math.floor(shownAt / 1000) });
  const { row: after } = await syncSubscription(ctx, actor.scope, row.id, state.id);
  return showSubscription(ctx.db, actor.scope, after);
}

interface Prepared {
  readonly plan: PlanRow;
  readonly priceId: string;
  readonly row: SubscriptionRow;
  readonly state: CardSubscription;
}

/** Uses the provider's current state. Throws UNABLE_TO_DETERMINE_PLAN, NO_SUBSCRIPTION, PAYMENT_DUE. */
async function prepare(ctx: Context, actor: Actor, planID: string): Promise<Prepared> {
  const { db } = ctx;
  const plan = Id.safeParse(planID).success && (await readOfferedPlan(db, actor.scope, planID));
  if (!plan) throw new AppError("UNABLE_TO_DETERMINE_PLAN");
  const { id, stripeSubscriptionId } = await requireRunning(ctx, actor);
  const { row, state } = await syncSubscription(ctx, actor.scope, id, stripeSubscriptionId);
  if (row.status === "canceled") throw new AppError("NO_SUBSCRIPTION");
  if (row.status !== "active") throw new AppError("PAYMENT_DUE");
  if (plan.stripePriceId === null)
    throw new AppError("PROVIDER_UNAVAILABLE", { cause: new Error("run npm run sync-plans") });
  return { plan, priceId: plan.stripePriceId, row, state };
}
