import type { FastifyBaseLogger } from "fastify";
import type { Context } from "#platform/server/context.ts";
import { checkOut } from "#features/billing/server/subscriptions/checkout/checkout.ts";
import { readOfferedPlans } from "#features/billing/server/subscriptions/plans/plan-store.ts";
import { syncPlans } from "#features/billing/server/subscriptions/plans/sync-plans.ts";
import { readLatest } from "#features/billing/server/subscriptions/store.ts";
import { lookAgain } from "#features/billing/server/subscriptions/reconcile/reconcile-job.ts";
import type { Actor } from "#platform/server/actor.ts";

export const SUBSCRIBER = "subscriber@example.com";

/** Once: one that was ended since stays so. Without the card provider it follows at the next start. */
export async function makeSubscription(ctx: Context, actor: Actor, log: FastifyBaseLogger): Promise<void> {
  try {
    await syncPlans(ctx);
    const before = await readLatest(ctx.db, actor.scope);
    if (before && before.status !== "incomplete") return;
    await pay(ctx, actor);
  } catch (error) {
    log.warn(
      { err: error },
      "the sample subscription could not be made; it follows at a start with the sandbox running",
    );
  }
}

async function pay(ctx: Context, actor: Actor): Promise<void> {
  const { db, system } = ctx;
  const plan = (await readOfferedPlans(db, system)).find(({ pricingPeriod }) => pricingPeriod === "monthly");
  if (!plan) throw new Error("no monthly plan is offered");
  const clientSecret = await checkOut(ctx, actor, { plan, cardName: "Sue Subscriber", cardEmail: SUBSCRIBER });
  const [paymentId = ""] = clientSecret.split("_secret");
  await ctx.providers.stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" });
  const begun = await readLatest(db, actor.scope);
  if (begun) await lookAgain(ctx, actor.scope, begun.id);
}
