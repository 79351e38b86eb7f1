// Owns the steps of a report that run after a commit, and how long each is tried.
import * as z from "zod/mini";
import { Day, Id } from "#kit/contract/fields.ts";
import { tenantJob } from "#kit/server/jobs.ts";

/** One lender's slow bank holds one worker of two, so that the others' banks are asked meanwhile. */
const ASKS_BANK = { concurrencyPerOrganization: 1 };
/** Tries enough to last until a report is overdue, which then ends it; two workers of four for one lender. */
const UNTIL_OVERDUE = { retryLimit: 40, retryDelayMaxSeconds: 60, concurrency: 8, concurrencyPerOrganization: 2 };

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
export const removeAtProvider = tenantJob(
  "asset-reports.remove-item",
  z.object({ organizationId: Id, itemId: Id }),
  ASKS_BANK,
);

/** Looks which connection kept a report from being made. */
export const examineConnections = tenantJob("asset-reports.examine-connections", OfReport, ASKS_BANK);

/** A connection that a report needs stopped working, or will soon: visits tell whoever can repair it. */
export const connectionBroken = tenantJob(
  "asset-reports.connection-broken",
  z.object({ organizationId: Id, itemId: Id, status: z.enum(["login_required", "expiring"]) }),
);

/** Removes a report at the provider whose data is no longer kept here. */
export const removeReportAtProvider = tenantJob("asset-reports.remove-report", OfReport, ASKS_BANK);

/** Mails one of those who look after a borrower until when the report's data may be used. */
export const mailExpiring = tenantJob(
  "asset-reports.mail-expiring",
  z.object({ organizationId: Id, borrowerId: Id, userId: Id, freshUntil: Day }),
);

export const assetReportJobs = [
  removeReportAtProvider,
  mailExpiring,
  requestReport,
  fetchReport,
  removeAtProvider,
  examineConnections,
  connectionBroken,
];
