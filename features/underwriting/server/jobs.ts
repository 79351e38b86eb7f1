import * as z from "zod/mini";
import { EXPLAINED_EVERY_MINUTES } from "#features/underwriting/contract.ts";
import { Id } from "#platform/contract/fields.ts";
import { tenantJob } from "#platform/server/jobs.ts";

/** Removes a file whose row, and with it its key, is deleted. Idempotent. */
export const removeFile = tenantJob("findings.remove-file", z.object({ organizationId: Id, file: z.string() }));

/** Emails an assignee that the borrower answered. The visits feature handles it, because it has the emails. */
export const depositExplained = tenantJob(
  "evidence.deposit-explained",
  z.object({ organizationId: Id, evidenceId: Id, userId: Id }),
);

/** Emails an assignee that the borrower sent documents. The visits feature handles it, because it has the emails. */
export const documentsSent = tenantJob(
  "evidence.documents-sent",
  z.object({ organizationId: Id, documentId: Id, userId: Id }),
);

/** Emails someone that a comment mentions them. */
export const commentMentioned = tenantJob(
  "comment.mentioned",
  z.object({ organizationId: Id, commentId: Id, userId: Id }),
);

/** Emails an admin that an overlay waits for their approval, or one of its authors what became of it. */
export const overlayChanged = tenantJob(
  "underwriting.overlay-changed",
  z.object({ organizationId: Id, overlayId: Id, version: z.int(), userId: Id }),
);

/** Goes on with a back-test. */
export const backTest = tenantJob("underwriting.back-test", z.object({ organizationId: Id, backTestId: Id }), {
  concurrency: 2,
  concurrencyPerOrganization: 1,
});

/** Evaluates a report again under the current edition, for an admin. */
export const evaluateUnderEdition = tenantJob(
  "underwriting.evaluate-again",
  z.object({ organizationId: Id, reportId: Id, evaluationNumber: z.int(), userId: Id }),
  { concurrency: 2, concurrencyPerOrganization: 1 },
);

/** Whether it was so recently that another email would be too many. */
export function isRecent(at: string, minutes = EXPLAINED_EVERY_MINUTES): boolean {
  return Date.now() - Date.parse(at) < minutes * 60_000;
}

export const underwritingJobs = [
  removeFile,
  depositExplained,
  documentsSent,
  commentMentioned,
  overlayChanged,
  backTest,
  evaluateUnderEdition,
];
