// Owns how the parts are wired: everything is opened here once and handed to those who use it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { AssetReportDeps } from "#features/asset-reports/server/deps.ts";
import { assetReportWorkers } from "#features/asset-reports/server/workers.ts";
import { createAuthenticate } from "#features/identity/server/authenticate.ts";
import type { IdentityDeps } from "#features/identity/server/deps.ts";
import { identityWorkers } from "#features/identity/server/mails.ts";
import { openPasswords } from "#features/identity/server/passwords.ts";
import { openSprayGuard } from "#features/identity/server/spray.ts";
import { sweepIdentity } from "#features/identity/server/sweep.ts";
import { openTokens } from "#features/identity/server/tokens.ts";
import { openInvitations } from "#features/members/server/answer.ts";
import { memberWorkers } from "#features/members/server/mails.ts";
import { sweepInvitations } from "#features/members/server/sweep.ts";
import { disconnectAll } from "#features/social/server/connections.ts";
import { openPolicyReports } from "#features/site/server/policy-reports.ts";
import type { SiteDeps } from "#features/site/server/routes.ts";
import type { SocialDeps } from "#features/social/server/deps.ts";
import type { Authenticate } from "#kit/server/asker.ts";
import { checkKeys } from "#kit/server/check-keys.ts";
import type { Database } from "#kit/server/database.ts";
import { openJobs, type Jobs } from "#kit/server/jobs.ts";
import { openLiveHub, type LiveHub } from "#kit/server/live.ts";
import { openSealedFiles } from "#kit/server/sealed-files.ts";
import { createSealer } from "#kit/server/sealing.ts";
import { openMailer } from "#providers/mail.ts";
import { openOauth } from "#providers/oauth.ts";
import { openPlaid } from "#providers/plaid.ts";
import { createWebhookVerifier } from "#providers/plaid-webhook.ts";
import type { Config } from "./config.ts";
import type { OpenedDatabase } from "./database.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

const SWEEP_EVERY_MS = 60 * 60 * 1000;

export interface Product {
  readonly config: Config;
  readonly version: string;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly live: LiveHub;
  readonly authenticate: Authenticate;
  readonly identity: IdentityDeps;
  readonly social: SocialDeps;
  readonly assetReports: AssetReportDeps;
  readonly site: SiteDeps;
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
    endConnections: (tx, userId, before) => disconnectAll({ across }, tx, userId, before),
    invitations: openInvitations({ db, across }),
    hideAccounts,
    sealer,
    publicUrl,
    backendUrl,
    productName,
  };
  const authenticate = createAuthenticate({ db, across, tokens });
  const social: SocialDeps = { ...identity, authenticate, providers: openOauth(config.social) };
  const assetReports: AssetReportDeps = {
    db,
    across,
    jobs,
    sealer,
    files: openSealedFiles(config.filesDir),
    plaid,
    verifyWebhook: createWebhookVerifier(plaid),
    productName,
  };

  await checkKeys(db, across, sealer, SEALED_COLUMNS);
  let sweep: NodeJS.Timeout | undefined;
  return {
    config,
    version: await readVersion(),
    db,
    jobs,
    live: await openLiveHub(db.engine),
    authenticate,
    identity,
    social,
    assetReports,
    site: { takeReports: openPolicyReports((violation) => log.warn(violation, "POLICY_VIOLATION")) },
    async startWork() {
      await jobs.start([
        ...identityWorkers({ ...identity, mailer }),
        ...memberWorkers({ ...identity, mailer }),
        ...assetReportWorkers(assetReports),
      ]);
      sweep = setInterval(() => {
        for (const sweepAway of [sweepIdentity, sweepInvitations])
          sweepAway(identity).catch((error: unknown) => log.warn({ err: error }, "old rows could not be swept away"));
      }, SWEEP_EVERY_MS).unref();
    },
    async close() {
      clearInterval(sweep);
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
