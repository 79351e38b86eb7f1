import * as z from "zod/mini";
import { Id, verbatim } from "#platform/contract/fields.ts";
import { systemJob, tenantJob } from "#platform/server/jobs.ts";
import { CARD_OBJECT_KINDS } from "#providers/stripe/webhook.ts";

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

/** Reads an object of the card provider again while events of it are waiting. */
export const settleCardObject = systemJob(
  "subscriptions.settle",
  z.object({ kind: z.enum(CARD_OBJECT_KINDS), objectId: verbatim(255) }),
  {
    // Each settles eight objects at a time; more would take the connections that incoming events need.
    concurrency: 2,
  },
);

/** Reads a subscription for which no event arrived. */
export const lookAgainAt = tenantJob("subscriptions.look-again", z.object({ organizationId: Id, subscriptionId: Id }));

/** Ends a subscription without a payer at the provider, and retries until that succeeds. */
export const endAbandoned = tenantJob(
  "subscriptions.end-abandoned",
  z.object({ organizationId: Id, subscriptionId: Id }),
  {
    retryLimit: 30,
  },
);

/** One job per payer, so that a failing address does not block the others. */
export const emailPaymentFailed = tenantJob(
  "subscriptions.mail-payment-failed",
  z.object({ organizationId: Id, subscriptionId: Id, userId: Id }),
);

export const subscriptionJobs = [settleCardObject, lookAgainAt, endAbandoned, emailPaymentFailed];
