// Owns what billing does after a commit, and how long it is tried.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { tenantJob } from "#kit/server/jobs.ts";

/** Some sixteen hours: a provider that is down for a night loses nothing. */
const OVERNIGHT = { retryLimit: 100, retryDelayMaxSeconds: 600 };

/** Has the provider send the invoice of a statement. */
export const invoiceStatement = tenantJob(
  "billing.invoice-statement",
  z.object({ organizationId: Id, statementId: Id }),
  OVERNIGHT,
);

/** Bills what an organization still owes as its last person goes. */
export const billLeaver = tenantJob("billing.bill-leaver", z.object({ organizationId: Id }), OVERNIGHT);

/** Compares what the provider has with what we have. */
export const compareWithProvider = tenantJob("billing.compare", z.object({ organizationId: Id }), OVERNIGHT);

/** Tells one of those who pay that a statement is there. */
export const mailStatement = tenantJob(
  "billing.mail-statement",
  z.object({ organizationId: Id, userId: Id, statementId: Id }),
);

/** Tells one of those who pay how much of the spend cap is used. */
export const mailSpendWarning = tenantJob(
  "billing.mail-spend-warning",
  z.object({ organizationId: Id, userId: Id, percent: z.int() }),
);

export const billingJobs = [invoiceStatement, billLeaver, compareWithProvider, mailStatement, mailSpendWarning];
