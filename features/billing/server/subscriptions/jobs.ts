import * as z from "zod/mini";
import { Id, verbatim } from "#platform/contract/fields.ts";
import { systemJob, tenantJob } from "#platform/server/jobs.ts";
import { CARD_OBJECT_KINDS } from "#providers/stripe/webhook.ts";

/** Reads an object of the card provider again while events of it are waiting. */
export const settleCardObject = systemJob(
  "subscriptions.settle",
  z.object({ kind: z.enum(CARD_OBJECT_KINDS), objectId: verbatim(255) }),
  {
    concurrency: 8,
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
