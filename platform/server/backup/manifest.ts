import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { NO_ORGANIZATION } from "../audit.ts";
import { type Cipher, DecryptionError, type SecretLocation } from "../encryption/cipher.ts";
import type { EncryptedFiles, WrittenFile } from "../encryption/encrypted-files.ts";
import { syncFolder } from "../encryption/folder-storage.ts";

/** Why a backup or a restore stopped, in a sentence for the operator. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "BackupError";
  }
}

/** A file of a backup: encrypted with its own key, with the length and the hash of its plain bytes. */
export interface Part extends WrittenFile {
  readonly name: string;
  /** Whether the storage is to retain it where it is restored. */
  readonly retain?: boolean;
}

/** A role created on the server that a grant or a policy of the database names. */
export interface Role {
  readonly name: string;
  readonly canLogin: boolean;
  readonly inherits: boolean;
  /** Names of the roles that it is a member of. */
  readonly memberOf: readonly string[];
  /** Whether the owner of the database has its rights. */
  readonly isOwners: boolean;
}

export interface Manifest {
  /** The version of Keyturn that made the backup. */
  readonly version: string;
  /** The number of the newest migration in it. */
  readonly schema: number;
  readonly engine: "postgres" | "embedded";
  /** UTC. */
  readonly createdAt: string;
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
  /** PostgreSQL only: the embedded database has them in its dump. */
  readonly roles: readonly Role[];
  readonly database: Part;
  readonly files: readonly Part[];
}

/** As JSON: keys are base64. */
type StoredPart = Omit<Part, "key"> & { readonly key: string };
type StoredManifest = Omit<Manifest, "database" | "files"> & { database: StoredPart; files: StoredPart[] };

const toStored = (part: Part): StoredPart => ({ ...part, key: part.key.toString("base64") });
const fromStored = (part: StoredPart): Part => ({ ...part, key: Buffer.from(part.key, "base64") });

const FILE = "manifest.encrypted";
const PLACE: SecretLocation = { table: "backup.manifest", row: FILE, organizationId: NO_ORGANIZATION };

/** Encrypted, since it holds the keys of all parts. Written last: a backup without it is not whole. */
export async function writeManifest(folder: string, cipher: Cipher, manifest: Manifest): Promise<void> {
  const { database, files } = manifest;
  const text = JSON.stringify({ ...manifest, database: toStored(database), files: files.map(toStored) });
  const file = await open(join(folder, FILE), "wx", 0o600);
  try {
    await file.writeFile(cipher.encrypt(text, PLACE));
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
}

/** Throws BackupError when there is none, or when no key of SECRETS_KEYS opens it. */
export async function readManifest(folder: string, cipher: Cipher): Promise<Manifest> {
  const encrypted = await readFile(join(folder, FILE)).catch((error: unknown) => {
    throw new BackupError(`${folder} is not a whole backup: ${FILE} cannot be read.`, error);
  });
  try {
    const stored = JSON.parse(cipher.decrypt(encrypted, PLACE).toString()) as StoredManifest;
    return { ...stored, database: fromStored(stored.database), files: stored.files.map(fromStored) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    throw new BackupError(
      `No key of SECRETS_KEYS opens ${join(folder, FILE)}: the backup was made under another key, or the file was changed.`,
      error,
    );
  }
}

/** The plain bytes of a part. Throws when a byte was changed, moved or cut off. */
export function readPart(parts: EncryptedFiles, { name, key, bytes }: Part): AsyncIterable<Buffer> {
  return parts.read(name, { key, bytes });
}
