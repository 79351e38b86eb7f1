import type { Context } from "#platform/server/context.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { endForGood } from "./running/cancel-on-delete.ts";
import { endAbandoned, lookAgainAt, emailPaymentFailed, settleCardObject } from "./jobs.ts";
import { tellPaymentFailed } from "./emails.ts";
import { settleObject } from "./events/settle.ts";
import { lookAgain } from "./reconcile/reconcile-job.ts";

export function subscriptionWorkers(ctx: Context): JobWorker[] {
  return [
    worker(settleCardObject, (object) => settleObject(ctx, object)),
    worker(lookAgainAt, ({ subscriptionId }, scope) => lookAgain(ctx, scope, subscriptionId)),
    worker(endAbandoned, ({ subscriptionId }, scope) => endForGood(ctx, scope, subscriptionId)),
    worker(emailPaymentFailed, (data, scope) => tellPaymentFailed(ctx, scope, data)),
  ];
}
