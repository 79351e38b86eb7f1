import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Cipher } from "../encryption/cipher.ts";
import { type EncryptedFiles, openEncryptedFiles } from "../encryption/encrypted-files.ts";
import { openFolderStorage, syncFolder } from "../encryption/folder-storage.ts";
import type { EncryptedColumn } from "../encryption/rotate-keys.ts";
import { lockFolder, makePrivateFolder } from "../private-folder.ts";
import { copyFiles } from "./copy-files.ts";
import { BackupError, type Manifest, writeManifest } from "./manifest.ts";
import { isOutOfSpace } from "../out-of-space.ts";
import { countRows } from "./row-counts.ts";
import type { Source } from "./source.ts";

export interface BackupJob {
  /** Where backups are; each is a folder of its own in it. */
  readonly folder: string;
  readonly source: Source;
  readonly files: EncryptedFiles;
  /** The tables whose rows name files. */
  readonly fileTables: readonly EncryptedColumn[];
  readonly cipher: Cipher;
  readonly version: string;
}

const PREFIX = "keyturn-";
/** Of finished ones; another folder whose name begins alike is not ours to remove. */
const BACKUP_NAME = /^keyturn-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const PARTIAL = ".partial";

/**
 * Writes a backup whole or not at all: the folder has its name once everything is on disk. Throws BackupError, also when
 * the disk is full.
 */
export async function createBackup(job: BackupJob, now = new Date()): Promise<{ path: string; manifest: Manifest }> {
  makePrivateFolder(job.folder);
  const lock = lockFolder(job.folder);
  const path = join(job.folder, PREFIX + now.toISOString().replaceAll(/[:.]/g, "-"));
  const partial = path + PARTIAL;
  try {
    await removePartial(job.folder);
    await mkdir(partial, { mode: 0o700 });
    const manifest = await writeParts(job, partial, now);
    await rename(partial, path);
    await syncFolder(job.folder);
    return { path, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explain(error, job.folder);
  } finally {
    lock.release();
  }
}

/**
 * Removes all but the newest backups of a folder. Resolves with how many it removed.
 * @param made the path of the backup just made; it stays even if the clock was set back and others are dated later
 */
export async function pruneBackups(folder: string, keep: number, made: string): Promise<number> {
  const lock = lockFolder(folder);
  try {
    const others = (await readdir(folder)).filter((name) => BACKUP_NAME.test(name) && name !== basename(made)).sort();
    const old = others.slice(0, Math.max(0, others.length + 1 - keep));
    for (const name of old) await rm(join(folder, name), { recursive: true });
    return old.length;
  } finally {
    lock.release();
  }
}

async function writeParts({ source, files, fileTables, cipher, version }: BackupJob, folder: string, now: Date) {
  const parts = openEncryptedFiles(openFolderStorage(folder));
  const [row] = await source.query("select max(number) as schema from schema_migrations");
  const tables = await countRows(source.query);
  const name = `${randomBytes(8).toString("hex")}-database.dump`;
  const database = { name, ...(await parts.write(name, source.dump())) };
  const manifest: Manifest = {
    version,
    schema: Number(row?.["schema"]),
    engine: source.engine,
    createdAt: now.toISOString(),
    tables,
    roles: await source.roles(),
    database,
    files: await copyFiles({ source, files, fileTables, cipher, parts }),
  };
  await writeManifest(folder, cipher, manifest);
  return manifest;
}

/** What a killed run left: this process has the folder's lock, so no other one is writing it. */
async function removePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(PREFIX) && name.endsWith(PARTIAL)) await rm(join(folder, name), { recursive: true });
}

function explain(error: unknown, folder: string): unknown {
  if (!isOutOfSpace(error)) return error;
  return new BackupError(`There is no space for the backup in ${folder}. What was written of it was removed.`, error);
}
