// Owns the work that follows a change of a borrower. What ends connections is done by asset-reports, whose noun they are.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { tenantJob } from "#kit/server/jobs.ts";

/** A closed borrower's bank connections end, at the provider too. */
export const borrowerClosed = tenantJob("borrowers.closed", z.object({ organizationId: Id, borrowerId: Id }));

/** Mails one of those who look after a borrower that there is something to look at. */
export const mailNotice = tenantJob(
  "borrowers.mail-notice",
  z.object({ organizationId: Id, borrowerId: Id, userId: Id }),
);

export const borrowerJobs = [borrowerClosed, mailNotice];
