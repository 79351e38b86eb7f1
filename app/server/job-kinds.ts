import { assetReportJobs, emailAuditCopy } from "#features/asset-reports/server/jobs.ts";
import { billingJobs, subscriptionJobs } from "#features/billing/server/jobs.ts";
import { borrowerJobs } from "#features/borrowers/server/jobs.ts";
import { underwritingJobs } from "#features/underwriting/server/jobs.ts";
import { identityJobs } from "#features/auth/server/emails.ts";
import { emailInvitation } from "#features/organizations/server/members/emails.ts";
import { borrowerPortalJobs } from "#features/borrower-portal/server/jobs.ts";

export const jobKinds = [
  ...identityJobs,
  emailInvitation,
  ...borrowerJobs,
  ...underwritingJobs,
  ...assetReportJobs,
  emailAuditCopy,
  ...borrowerPortalJobs,
  ...billingJobs,
  ...subscriptionJobs,
];
