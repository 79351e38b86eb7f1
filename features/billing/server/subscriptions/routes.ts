import * as calls from "#features/billing/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import type { SubscriptionDeps } from "./deps.ts";
import { cancel, resume } from "./running/end.ts";
import { startCheckout, listOfferedPlans } from "./checkout/subscribe.ts";
import { findOwnSubscription } from "./running/subscription.ts";
import { preview, switchTo } from "./running/switch-plan.ts";
import { beginUpdate, finishUpdate } from "./running/update-card.ts";
import { handleStripeWebhook } from "./events/webhook.ts";

export function subscriptionRoutes(deps: SubscriptionDeps): Route[] {
  return [
    route(calls.listPlans, () => listOfferedPlans(deps)),
    route(calls.subscribe, (visitor, request) => startCheckout(deps, visitor, request)),
    route(calls.findSubscription, (actor) => findOwnSubscription(deps, actor)),
    route(calls.cancelSubscription, (actor) => cancel(deps, actor)),
    route(calls.resumeSubscription, (actor) => resume(deps, actor)),
    route(calls.previewPlanSwitch, (actor, input) => preview(deps, actor, input)),
    route(calls.switchPlan, (actor, input) => switchTo(deps, actor, input)),
    route(calls.beginCardUpdate, (actor) => beginUpdate(deps, actor)),
    route(calls.updateCard, (actor, input) => finishUpdate(deps, actor, input)),
    route(calls.stripeWebhook, (signed) => handleStripeWebhook(deps, signed)),
  ];
}
