import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import { sweepFiles } from "#features/asset-reports/server/files/file-sweep.ts";
import { createEvaluator } from "#features/asset-reports/server/evaluate-report.ts";
import { assetReportMailWorkers } from "#features/asset-reports/server/mails.ts";
import { sweepReports } from "#features/asset-reports/server/sweep.ts";
import { assetReportWorkers } from "#features/asset-reports/server/workers.ts";
import type { AuditCopyDeps } from "#features/audit-copies/server/deps.ts";
import { endCopies } from "#features/audit-copies/server/end-copies.ts";
import { auditCopyWorkers } from "#features/audit-copies/server/mails.ts";
import { warnOfSpending } from "#features/billing/server/charges/spend-cap.ts";
import type { BillingDeps } from "#features/billing/server/deps.ts";
import { sweepBilling } from "#features/billing/server/months/sweep.ts";
import { billingWorkers } from "#features/billing/server/workers.ts";
import type { BorrowerDeps } from "#features/borrowers/server/borrowers.ts";
import { borrowerWorkers } from "#features/borrowers/server/mails.ts";
import type { UnderwritingDeps } from "#features/underwriting/server/deps.ts";
import { underwritingWorkers } from "#features/underwriting/server/workers.ts";
import type { IdentityDeps } from "#features/identity/server/deps.ts";
import { openSprayGuard } from "#features/identity/server/guesses/spray.ts";
import { identityWorkers } from "#features/identity/server/mails.ts";
import { openPasswords } from "#features/identity/server/passwords/passwords.ts";
import { createAuthenticate } from "#features/identity/server/sessions/authenticate.ts";
import { openTokens } from "#features/identity/server/sessions/tokens.ts";
import { sweepIdentity } from "#features/identity/server/sweep.ts";
import { openInvitations } from "#features/members/server/answer.ts";
import type { MemberChangeDeps } from "#features/members/server/deps.ts";
import { memberWorkers } from "#features/members/server/mails.ts";
import { sweepInvitations } from "#features/members/server/sweep.ts";
import type { OrganizationDeps } from "#features/organizations/server/deps.ts";
import { openStanding } from "#features/organizations/server/standing.ts";
import { openPolicyReports } from "#features/site/server/policy-reports.ts";
import type { SiteDeps } from "#features/site/server/routes.ts";
import { disconnectAll } from "#features/social/server/connections.ts";
import type { SocialDeps } from "#features/social/server/deps.ts";
import type { SubscriptionDeps } from "#features/subscriptions/server/deps.ts";
import { onceAtATime } from "#features/subscriptions/server/events/once-at-a-time.ts";
import { leaveSubscriptions } from "#features/subscriptions/server/running/abandon.ts";
import { paysForPlan } from "#features/subscriptions/server/running/subscription.ts";
import { sweepSubscriptions } from "#features/subscriptions/server/sweep/sweep.ts";
import { subscriptionWorkers } from "#features/subscriptions/server/workers.ts";
import { requireConsent } from "#features/visits/server/consent.ts";
import type { VisitDeps } from "#features/visits/server/deps.ts";
import { loanVisits } from "#features/visits/server/links.ts";
import { openVisits } from "#features/visits/server/visit-tokens.ts";
import { readAuthorization, visitsData } from "#features/visits/server/visits-data.ts";
import { visitWorkers } from "#features/visits/server/workers.ts";
import { checkKeys } from "#kit/server/database/check-keys.ts";
import type { Database } from "#kit/server/database/database.ts";
import type { Authenticate, FindVisit, Meets } from "#kit/server/http/asker.ts";
import { openJobs, type Jobs } from "#kit/server/jobs.ts";
import { openLiveHub, type LiveHub } from "#kit/server/live/live.ts";
import { makePrivateFolder } from "#kit/server/private-folder.ts";
import { repeat, type Repeated } from "#kit/server/repeat.ts";
import { openSealedFiles } from "#kit/server/sealing/sealed-files.ts";
import { createSealer } from "#kit/server/sealing/sealing.ts";
import { openSigner } from "#kit/server/sealing/signing.ts";
import { openCaptcha } from "#providers/captcha.ts";
import { openMailer } from "#providers/mail.ts";
import { openOauth } from "#providers/oauth.ts";
import { createWebhookVerifier } from "#providers/plaid-webhook.ts";
import { openPlaid } from "#providers/plaid.ts";
import { openStripeClient } from "#providers/stripe-client.ts";
import { openCardEvents } from "#providers/stripe-webhook.ts";
import type { Config } from "./config.ts";
import type { OpenedDatabase } from "./database.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

const SWEEP_EVERY_MS = 60 * 60 * 1000;
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
  readonly visits: VisitDeps;
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
  readonly meets: Meets;
  readonly findVisit: FindVisit;
  /** Begins to work on jobs. */
  startWork(): Promise<void>;
  close(): Promise<void>;
}

