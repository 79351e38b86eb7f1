// npm run backup -- FOLDER [--keep 14]: an encrypted backup of the database and of the files, as a new folder in FOLDER.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createBackup, pruneBackups } from "#platform/server/backup/create-backup.ts";
import { withEmbeddedSource } from "#platform/server/backup/embedded-source.ts";
import { withPostgresSource } from "#platform/server/backup/postgres-source.ts";
import type { Source } from "#platform/server/backup/source.ts";
import { createCipher } from "#platform/server/encryption/cipher.ts";
import { openEncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import { openLog } from "#platform/server/log.ts";
import { ConfigError } from "../server/config-reader.ts";
import { environmentWith, readProcessConfig } from "../server/config.ts";
import { FILE_TABLES, openStorage, readVersion } from "../server/product.ts";
import { runCommand } from "./command.ts";

await runCommand(async () => {
  const { folder, keep } = readArguments();
  const config = readProcessConfig();
  const { databaseUrl, dataDir, secretsKeys } = config;
  const storage = await openStorage(config, openLog(config.logLevel));
  const backUp = async (source: Source) =>
    createBackup({
      folder,
      source,
      files: openEncryptedFiles(storage),
      fileTables: FILE_TABLES,
      cipher: createCipher(secretsKeys),
      version: await readVersion(),
    });
  const { path, manifest } = databaseUrl
    ? await withPostgresSource(databaseUrl, environmentWith, backUp)
    : await withEmbeddedSource(dataDir, backUp);
  const { tables, files } = manifest;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  console.log(
    `Backed up ${Object.keys(tables).length} tables with ${rows} rows, and ${files.length} files, to ${path}.`,
  );
  storage.close?.();
  if (keep) console.log(`Older backups removed: ${await pruneBackups(folder, keep, path)}.`);
});

function readArguments(): { folder: string; keep: number | undefined } {
  const usage = new ConfigError("Usage: npm run backup -- FOLDER [--keep COUNT]");
  try {
    const { positionals, values } = parseArgs({ options: { keep: { type: "string" } }, allowPositionals: true });
    const [folder, ...rest] = positionals;
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    if (!folder || rest.length > 0 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) throw usage;
    return { folder: resolve(folder), keep };
  } catch {
    throw usage; // an unknown option, or one without its value
  }
}
