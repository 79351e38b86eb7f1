import type { Context } from "#platform/server/context.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { billAll } from "./charges/close-account.ts";
import { invoiceOne } from "./statements/invoice-statement.ts";
import { billLeaver, compareWithProvider, invoiceStatement } from "./jobs.ts";
import { billingEmailWorkers } from "./emails.ts";
import { compare } from "./comparison/reconcile.ts";

export function billingWorkers(ctx: Context): JobWorker[] {
  return [
    worker(invoiceStatement, ({ statementId }, scope) => invoiceOne(ctx, scope, statementId)),
    worker(billLeaver, (_data, scope) => billAll(ctx, scope)),
    worker(compareWithProvider, (_data, scope) => compare(ctx, scope)),
    ...billingEmailWorkers(ctx),
  ];
}