export async function openProduct(config: Config, opened: OpenedDatabase, log: FastifyBaseLogger): Promise<Product> {
  const { db, across } = opened;
  const jobs = await openJobs(db.engine, ({ kind, error, final }) => {
    if (final) log.error({ err: error, kind }, "a job failed for good; see npm run dead-letters");
    else log.warn({ err: error, kind }, "a job failed and will be tried again");
  });
  const tokens = openTokens(config.jwt);
  const plaid = openPlaid(config.plaid);
  const mailer = openMailer(config.mail);
  const sealer = createSealer(config.secretsKeys);
  const { publicUrl, backendUrl, productName, hideAccounts, passwordMinLength } = config;

  const identity: IdentityDeps = {
    db,
    across,
    jobs,
    tokens,
    passwords: openPasswords(),
    passwordMinLength,
    spray: openSprayGuard({
      ...(config.limits ? {} : { perMinute: Infinity }),
      onClosed: () => log.warn("log-ins of strangers are stopped for a while: too many have failed"),
    }),
    endConnections: (tx, userId, made) => disconnectAll({ across }, tx, userId, made),
    invitations: openInvitations({ db, across }),
    hideAccounts,
    sealer,
    publicUrl,
    backendUrl,
    productName,
  };
  const authenticate = createAuthenticate({ db, across, tokens });
  const meets = openStanding(db);
  const social: SocialDeps = { ...identity, authenticate, providers: openOauth(config.social) };
  const members: MemberChangeDeps = {
    ...identity,
    endUnattended: (tx, { organizationId }, actor) => leaveSubscriptions(identity, tx, actor, [organizationId]),
  };
  const organizations: OrganizationDeps = {
    db,
    across,
    backendUrl,
    warnOfSpending: (tx, scope) => warnOfSpending(tx, jobs, scope),
  };
  const evaluator = createEvaluator(readAuthorization);
  const borrowers: BorrowerDeps = {
    db,
    across,
    jobs,
    evaluateAgain: evaluator.evaluateAgain,
    visits: loanVisits(jobs),
  };
  makePrivateFolder(config.filesDir);
  const files = openSealedFiles(config.filesDir);
  const underwriting: UnderwritingDeps = {
    db,
    jobs,
    sealer,
    files,
    storageBytes: config.storageBytes,
    reports: evaluator,
  };
  const assetReports: AssetReportDeps = {
    db,
    across,
    jobs,
    sealer,
    files,
    plaid,
    verifyWebhook: createWebhookVerifier(plaid),
    evaluator,
    requireConsent,
    endCopies,
    visitsData,
    signer: openSigner(config.signingKey),
    publicUrl,
    productName,
    onTrouble: (what, found) => log.warn(found, what),
  };

  const auditCopies: AuditCopyDeps = { assetReports, passwords: identity.passwords };
  const visits: VisitDeps = {
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
    across,
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
    meets,
    stripe,
    readCardEvent: openCardEvents(config.stripe),
    isHuman: openCaptcha(config.captcha),
    onGivenUp: (found) =>
      log.error(found, "the card provider gave no answer that settles this; its next event tries again"),
    checkoutsPerHour: config.limits ? 30 : Infinity,
    settling: new Set(),
    oneCheckout: onceAtATime(),
  };

  await checkKeys(db, across, sealer, SEALED_COLUMNS);
  let sweep: NodeJS.Timeout | undefined;
  let billingSweep: Repeated | undefined;
  let subscriptionSweep: Repeated | undefined;
  let reportSweep: Repeated | undefined;
  let fileSweep: Repeated | undefined;
  return {
    config,
    version: await readVersion(),
    db,
    jobs,
    live: await openLiveHub(db.engine),
    authenticate,
    meets,
    findVisit: openVisits({ db, across, jwtSecret: config.jwt.secret }),
    identity,
    social,
    members,
    organizations,
    borrowers,
    underwriting,
    assetReports,
    auditCopies,
    visits,
    subscriptions,
    billing,
    site: { takeReports: openPolicyReports((violation) => log.warn(violation, "POLICY_VIOLATION")) },
    async startWork() {
      await jobs.start([
        ...identityWorkers({ ...identity, mailer }),
        ...memberWorkers({ ...identity, mailer }),
        ...borrowerWorkers({ ...identity, mailer }),
        ...visitWorkers({ ...visits, mailer }),
        ...underwritingWorkers(underwriting),
        ...auditCopyWorkers({ assetReports, mailer }),
        ...assetReportWorkers(assetReports),
        ...assetReportMailWorkers({ ...assetReports, mailer }),
        ...billingWorkers({ ...billing, mailer }),
        ...subscriptionWorkers({ ...subscriptions, mailer }),
      ]);
      sweep = setInterval(() => {
        for (const sweepAway of [sweepIdentity, sweepInvitations])
          sweepAway(identity).catch((error: unknown) => log.warn({ err: error }, "old rows could not be swept away"));
      }, SWEEP_EVERY_MS).unref();
      billingSweep = repeat(
        BILLING_EVERY_MS,
        () => sweepBilling(billing),
        (error) => log.warn({ err: error }, "billing could not be brought up to date and will be tried again"),
      );
      subscriptionSweep = repeat(
        SUBSCRIPTIONS_EVERY_MS,
        () => sweepSubscriptions(subscriptions),
        (error) => log.warn({ err: error }, "subscriptions could not be looked after and will be tried again"),
      );
      reportSweep = repeat(
        REPORTS_EVERY_MS,
        () => sweepReports(assetReports),
        (error) => log.warn({ err: error }, "reports could not be looked after and will be tried again"),
      );
      fileSweep = repeat(
        FILES_EVERY_MS,
        () => sweepFiles(assetReports),
        (error) => log.warn({ err: error }, "files without a row could not be removed and will be looked for again"),
      );
    },
    async close() {
      clearInterval(sweep);
      await billingSweep?.stop();
      await subscriptionSweep?.stop();
      await reportSweep?.stop();
      await fileSweep?.stop();
      await jobs.stop();
      mailer.close();
      await db.close();
    },
  };
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(import.meta.dirname, "..", "package.json"), "utf8"));
  return String((manifest as { version: string }).version);
}
