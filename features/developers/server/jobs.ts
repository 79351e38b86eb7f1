import * as z from "zod/mini";
import { Id } from "#platform/contract/fields.ts";
import { tenantJob } from "#platform/server/jobs.ts";

/** Makes one attempt. `attempt` counts those before it, so that a job whose attempt was made does nothing. */
export const deliverWebhook = tenantJob(
  "webhooks.deliver",
  z.object({ organizationId: Id, deliveryId: Id, attempt: z.int().check(z.minimum(0)) }),
  // A receiver that hangs takes half of the workers.
  { concurrency: 16, concurrencyPerOrganization: 8 },
);

/** Emails one admin that an endpoint was disabled because every event had failed for a day. */
export const emailEndpointDisabled = tenantJob(
  "webhooks.email-disabled",
  z.object({ organizationId: Id, endpointId: Id, userId: Id }),
);

export const developerJobs = [deliverWebhook, emailEndpointDisabled];
