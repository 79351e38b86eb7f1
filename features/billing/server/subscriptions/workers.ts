import { worker, type JobWorker } from "#platform/server/jobs.ts";
import type { Mailer } from "#providers/email/email.ts";
import { endForGood } from "./running/cancel-on-delete.ts";
import type { SubscriptionDeps } from "./deps.ts";
import { endAbandoned, lookAgainAt, emailPaymentFailed, settleCardObject } from "./jobs.ts";
import { tellPaymentFailed } from "./emails.ts";
import { settleObject } from "./events/settle.ts";
import { lookAgain } from "./reconcile/reconcile-job.ts";

export function subscriptionWorkers(deps: SubscriptionDeps & { readonly mailer: Mailer }): JobWorker[] {
  return [
    worker(settleCardObject, (object) => settleObject(deps, object)),
    worker(lookAgainAt, ({ subscriptionId }, scope) => lookAgain(deps, scope, subscriptionId)),
    worker(endAbandoned, ({ subscriptionId }, scope) => endForGood(deps, scope, subscriptionId)),
    worker(emailPaymentFailed, (data, scope) => tellPaymentFailed(deps, scope, data)),
  ];
}
