import type { Context } from "#platform/server/context.ts";
import { type JobWorker, worker } from "#platform/server/jobs.ts";
import { billAll } from "./charges/close-account.ts";
import { invoiceOne } from "./statements/invoice-statement.ts";
import {
  billLeaver,
  compareWithProvider,
  emailPaymentFailed,
  endAbandoned,
  invoiceStatement,
  lookAgainAt,
  settleCardObject,
} from "./jobs.ts";
import { billingEmailWorkers, tellPaymentFailed } from "./emails.ts";
import { compare } from "./comparison/reconcile.ts";
import { endForGood } from "./subscriptions/running/cancel-on-delete.ts";
import { settleObject } from "./subscriptions/events/settle.ts";
import { lookAgain } from "./subscriptions/reconcile/reconcile-job.ts";

export function billingWorkers(ctx: Context): JobWorker[] {
  return [
    worker(invoiceStatement, ({ statementId }, scope) => invoiceOne(ctx, scope, statementId)),
    worker(billLeaver, (_data, scope) => billAll(ctx, scope)),
    worker(compareWithProvider, (_data, scope) => compare(ctx, scope)),
    ...billingEmailWorkers(ctx),
  ];
}

export function subscriptionWorkers(ctx: Context): JobWorker[] {
  return [
    worker(settleCardObject, (object) => settleObject(ctx, object)),
    worker(lookAgainAt, ({ subscriptionId }, scope) => lookAgain(ctx, scope, subscriptionId)),
    worker(endAbandoned, ({ subscriptionId }, scope) => endForGood(ctx, scope, subscriptionId)),
    worker(emailPaymentFailed, (data, scope) => tellPaymentFailed(ctx, scope, data)),
  ];
}
