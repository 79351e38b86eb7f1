// Ties the jobs of subscriptions to what does them.
import { worker, type JobWorker } from "#kit/server/jobs.ts";
import type { Mailer } from "#providers/mail.ts";
import { endForGood } from "./running/abandon.ts";
import type { SubscriptionDeps } from "./deps.ts";
import { endAbandoned, lookAgainAt, mailPaymentFailed, settleCardObject } from "./jobs.ts";
import { tellPaymentFailed } from "./mails.ts";
import { settleObject } from "./events/settle.ts";
import { lookAgain } from "./sweep/sweep.ts";

export function subscriptionWorkers(deps: SubscriptionDeps & { readonly mailer: Mailer }): JobWorker[] {
  return [
    worker(settleCardObject, (object) => settleObject(deps, object)),
    worker(lookAgainAt, ({ subscriptionId }, scope) => lookAgain(deps, scope, subscriptionId)),
    worker(endAbandoned, ({ subscriptionId }, scope) => endForGood(deps, scope, subscriptionId)),
    worker(mailPaymentFailed, (data, scope) => tellPaymentFailed(deps, scope, data)),
  ];
}
