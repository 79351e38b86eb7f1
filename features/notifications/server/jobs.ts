import * as z from "zod/mini";
import { Id } from "#platform/contract/fields.ts";
import { tenantJob } from "#platform/server/jobs.ts";

/** Emails a notification whose kind has no email of its own. */
export const emailNotification = tenantJob("notifications.email", z.object({ organizationId: Id, notificationId: Id }));

/** Emails one person what their digest holds. */
export const emailDigest = tenantJob(
  "notifications.email-digest",
  z.object({ organizationId: Id, userId: Id, digestId: Id }),
);

export const notificationJobs = [emailNotification, emailDigest];
