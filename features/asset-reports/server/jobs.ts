import * as z from "zod/mini";
import { Day, Id } from "#platform/contract/fields.ts";
import { tenantJob } from "#platform/server/jobs.ts";

/** One lender's slow bank uses one worker of two, so that the other lenders' banks are called too. */
const ASKS_BANK = { concurrencyPerOrganization: 1 };
/** Enough tries to last until a report is overdue, which then ends it. One lender uses two workers of four. */
const UNTIL_OVERDUE = { retryLimit: 40, retryDelayMaxSeconds: 60, concurrency: 8, concurrencyPerOrganization: 2 };

const OfReport = z.object({ organizationId: Id, reportId: Id });

/** Requests the report from the provider. */
export const requestReport = tenantJob("asset-reports.request", OfReport, UNTIL_OVERDUE);

/** Fetches it. The webhook starts it right away; a poll with growing pauses covers a lost webhook. */
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

/** Finds the connection that made a report fail. */
export const examineConnections = tenantJob("asset-reports.examine-connections", OfReport, ASKS_BANK);

/**
 * A connection that a report needs stopped working, or will soon. The borrower portal notifies the person who can
 * repair it.
 */
export const connectionBroken = tenantJob(
  "asset-reports.connection-broken",
  z.object({ organizationId: Id, itemId: Id, status: z.enum(["login_required", "expiring"]) }),
);

/** Removes a report at the provider after its data was deleted here. */
export const removeReportAtProvider = tenantJob("asset-reports.remove-report", OfReport, ASKS_BANK);

/** Removes at the provider what no row names anymore. */
export const removeLeftover = tenantJob(
  "asset-reports.remove-leftover",
  z.object({ organizationId: Id, removalId: Id }),
  ASKS_BANK,
);

/** Emails one of the borrower's owners until when the report's data may be used. */
export const emailExpiring = tenantJob(
  "asset-reports.mail-expiring",
  z.object({ organizationId: Id, borrowerId: Id, userId: Id, freshUntil: Day }),
);

/** Requests a report that covers a new connection, where the organization's policy says so. */
export const generateOnConnect = tenantJob(
  "asset-reports.generate-on-connect",
  z.object({ organizationId: Id, itemId: Id }),
);

export const assetReportJobs = [
  removeReportAtProvider,
  removeLeftover,
  emailExpiring,
  generateOnConnect,
  requestReport,
  fetchReport,
  removeAtProvider,
  examineConnections,
  connectionBroken,
];

export const emailAuditCopy = tenantJob("audit-copies.mail-link", z.object({ organizationId: Id, copyId: Id }));
