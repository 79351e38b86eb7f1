// Owns the list of every kind of job, so that each has its queue before it is sent.
import { assetReportJobs } from "#features/asset-reports/server/jobs.ts";
import { mailAuditCopy } from "#features/audit-copies/server/jobs.ts";
import { billingJobs } from "#features/billing/server/jobs.ts";
import { borrowerJobs } from "#features/borrowers/server/jobs.ts";
import { underwritingJobs } from "#features/underwriting/server/jobs.ts";
import { identityJobs } from "#features/identity/server/mails.ts";
import { mailInvitation } from "#features/members/server/mails.ts";
import { subscriptionJobs } from "#features/subscriptions/server/jobs.ts";
import { visitJobs } from "#features/visits/server/jobs.ts";

export const jobKinds = [
  ...identityJobs,
  mailInvitation,
  ...borrowerJobs,
  ...underwritingJobs,
  ...assetReportJobs,
  mailAuditCopy,
  ...visitJobs,
  ...billingJobs,
  ...subscriptionJobs,
];
