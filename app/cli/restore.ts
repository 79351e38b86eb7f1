// npm run restore -- BACKUP: puts a backup into an empty database and an empty folder, and checks what is there then.
import { resolve } from "node:path";
import { checkBackup } from "#platform/server/backup/check-backup.ts";
import { embeddedTarget } from "#platform/server/backup/embedded-target.ts";
import { BackupError } from "#platform/server/backup/manifest.ts";
import { postgresTarget } from "#platform/server/backup/postgres-target.ts";
import { requireEmpty, restoreBackup } from "#platform/server/backup/restore-backup.ts";
import { verifyAudit } from "#platform/server/audit.ts";
import { readMigrations } from "#platform/server/database/migrations.ts";
import { createCipher } from "#platform/server/encryption/cipher.ts";
import { openEncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import { openLog } from "#platform/server/log.ts";
import { ConfigError } from "../server/config-reader.ts";
import { type Config, environmentWith, readProcessConfig } from "../server/config.ts";
import { migratePostgres, openProductDatabase } from "../server/database.ts";
import { openStorage, readVersion } from "../server/product.ts";
import { runCommand } from "./command.ts";

await runCommand(async () => {
  const [backup, ...rest] = process.argv.slice(2);
  if (!backup || rest.length > 0) throw new ConfigError("Usage: npm run restore -- BACKUP");
  const config = readProcessConfig();
  const { databaseUrl, dataDir, migrationsDir } = config;
  const target = databaseUrl ? postgresTarget(databaseUrl, environmentWith) : embeddedTarget(dataDir);
  const storage = await openStorage(config, openLog(config.logLevel));
  const files = openEncryptedFiles(storage);
  await requireEmpty(target, files);

  const checked = await checkBackup(resolve(backup), createCipher(config.secretsKeys), {
    engine: databaseUrl ? "postgres" : "embedded",
    version: await readVersion(),
    schema: readMigrations(migrationsDir).length,
  });
  await restoreBackup(checked, target, files);
  storage.close?.();
  const { createdAt, version, tables, files: restored } = checked.manifest;
  console.log(`Restored the backup of ${createdAt}, made by Keyturn ${version}.`);
  console.log(`Verified the row counts of ${Object.keys(tables).length} tables. Restored ${restored.length} files.`);

  if (databaseUrl) {
    const ran = await migratePostgres(databaseUrl, migrationsDir);
    if (ran.length > 0) console.log(`Ran ${ran.join(", ")}.`);
  }
  console.log(await auditOf(config));
});

/** Opens the restored database as the product does, which migrates the embedded one. Throws BackupError. */
async function auditOf(config: Config): Promise<string> {
  const { db, system } = await openProductDatabase(config, () => {});
  try {
    const { chains, rows, errors } = await verifyAudit(db, system);
    if (errors.length > 0)
      throw new BackupError(
        `The audit log failed verification: ${errors.length} rows are wrong. Run npm run verify-audit for details.`,
      );
    return `Audit log verified: ${rows} rows in ${chains} chains.`;
  } finally {
    await db.close();
  }
}
