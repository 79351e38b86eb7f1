import { createHash } from "node:crypto";
import type { Cipher } from "../encryption/cipher.ts";
import { type EncryptedFiles, openEncryptedFiles } from "../encryption/encrypted-files.ts";
import { openFolderStorage } from "../encryption/folder-storage.ts";
import { BackupError, type Manifest, type Part, readManifest, readPart } from "./manifest.ts";

/** A backup whose every part was read and is what was written. */
export interface CheckedBackup {
  readonly manifest: Manifest;
  readonly parts: EncryptedFiles;
}

interface Expected {
  readonly engine: Manifest["engine"];
  /** The version of this Keyturn, and the number of its newest migration. */
  readonly version: string;
  readonly schema: number;
}

/** Throws BackupError when the backup is not one that this Keyturn can restore, or when a part of it is not as written. */
export async function checkBackup(folder: string, cipher: Cipher, expected: Expected): Promise<CheckedBackup> {
  const manifest = await readManifest(folder, cipher);
  const { engine, version, schema, database, files } = manifest;
  if (engine !== expected.engine)
    throw new BackupError(
      engine === "embedded"
        ? "This backup is of the embedded database. Unset DATABASE_URL and restore into DATA_DIR."
        : "This backup is of PostgreSQL. Set DATABASE_URL to an empty PostgreSQL database.",
    );
  if (schema > expected.schema)
    throw new BackupError(
      `This backup is of Keyturn ${version} with ${schema} migrations; this is ${expected.version} with ${expected.schema}. ` +
        `Restore it with the Keyturn that made it, or a newer one.`,
    );
  const parts = openEncryptedFiles(openFolderStorage(folder));
  for (const part of [database, ...files]) await checkPart(folder, parts, part);
  return { manifest, parts };
}

async function checkPart(folder: string, parts: EncryptedFiles, part: Part): Promise<void> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of readPart(parts, part)) hash.update(chunk);
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === "ENOENT";
    throw new BackupError(`${part.name} in ${folder} ${isMissing ? "is missing" : "was changed or cut off"}.`, error);
  }
  if (hash.digest("hex") !== part.sha256) throw new BackupError(`${part.name} in ${folder} was changed.`);
}
