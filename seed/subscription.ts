// Owns how the sample subscriber comes to an active plan: begun by our own rule, paid with the provider's test card.
import type { FastifyBaseLogger } from "fastify";
import { checkOut } from "#features/subscriptions/server/checkout/checkout.ts";
import type { SubscriptionDeps } from "#features/subscriptions/server/deps.ts";
import { readOfferedPlans } from "#features/subscriptions/server/plans/plan-store.ts";
import { syncPlans } from "#features/subscriptions/server/plans/sync-plans.ts";
import { readLatest } from "#features/subscriptions/server/store.ts";
import { lookAgain } from "#features/subscriptions/server/sweep/sweep.ts";
import type { Actor } from "#kit/server/actor.ts";

export const SUBSCRIBER = "subscriber@example.com";

/** Once: one that was ended since stays so. Without the card provider it follows at the next start. */
export async function makeSubscription(deps: SubscriptionDeps, actor: Actor, log: FastifyBaseLogger): Promise<void> {
  try {
    await syncPlans(deps);
    const before = await readLatest(deps.billing.db, actor.scope);
    if (before && before.status !== "incomplete") return;
    await pay(deps, actor);
  } catch (error) {
    log.warn(
      { err: error },
      "the sample subscription could not be made; it follows at a start with the stand-ins running",
    );
  }
}

async function pay(deps: SubscriptionDeps, actor: Actor): Promise<void> {
  const { db, across } = deps.billing;
  const plan = (await readOfferedPlans(db, across)).find(({ pricingPeriod }) => pricingPeriod === "monthly");
  if (!plan) throw new Error("no monthly plan is offered");
  const clientSecret = await checkOut(deps, actor, { plan, cardName: "Sue Subscriber", cardEmail: SUBSCRIBER });
  const [paymentId = ""] = clientSecret.split("_secret");
  await deps.stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" });
  const begun = await readLatest(db, actor.scope);
  if (begun) await lookAgain(deps, actor.scope, begun.id);
}
