import { worker, type JobWorker } from "#platform/server/jobs.ts";
import type { Mailer } from "#providers/email/email.ts";
import { billAll } from "./charges/close-account.ts";
import type { BillingDeps } from "./deps.ts";
import { invoiceOne } from "./statements/invoice-statement.ts";
import { billLeaver, compareWithProvider, invoiceStatement } from "./jobs.ts";
import { billingEmailWorkers } from "./emails.ts";
import { compare } from "./comparison/reconcile.ts";

export function billingWorkers(deps: BillingDeps & { readonly mailer: Mailer }): JobWorker[] {
  return [
    worker(invoiceStatement, ({ statementId }, scope) => invoiceOne(deps, scope, statementId)),
    worker(billLeaver, (_data, scope) => billAll(deps, scope)),
    worker(compareWithProvider, (_data, scope) => compare(deps, scope)),
    ...billingEmailWorkers(deps),
  ];
}
