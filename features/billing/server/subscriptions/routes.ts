import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/billing/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { cancel, resume } from "./running/end.ts";
import { startCheckout, listOfferedPlans } from "./checkout/subscribe.ts";
import { findOwnSubscription } from "./running/subscription.ts";
import { preview, switchTo } from "./running/switch-plan.ts";
import { beginUpdate, finishUpdate } from "./running/update-card.ts";
import { handleStripeWebhook } from "./events/webhook.ts";

export function subscriptionRoutes(ctx: Context): Route[] {
  return [
    route(calls.listPlans, () => listOfferedPlans(ctx)),
    route(calls.subscribe, (visitor, request) => startCheckout(ctx, visitor, request)),
    route(calls.findSubscription, (actor) => findOwnSubscription(ctx, actor)),
    route(calls.cancelSubscription, (actor) => cancel(ctx, actor)),
    route(calls.resumeSubscription, (actor) => resume(ctx, actor)),
    route(calls.previewPlanSwitch, (actor, input) => preview(ctx, actor, input)),
    route(calls.switchPlan, (actor, input) => switchTo(ctx, actor, input)),
    route(calls.beginCardUpdate, (actor) => beginUpdate(ctx, actor)),
    route(calls.updateCard, (actor, input) => finishUpdate(ctx, actor, input)),
    route(calls.stripeWebhook, (signed) => handleStripeWebhook(ctx, signed)),
  ];
}
