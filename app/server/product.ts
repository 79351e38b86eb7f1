import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import { cleanUpFiles } from "#features/asset-reports/server/files/cleanup-job.ts";
import { createEvaluator } from "#features/asset-reports/server/evaluate-report.ts";
import { assetReportMailWorkers } from "#features/asset-reports/server/emails.ts";
import { runReportMaintenance } from "#features/asset-reports/server/maintenance-job.ts";
import { assetReportWorkers } from "#features/asset-reports/server/workers.ts";
import type { AuditCopyDeps } from "#features/asset-reports/server/sharing/deps.ts";
import { endCopies } from "#features/asset-reports/server/sharing/end-copies.ts";
import { auditCopyWorkers } from "#features/asset-reports/server/sharing/emails.ts";
import { warnOfSpending } from "#features/billing/server/charges/spend-cap.ts";
import type { BillingDeps } from "#features/billing/server/deps.ts";
import { runBillingSchedule } from "#features/billing/server/months/billing-job.ts";
import { billingWorkers } from "#features/billing/server/workers.ts";
import type { BorrowerDeps } from "#features/borrowers/server/borrowers.ts";
import { borrowerWorkers } from "#features/borrowers/server/emails.ts";
import type { UnderwritingDeps } from "#features/underwriting/server/deps.ts";
import { underwritingWorkers } from "#features/underwriting/server/workers.ts";
import type { IdentityDeps } from "#features/auth/server/deps.ts";
import { createPasswordSprayGuard } from "#features/auth/server/login-attempts/spray.ts";
import { identityWorkers } from "#features/auth/server/emails.ts";
import { openPasswords } from "#features/auth/server/passwords/passwords.ts";
import { createAuthenticate } from "#features/auth/server/sessions/authenticate.ts";
import { openTokens } from "#features/auth/server/sessions/tokens.ts";
import { cleanUpIdentity } from "#features/auth/server/cleanup-job.ts";
import { openInvitations } from "#features/organizations/server/members/answer.ts";
import type { MemberChangeDeps } from "#features/organizations/server/members/deps.ts";
import { memberWorkers } from "#features/organizations/server/members/emails.ts";
import { cleanUpInvitations } from "#features/organizations/server/members/cleanup-job.ts";
import type { OrganizationDeps } from "#features/organizations/server/deps.ts";
import { createConditionCheck } from "#features/organizations/server/conditions.ts";
import { openPolicyReports } from "#features/site/server/policy-reports.ts";
import type { SiteDeps } from "#features/site/server/routes.ts";
import { disconnectAll } from "#features/auth/server/social/connections.ts";
import type { SocialDeps } from "#features/auth/server/social/deps.ts";
import type { SubscriptionDeps } from "#features/billing/server/subscriptions/deps.ts";
import { singleFlight } from "#features/billing/server/subscriptions/events/single-flight.ts";
import { leaveSubscriptions } from "#features/billing/server/subscriptions/running/cancel-on-delete.ts";
import { paysForPlan } from "#features/billing/server/subscriptions/running/subscription.ts";
import { reconcileSubscriptions } from "#features/billing/server/subscriptions/reconcile/reconcile-job.ts";
import { subscriptionWorkers } from "#features/billing/server/subscriptions/workers.ts";
import { requireConsent } from "#features/borrower-portal/server/consent.ts";
import type { BorrowerPortalDeps } from "#features/borrower-portal/server/deps.ts";
import { loanLinks } from "#features/borrower-portal/server/links.ts";
import { openBorrowerSessions } from "#features/borrower-portal/server/session-tokens.ts";
import { readAuthorization, portalData } from "#features/borrower-portal/server/portal-data.ts";
import { borrowerPortalWorkers } from "#features/borrower-portal/server/workers.ts";
import { checkKeys } from "#platform/server/database/check-keys.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Authenticate, FindBorrowerSession, MeetsCondition } from "#platform/server/http/authenticate-request.ts";
import { openJobs, type Jobs } from "#platform/server/jobs.ts";
import { openLiveHub, type LiveHub } from "#platform/server/live/live.ts";
import { makePrivateFolder } from "#platform/server/private-folder.ts";
import { schedule, type ScheduledTask } from "#platform/server/scheduler.ts";
import { openEncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import { createCipher } from "#platform/server/encryption/cipher.ts";
import { openSigner } from "#platform/server/encryption/signing.ts";
import { openCaptcha } from "#providers/captcha/captcha.ts";
import { openMailer } from "#providers/email/email.ts";
import { openOauth } from "#providers/oauth/oauth.ts";
import { createWebhookVerifier } from "#providers/plaid/webhook.ts";
import { openPlaid } from "#providers/plaid/plaid.ts";
import { openStripeClient } from "#providers/stripe/client.ts";
import { openCardEvents } from "#providers/stripe/webhook.ts";
import type { Config } from "./config.ts";
import type { OpenedDatabase } from "./database.ts";
import { ENCRYPTED_COLUMNS } from "./encrypted-columns.ts";

const CLEANUP_EVERY_MS = 60 * 60 * 1000;
/** How late a month may be closed. */
const BILLING_EVERY_MS = 5 * 60 * 1000;
/** How long a borrower's owner may wait for a reminder that is due. */
const REPORTS_EVERY_MS = 15 * 60 * 1000;
const FILES_EVERY_MS = 24 * 60 * 60 * 1000;
/** How long a lost webhook may stay unnoticed. */
const SUBSCRIPTIONS_EVERY_MS = 5 * 60 * 1000;

/** What the rules of each feature are handed. */
export interface Features {
  readonly identity: IdentityDeps;
  readonly social: SocialDeps;
  readonly members: MemberChangeDeps;
  readonly organizations: OrganizationDeps;
  readonly borrowers: BorrowerDeps;
  readonly underwriting: UnderwritingDeps;
  readonly assetReports: AssetReportDeps;
  readonly auditCopies: AuditCopyDeps;
  readonly borrowerPortal: BorrowerPortalDeps;
  readonly subscriptions: SubscriptionDeps;
  readonly billing: BillingDeps;
  readonly site: SiteDeps;
}

export interface Product extends Features {
  readonly config: Config;
  readonly version: string;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly live: LiveHub;
  readonly authenticate: Authenticate;
  readonly meetsCondition: MeetsCondition;
  readonly findBorrowerSession: FindBorrowerSession;
  /** Begins to work on jobs. */
  startWork(): Promise<void>;
  close(): Promise<void>;
}

export async function openProduct(config: Config, opened: OpenedDatabase, log: FastifyBaseLogger): Promise<Product> {
  const { db, system } = opened;
  const jobs = await openJobs(db.engine, ({ kind, error, final }) => {
    if (final) log.error({ err: error, kind }, "a job failed for good; see npm run dead-letters");
    else log.warn({ err: error, kind }, "a job failed and will be tried again");
  });
  const tokens = openTokens(config.jwt);
  const plaid = openPlaid(config.plaid);
  const mailer = openMailer(config.mail);
  const cipher = createCipher(config.secretsKeys);
  const { publicUrl, backendUrl, productName, hideAccounts, passwordMinLength } = config;

  const identity: IdentityDeps = {
    db,
    system,
    jobs,
    tokens,
    passwords: openPasswords(),
    passwordMinLength,
    spray: createPasswordSprayGuard({
      ...(config.limits ? {} : { perMinute: Infinity }),
      onClosed: () => log.warn("log-ins of strangers are stopped for a while: too many have failed"),
    }),
    endConnections: (tx, userId, made) => disconnectAll({ system }, tx, userId, made),
    invitations: openInvitations({ db, system }),
    hideAccounts,
    cipher,
    publicUrl,
    backendUrl,
    productName,
  };
  const authenticate = createAuthenticate({ db, system, tokens });
  const meetsCondition = createConditionCheck(db);
  const social: SocialDeps = { ...identity, authenticate, providers: openOauth(config.social) };
  const members: MemberChangeDeps = {
    ...identity,
    endUnattended: (tx, { organizationId }, actor) => leaveSubscriptions(identity, tx, actor, [organizationId]),
  };
  const organizations: OrganizationDeps = {
    db,
    system,
    backendUrl,
    warnOfSpending: (tx, scope) => warnOfSpending(tx, jobs, scope),
  };
  const evaluator = createEvaluator(readAuthorization);
  const borrowers: BorrowerDeps = {
    db,
    system,
    jobs,
    evaluateAgain: evaluator.evaluateAgain,
    links: loanLinks(jobs),
  };
  makePrivateFolder(config.filesDir);
  const files = openEncryptedFiles(config.filesDir);
  const underwriting: UnderwritingDeps = {
    db,
    jobs,
    cipher,
    files,
    storageBytes: config.storageBytes,
    reports: evaluator,
  };
  const assetReports: AssetReportDeps = {
    db,
    system,
    jobs,
    cipher,
    files,
    plaid,
    verifyWebhook: createWebhookVerifier(plaid),
    evaluator,
    requireConsent,
    endCopies,
    portalData,
    signer: openSigner(config.signingKey),
    publicUrl,
    productName,
    onTrouble: (what, found) => log.warn(found, what),
  };

  const auditCopies: AuditCopyDeps = { assetReports, passwords: identity.passwords };
  const borrowerPortal: BorrowerPortalDeps = {
    assetReports,
    underwriting,
    jwtSecret: config.jwt.secret,
    publicUrl,
    backendUrl,
    productName,
  };

  const stripe = openStripeClient(config.stripe);
  const billing: BillingDeps = {
    db,
    system,
    jobs,
    stripe,
    hasSubscription: paysForPlan,
    onDrift: (found) => log.error(found, "our figures and the card provider's do not agree"),
    onTrouble: (what, found) => log.warn(found, what),
    publicUrl,
    productName,
  };
  const subscriptions: SubscriptionDeps = {
    identity,
    billing,
    authenticate,
    meetsCondition,
    stripe,
    readCardEvent: openCardEvents(config.stripe),
    isHuman: openCaptcha(config.captcha),
    onGivenUp: (found) =>
      log.error(found, "the card provider gave no answer that settles this; its next event tries again"),
    checkoutsPerHour: config.limits ? 30 : Infinity,
    settling: new Set(),
    oneCheckout: singleFlight(),
  };

  await checkKeys(db, system, cipher, ENCRYPTED_COLUMNS);
  const repeated: { everyMs: number; work: () => Promise<void>; failure: string }[] = [
    {
      everyMs: CLEANUP_EVERY_MS,
      work: () => cleanUpIdentity(identity),
      failure: "old links and login attempts could not be deleted and will be tried again",
    },
    {
      everyMs: CLEANUP_EVERY_MS,
      work: () => cleanUpInvitations(identity),
      failure: "old invitations could not be deleted and will be tried again",
    },
    {
      everyMs: BILLING_EVERY_MS,
      work: () => runBillingSchedule(billing),
      failure: "billing could not be brought up to date and will be tried again",
    },
    {
      everyMs: SUBSCRIPTIONS_EVERY_MS,
      work: () => reconcileSubscriptions(subscriptions),
      failure: "subscriptions could not be looked after and will be tried again",
    },
    {
      everyMs: REPORTS_EVERY_MS,
      work: () => runReportMaintenance(assetReports),
      failure: "reports could not be looked after and will be tried again",
    },
    {
      everyMs: FILES_EVERY_MS,
      work: () => cleanUpFiles(assetReports),
      failure: "files without a row could not be removed and will be looked for again",
    },
  ];
  let tasks: ScheduledTask[] = [];
  return {
    config,
    version: await readVersion(),
    db,
    jobs,
    live: await openLiveHub(db.engine),
    authenticate,
    meetsCondition,
    findBorrowerSession: openBorrowerSessions({ db, system, jwtSecret: config.jwt.secret }),
    identity,
    social,
    members,
    organizations,
    borrowers,
    underwriting,
    assetReports,
    auditCopies,
    borrowerPortal,
    subscriptions,
    billing,
    site: { takeReports: openPolicyReports((violation) => log.warn(violation, "POLICY_VIOLATION")) },
    async startWork() {
      await jobs.start([
        ...identityWorkers({ ...identity, mailer }),
        ...memberWorkers({ ...identity, mailer }),
        ...borrowerWorkers({ ...identity, mailer }),
        ...borrowerPortalWorkers({ ...borrowerPortal, mailer }),
        ...underwritingWorkers(underwriting),
        ...auditCopyWorkers({ assetReports, mailer }),
        ...assetReportWorkers(assetReports),
        ...assetReportMailWorkers({ ...assetReports, mailer }),
        ...billingWorkers({ ...billing, mailer }),
        ...subscriptionWorkers({ ...subscriptions, mailer }),
      ]);
      tasks = repeated.map(({ everyMs, work, failure }) =>
        schedule(everyMs, work, (error) => log.warn({ err: error }, failure)),
      );
    },
    async close() {
      await Promise.all(tasks.map((task) => task.stop()));
      await jobs.stop();
      mailer.close();
      await db.close();
    },
  };
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(import.meta.dirname, "../..", "package.json"), "utf8"));
  return String((manifest as { version: string }).version);
}
