// Owns the list of every kind of job, so that each has its queue before it is sent.
import { assetReportJobs } from "#features/asset-reports/server/jobs.ts";
import { borrowerClosed } from "#features/borrowers/server/jobs.ts";
import { identityJobs } from "#features/identity/server/mails.ts";
import { mailInvitation } from "#features/members/server/mails.ts";

export const jobKinds = [...identityJobs, mailInvitation, borrowerClosed, ...assetReportJobs];
