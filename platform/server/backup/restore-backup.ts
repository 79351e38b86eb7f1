import type { EncryptedFiles } from "../encryption/encrypted-files.ts";
import { FILE_PREFIXES } from "../encryption/file-storage.ts";
import type { CheckedBackup } from "./check-backup.ts";
import { BackupError, type Role, readPart } from "./manifest.ts";
import { differencesOf } from "./row-counts.ts";

/** A database to restore into. */
export interface Target {
  /** What is in it already, for people to read; `undefined` when it is empty. */
  describeContent(): Promise<string | undefined>;
  /** Whole or not at all. Resolves with the rows of each table that are there afterwards. */
  restore(dump: AsyncIterable<Buffer>, roles: readonly Role[]): Promise<Record<string, number>>;
}

/** The latest that a Date can be: every file is older. */
const MAX_DATE = new Date(8.64e15);

/** Throws BackupError, naming what is there, unless database and files are empty. */
export async function requireEmpty(target: Target, files: EncryptedFiles): Promise<void> {
  const content = await target.describeContent();
  if (content) throw new BackupError(`${content} Restore into an empty database only.`);
  for (const prefix of FILE_PREFIXES)
    for await (const name of files.untouchedSince(MAX_DATE, prefix))
      throw new BackupError(
        `Where the files go is not empty: it has ${name}. Restore into an empty folder or bucket only.`,
      );
}

/**
 * Restores the files, then the database: files without rows do no harm, rows without their files would. Removes the files
 * again if writing or loading fails. When a table has not as many rows as when it was backed up, throws BackupError and
 * leaves what was restored.
 */
export async function restoreBackup({ manifest, parts }: CheckedBackup, target: Target, files: EncryptedFiles) {
  const written: string[] = [];
  let counts: Record<string, number>;
  try {
    for (const { name, retain = false } of manifest.files) {
      written.push(name);
      await files.writeStored(name, parts.readStored(name), { retain });
    }
    counts = await target.restore(readPart(parts, manifest.database), manifest.roles);
  } catch (error) {
    for (const name of written) await files.remove(name);
    throw error;
  }
  const differences = differencesOf(counts, manifest.tables);
  if (differences.length > 0)
    throw new BackupError(`The restored database is not the one that was backed up: ${differences.join("; ")}.`);
}
