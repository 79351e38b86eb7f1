import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { createPasswordSprayGuard } from "#features/auth/server/login-attempts/lockout.ts";
import { openPasswords } from "#features/auth/server/passwords/passwords.ts";
import { openTokens } from "#features/auth/server/sessions/tokens.ts";
import { openBackTestThreads } from "#features/underwriting/server/back-tests/threads.ts";
import type { Context, Providers } from "#platform/server/context.ts";
import { checkKeys, type EncryptedColumn } from "#platform/server/encryption/rotate-keys.ts";
import { createCipher } from "#platform/server/encryption/cipher.ts";
import { openEncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import type { FileStorage } from "#platform/server/encryption/file-storage.ts";
import { openFolderStorage } from "#platform/server/encryption/folder-storage.ts";
import { openSigner } from "#platform/server/encryption/signing.ts";
import { openReplica, type Replica } from "#platform/server/database/replica.ts";
import { openJobs } from "#platform/server/jobs.ts";
import { openLiveHub, type LiveHub } from "#platform/server/live/live.ts";
import { openWebhookSender } from "#platform/server/webhooks/send-webhook.ts";
import { makePrivateFolder } from "#platform/server/private-folder.ts";
import { FIRST_TASKS_MS, type ScheduledTask } from "#platform/server/scheduler.ts";
import { openCaptcha } from "#providers/captcha/captcha.ts";
import { openClamav } from "#providers/clamav/clamav.ts";
import { openDns } from "#providers/dns/dns.ts";
import { openMailer } from "#providers/email/email.ts";
import { openIdentityProviders } from "#providers/identity-provider/identity-provider.ts";
import { openOauth } from "#providers/oauth/oauth.ts";
import { openAssets } from "#providers/plaid/assets.ts";
import { openPlaidClient } from "#providers/plaid/client.ts";
import { openConsumerReport } from "#providers/plaid/consumer-report.ts";
import { openS3Storage } from "#providers/s3/s3.ts";
import { openSms } from "#providers/sms/sms.ts";
import { createWebhookVerifier, readWebhookKey } from "#providers/plaid/webhook.ts";
import { openStripeClient, type StripeClient } from "#providers/stripe/client.ts";
import { openCardEvents } from "#providers/stripe/webhook.ts";
import { allWorkers, startSchedule } from "./background.ts";
import type { Config } from "./config.ts";
import type { OpenedDatabase } from "./database.ts";
import { handlers, registrationPolicy } from "./events.ts";
import { ENCRYPTED_COLUMNS as REPORT_COLUMNS } from "#features/asset-reports/server/schema.ts";
import { ENCRYPTED_COLUMNS as DOCUMENT_COLUMNS } from "#features/underwriting/server/schema.ts";
import { ENCRYPTED_COLUMNS as WEBHOOK_COLUMNS } from "#features/developers/server/schema.ts";
import { SECOND_FACTOR_ENCRYPTED } from "#features/auth/server/second-factor/second-factor.ts";
import { SSO_ENCRYPTED } from "#features/auth/server/sso/attempts.ts";

const CHECKOUTS_PER_HOUR = 30;

export interface Product {
  readonly config: Config;
  readonly version: string;
  readonly ctx: Context;
  /** `null`: every read goes to the primary. */
  readonly replica: Replica | null;
  readonly live: LiveHub;
  /** Begins to work on jobs, and loads what the first answer does not need. */
  startWork(): Promise<void>;
  close(): Promise<void>;
}

/** @param options.firstTasksMs how long after `startWork` the scheduled tasks run for the first time; 0: before it ends */
export async function openProduct(
  config: Config,
  opened: OpenedDatabase,
  log: FastifyBaseLogger,
  { firstTasksMs = FIRST_TASKS_MS } = {},
): Promise<Product> {
  const { db, system } = opened;
  const cipher = createCipher(config.secretsKeys);
  // Before the queue, which writes as soon as it is open: a refused start changes nothing.
  await checkKeys(db, system, cipher, ENCRYPTED_COLUMNS);
  const jobs = await openJobs(db.engine, ({ kind, error, final }) => {
    if (final) log.error({ err: error, kind }, "a job failed for good; see npm run dead-letters");
    else log.warn({ err: error, kind }, "a job failed and will be tried again");
  });
  const { secret, secondarySecret, ttlSeconds } = config.jwt;
  const jwtSecrets = [secret, ...(secondarySecret === null ? [] : [secondarySecret])] as const;
  if (!config.s3) makePrivateFolder(config.filesDir);
  const storage = await openStorage(config, log);
  const replica = openReplicaOf(config, opened, log);
  const ctx: Context = {
    db,
    replica: replica ?? db,
    system,
    jobs,
    cipher,
    files: openEncryptedFiles(storage),
    signer: openSigner(config.signingKey),
    providers: openProviders(config),
    backTestThreads: openBackTestThreads(),
    webhooks: openWebhookSender({ allowsPrivate: config.webhooksToPrivateAddresses }),
    settings: {
      productName: config.productName,
      publicUrl: config.publicUrl,
      backendUrl: config.backendUrl,
      hideAccounts: config.hideAccounts,
      passwordMinLength: config.passwordMinLength,
      storageBytes: config.storageBytes,
      bankDataProduct: config.bankDataProduct,
      jwtSecrets,
      checkoutsPerHour: config.limits ? CHECKOUTS_PER_HOUR : Infinity,
    },
    log,
    handlers,
    registration: registrationPolicy,
    passwords: openPasswords(),
    tokens: openTokens({ secrets: jwtSecrets, ttlSeconds }),
    spray: createPasswordSprayGuard({
      ...(config.limits ? {} : { perMinute: Infinity }),
      onClosed: () => log.warn("log-ins of strangers are stopped for a while: too many have failed"),
    }),
  };
  let tasks: ScheduledTask[] = [];
  return {
    config,
    version: await readVersion(),
    ctx,
    replica,
    live: await openLiveHub(db.engine),
    async startWork() {
      await jobs.start(allWorkers(ctx));
      await ctx.passwords.open(); // so that a missing library ends the process at its start
      tasks = startSchedule(ctx, firstTasksMs);
      await Promise.all(tasks.map((task) => task.idle()));
      void replica?.check(); // so that its absence is logged before the first read
    },
    async close() {
      await Promise.all(tasks.map((task) => task.stop()));
      await jobs.stop();
      await ctx.backTestThreads.close();
      storage.close?.();
      ctx.providers.mailer.close();
      await replica?.close();
      await db.close();
    },
  };
}

function openReplicaOf(
  { databaseReadUrl: url }: Config,
  { db: primary, system }: OpenedDatabase,
  log: FastifyBaseLogger,
): Replica | null {
  if (url === null) return null;
  return openReplica({
    url,
    primary,
    system,
    onChange: (isUsed, err) =>
      isUsed
        ? log.info("the read replica answers")
        : log.warn({ err }, "the primary answers in place of the read replica"),
    onError: (err) => log.warn({ err }, "a connection to the read replica broke"),
  });
}

/** Where files are. Throws BucketError. */
export async function openStorage(
  { s3, filesDir }: Pick<Config, "s3" | "filesDir">,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<FileStorage & { close?(): void }> {
  if (!s3) return openFolderStorage(filesDir);
  const storage = await openS3Storage(s3);
  for (const warning of await storage.checkBucket()) log.warn(warning);
  return storage;
}

function openProviders(config: Config): Providers {
  const plaid = openPlaidClient(config.plaid);
  let stripe: StripeClient | undefined;
  return {
    bankData: { assets: openAssets(plaid, config.plaid.auditors), consumer_report: openConsumerReport(plaid) },
    verifyPlaidWebhook: createWebhookVerifier((keyId) => readWebhookKey(plaid, keyId)),
    get stripe() {
      return (stripe ??= openStripeClient(config.stripe));
    },
    readStripeEvent: openCardEvents(config.stripe),
    oauth: openOauth(config.social),
    identityProvider: openIdentityProviders({ allowsPrivate: config.sso.allowsPrivate }),
    readTxtRecords: openDns(config.sso.dnsServers),
    isHuman: openCaptcha(config.captcha),
    findVirus: openClamav(config.clamav),
    mailer: openMailer(config.mail),
    sendText: config.sms && openSms(config.sms),
  };
}

export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(import.meta.dirname, "../..", "package.json"), "utf8"));
  return String((manifest as { version: string }).version);
}

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ...REPORT_COLUMNS,
  ...DOCUMENT_COLUMNS,
  ...WEBHOOK_COLUMNS,
  SECOND_FACTOR_ENCRYPTED,
  SSO_ENCRYPTED,
];

/** The tables whose rows name files: each has the columns file, file_key, bytes and sha256. */
export const FILE_TABLES = ENCRYPTED_COLUMNS.filter(({ column }) => column === "file_key");
