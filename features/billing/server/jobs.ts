import * as z from "zod/mini";
import { Id } from "#platform/contract/fields.ts";
import { tenantJob } from "#platform/server/jobs.ts";

/** About sixteen hours, so that nothing is lost if the provider is down for a night. */
const OVERNIGHT = { retryLimit: 100, retryDelayMaxSeconds: 600 };

/** Has the provider send the invoice of a statement. */
export const invoiceStatement = tenantJob(
  "billing.invoice-statement",
  z.object({ organizationId: Id, statementId: Id }),
  OVERNIGHT,
);

/** Bills what an organization still owes when its last member leaves. */
export const billLeaver = tenantJob("billing.bill-leaver", z.object({ organizationId: Id }), OVERNIGHT);

/** Compares the provider's data with ours. */
export const compareWithProvider = tenantJob("billing.compare", z.object({ organizationId: Id }), OVERNIGHT);

/** Emails one of the payers that a statement is available. */
export const emailStatement = tenantJob(
  "billing.mail-statement",
  z.object({ organizationId: Id, userId: Id, statementId: Id }),
);

/** Emails one of the payers how much of the spend cap is used. */
export const emailSpendWarning = tenantJob(
  "billing.mail-spend-warning",
  z.object({ organizationId: Id, userId: Id, percent: z.int() }),
);

export const billingJobs = [invoiceStatement, billLeaver, compareWithProvider, emailStatement, emailSpendWarning];
