import { openDatabase, type Database } from "#platform/server/database/database.ts";
import type { OwnerSession } from "#platform/server/database/engine.ts";
import { prepareJobs } from "#platform/server/jobs.ts";
import { migrate, readMigrations, requireMigrated } from "#platform/server/database/migrations.ts";
import { openPostgres, withPostgresOwner } from "#platform/server/database/postgres-engine.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import type { Config } from "./config.ts";
import { assetReportJobs, emailAuditCopy } from "#features/asset-reports/server/jobs.ts";
import { billingJobs, subscriptionJobs } from "#features/billing/server/jobs.ts";
import { borrowerJobs } from "#features/borrowers/server/jobs.ts";
import { developerJobs } from "#features/developers/server/jobs.ts";
import { underwritingJobs } from "#features/underwriting/server/jobs.ts";
import { identityJobs } from "#features/auth/server/emails.ts";
import { emailInvitation } from "#features/organizations/server/members/emails.ts";
import { notificationJobs } from "#features/notifications/server/jobs.ts";
import { borrowerPortalJobs } from "#features/borrower-portal/server/jobs.ts";

export interface OpenedDatabase {
  readonly db: Database;
  /** Reaches every organization; handed only to those whose noun is none's or who narrow it at once. */
  readonly system: SystemScope;
}

type DatabaseConfig = Pick<Config, "databaseUrl" | "dataDir" | "migrationsDir">;

/** Throws SchemaBehind when PostgreSQL has not been migrated, FolderInUse or BrokenFolder for the embedded one. */
export async function openProductDatabase(
  { databaseUrl, dataDir, migrationsDir }: DatabaseConfig,
  onError: (error: Error) => void,
): Promise<OpenedDatabase> {
  const migrations = readMigrations(migrationsDir);
  if (databaseUrl) {
    await withPostgresOwner(databaseUrl, ({ query }) => requireMigrated(query, migrations));
    return openDatabase(openPostgres({ url: databaseUrl, onError }));
  }
  // PGlite is loaded only where it serves.
  const { openEmbedded } = await import("#platform/server/database/embedded-engine.ts");
  const engine = await openEmbedded({ folder: dataDir });
  await migrate(engine.owner, migrations);
  await prepareJobs(engine.owner, "embedded", jobKinds);
  return openDatabase(engine);
}

/** Brings PostgreSQL up to date; returns the names of the migrations that ran. */
export async function migratePostgres(databaseUrl: string, migrationsDir: string): Promise<string[]> {
  const migrations = readMigrations(migrationsDir);
  const update = async (owner: OwnerSession) => {
    const ran = await migrate(owner, migrations);
    await prepareJobs(owner, "postgres", jobKinds);
    return ran;
  };
  // Alone, since the job queue creates its own tables, and two processes at once would both.
  return withPostgresOwner(databaseUrl, update, { exclusive: true });
}

export const jobKinds = [
  ...identityJobs,
  emailInvitation,
  ...developerJobs,
  ...borrowerJobs,
  ...notificationJobs,
  ...underwritingJobs,
  ...assetReportJobs,
  emailAuditCopy,
  ...borrowerPortalJobs,
  ...billingJobs,
  ...subscriptionJobs,
];
