// Owns the steps of a subscription that run after a commit.
import * as z from "zod/mini";
import { Id, verbatim } from "#kit/contract/fields.ts";
import { acrossJob, tenantJob } from "#kit/server/jobs.ts";
import { CARD_OBJECT_KINDS } from "#providers/stripe-webhook.ts";

/** Reads an object of the card provider again, as often as events of it are waiting. */
export const settleCardObject = acrossJob(
  "subscriptions.settle",
  z.object({ kind: z.enum(CARD_OBJECT_KINDS), objectId: verbatim(255) }),
  {
    concurrency: 8,
  },
);

/** Reads a subscription of which nothing was heard. */
export const lookAgainAt = tenantJob("subscriptions.look-again", z.object({ organizationId: Id, subscriptionId: Id }));

/** One that nobody is left to pay for is over at the provider, however often that has to be tried. */
export const endAbandoned = tenantJob(
  "subscriptions.end-abandoned",
  z.object({ organizationId: Id, subscriptionId: Id }),
  {
    retryLimit: 30,
  },
);

/** To each of those who pay by itself: one address that fails holds up no other. */
export const mailPaymentFailed = tenantJob(
  "subscriptions.mail-payment-failed",
  z.object({ organizationId: Id, subscriptionId: Id, userId: Id }),
);

export const subscriptionJobs = [settleCardObject, lookAgainAt, endAbandoned, mailPaymentFailed];
