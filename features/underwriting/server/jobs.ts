import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { tenantJob } from "#kit/server/jobs.ts";

/**
 * A sealed file whose row, and with it its key, is gone: taken off the disk. Done again it finds none. The queue keeps
 * the name it was first made with: jobs may wait in it.
 */
export const removeFile = tenantJob("findings.remove-file", z.object({ organizationId: Id, file: z.string() }));

/** Tells one of those who look after the borrower that a visitor answered; mailed from where visits write their mails. */
export const depositExplained = tenantJob(
  "evidence.deposit-explained",
  z.object({ organizationId: Id, evidenceId: Id, userId: Id }),
);

export const underwritingJobs = [removeFile, depositExplained];
