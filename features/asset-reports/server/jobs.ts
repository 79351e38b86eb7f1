// Owns the steps of a report that run after a commit, and how long each is tried.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { tenantJob } from "#kit/server/jobs.ts";

/** Tries enough to last until a report is overdue, which then ends it. */
const UNTIL_OVERDUE = { retryLimit: 40, retryDelayMaxSeconds: 60, concurrency: 4 };

const OfReport = z.object({ organizationId: Id, reportId: Id });

/** Asks the provider for the report. */
export const requestReport = tenantJob("asset-reports.request", OfReport, UNTIL_OVERDUE);

/** Fetches it: sent by the webhook at once, and by a poll that grows slower, should the webhook never come. */
export const fetchReport = tenantJob(
  "asset-reports.fetch",
  z.extend(OfReport, { poll: z.optional(z.int().check(z.minimum(0))) }),
  UNTIL_OVERDUE,
);

/** Removes an ended connection at the provider. */
export const removeAtProvider = tenantJob("asset-reports.remove-item", z.object({ organizationId: Id, itemId: Id }));

export const assetReportJobs = [requestReport, fetchReport, removeAtProvider];
