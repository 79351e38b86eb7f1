import * as z from "zod/mini";
import { Id } from "#platform/contract/fields.ts";
import { tenantJob } from "#platform/server/jobs.ts";

/** Ends a closed borrower's bank connections, also at the provider. */
export const borrowerClosed = tenantJob("borrowers.closed", z.object({ organizationId: Id, borrowerId: Id }));

/** Emails one of the borrower's owners that there is something to look at. */
export const emailNotice = tenantJob(
  "borrowers.mail-notice",
  z.object({ organizationId: Id, borrowerId: Id, userId: Id }),
);

export const borrowerJobs = [borrowerClosed, emailNotice];
