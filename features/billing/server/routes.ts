import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/billing/contract.ts";
import { findReportPrice as reportPriceCall } from "#features/billing/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { findReportPrice } from "./charges/spend-cap.ts";
import * as statements from "./statements/statements.ts";
import { cancel, resume } from "./subscriptions/running/end.ts";
import { listOfferedPlans, startCheckout } from "./subscriptions/checkout/subscribe.ts";
import { findOwnSubscription } from "./subscriptions/running/subscription.ts";
import { preview, switchTo } from "./subscriptions/running/switch-plan.ts";
import { beginUpdate, finishUpdate } from "./subscriptions/running/update-card.ts";
import { openStripeWebhook } from "./subscriptions/events/settle.ts";

export function billingRoutes(ctx: Context): Route[] {
  return [
    route(
      calls.listStatements,
      (actor, page) => statements.listStatements(ctx, actor, page),
      (actor, page) => statements.exportStatements(ctx, actor, page),
    ),
    route(calls.findStatement, (actor, { id }) => statements.findStatement(ctx, actor, id)),
    route(calls.downloadStatement, (actor, asked) => statements.downloadStatement(ctx, actor, asked)),
    route(
      calls.listNonBilledLineItems,
      (actor, page) => statements.listNonBilledLineItems(ctx, actor, page),
      (actor, page) => statements.exportNonBilledLineItems(ctx, actor, page),
    ),
    route(calls.findCurrentPeriod, (actor) => statements.findPeriod(ctx, actor)),
    route(calls.findOwnBilling, (actor) => statements.findOwnBilling(ctx, actor)),
    route(calls.downloadOwnStatement, (actor, asked) => statements.downloadStatement(ctx, actor, asked)),
    route(reportPriceCall, (actor, { id }) => findReportPrice(ctx, actor, id)),
  ];
}

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
    route(calls.stripeWebhook, openStripeWebhook(ctx)),
  ];
}
