import { cleanUpFiles } from "#features/asset-reports/server/files/cleanup-job.ts";
import { assetReportMailWorkers, auditCopyWorkers } from "#features/asset-reports/server/emails.ts";
import { runReportMaintenance } from "#features/asset-reports/server/maintenance-job.ts";
import { assetReportWorkers } from "#features/asset-reports/server/workers.ts";
import { cleanUpIdentity } from "#features/auth/server/cleanup-job.ts";
import { identityWorkers } from "#features/auth/server/emails.ts";
import { runBillingSchedule } from "#features/billing/server/months/billing-job.ts";
import { reconcileSubscriptions } from "#features/billing/server/subscriptions/reconcile/reconcile-job.ts";
import { billingWorkers, subscriptionWorkers } from "#features/billing/server/workers.ts";
import { borrowerPortalWorkers } from "#features/borrower-portal/server/workers.ts";
import { borrowerWorkers } from "#features/borrowers/server/emails.ts";
import { developerWorkers } from "#features/developers/server/emails.ts";
import { cleanUpDeliveries } from "#features/developers/server/webhooks/deliver.ts";
import { notificationWorkers } from "#features/notifications/server/emails.ts";
import { runNotificationSchedule } from "#features/notifications/server/notification-schedule.ts";
import { cleanUpInvitations } from "#features/organizations/server/members/cleanup-job.ts";
import { memberWorkers } from "#features/organizations/server/members/emails.ts";
import { underwritingWorkers } from "#features/underwriting/server/workers.ts";
import type { Context } from "#platform/server/context.ts";
import type { JobWorker } from "#platform/server/jobs.ts";
import { schedule, type ScheduledTask } from "#platform/server/scheduler.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Scheduled {
  readonly everyMs: number;
  readonly work: (ctx: Context) => Promise<void>;
  /** What the log says when it fails. */
  readonly failure: string;
}

const SCHEDULE: readonly Scheduled[] = [
  {
    everyMs: HOUR_MS,
    work: cleanUpIdentity,
    failure: "old links and login attempts could not be deleted and will be tried again",
  },
  {
    everyMs: HOUR_MS,
    work: cleanUpInvitations,
    failure: "old invitations could not be deleted and will be tried again",
  },
  {
    everyMs: HOUR_MS,
    work: cleanUpDeliveries,
    failure: "old webhook deliveries could not be deleted and will be tried again",
  },
  // How late a month may be closed.
  {
    everyMs: 5 * MINUTE_MS,
    work: runBillingSchedule,
    failure: "billing could not be brought up to date and will be tried again",
  },
  // How long a lost webhook may stay unnoticed.
  {
    everyMs: 5 * MINUTE_MS,
    work: reconcileSubscriptions,
    failure: "subscriptions could not be looked after and will be tried again",
  },
  // How long a borrower's owner may wait for a reminder that is due.
  {
    everyMs: 15 * MINUTE_MS,
    work: runReportMaintenance,
    failure: "reports could not be looked after and will be tried again",
  },
  // How late a daily email may be.
  {
    everyMs: 5 * MINUTE_MS,
    work: runNotificationSchedule,
    failure: "daily emails and old notifications could not be looked after and will be tried again",
  },
  {
    everyMs: 24 * HOUR_MS,
    work: cleanUpFiles,
    failure: "files without a row could not be removed and will be looked for again",
  },
];

export function startSchedule(ctx: Context, firstMs: number): ScheduledTask[] {
  return SCHEDULE.map(({ everyMs, work, failure }) =>
    schedule(
      everyMs,
      () => work(ctx),
      (error) => ctx.log.warn({ err: error }, failure),
      { firstMs },
    ),
  );
}

export function allWorkers(ctx: Context): JobWorker[] {
  return [
    ...identityWorkers(ctx),
    ...memberWorkers(ctx),
    ...developerWorkers(ctx),
    ...borrowerWorkers(ctx),
    ...notificationWorkers(ctx),
    ...borrowerPortalWorkers(ctx),
    ...underwritingWorkers(ctx),
    ...auditCopyWorkers(ctx),
    ...assetReportWorkers(ctx),
    ...assetReportMailWorkers(ctx),
    ...billingWorkers(ctx),
    ...subscriptionWorkers(ctx),
  ];
}
