import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** A folder that the product cannot store data in; the message says why and what to do. */
export class FolderUnusable extends Error {
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The data folder ${folder} cannot be used: ${reason}. ` +
        `Make it a folder of the user that runs Keyturn, or start with another one: DATA_DIR=…`,
      { cause },
    );
    this.name = "FolderUnusable";
  }
}

/** Makes the folder if it is missing, and closes it to all other users. Throws FolderUnusable. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isPrivate(folder)) return;
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new FolderUnusable(folder, error);
  }
  // Some network shares accept a new mode and do not apply it.
  if (!isPrivate(folder)) throw new FolderUnusable(folder, "other users may enter it");
}

/** Closes everything within a folder to all other users. */
export function makeContentPrivate(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const { mode } = statSync(path);
    if (mode & 0o077) chmodSync(path, mode & 0o700);
  }
}

function isPrivate(folder: string): boolean {
  return process.platform === "win32" || (statSync(folder).mode & 0o077) === 0;
}

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Keyturn is using the data folder ${folder}. ` +
        `Stop it first, or start this one with another folder: DATA_DIR=…`,
    );
    this.name = "FolderInUse";
  }
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock, or throws FolderInUse or FolderUnusable. It is SQLite's write lock, which the kernel holds: other PID namespaces and
 * other clients of an NFSv4 share see it, and it ends with its process, however that ends. The file stays: a lock on a
 * file that was removed would not be seen by the next process.
 */
export function lockFolder(folder: string): { release(): void } {
  const sqlite = process.getBuiltinModule("node:sqlite"); // not imported: a process on PostgreSQL locks no folder
  let lock: DatabaseSync | undefined;
  try {
    lock = new sqlite.DatabaseSync(join(folder, "keyturn.lock"), { timeout: 0 });
    lock.exec("begin immediate");
  } catch (error) {
    lock?.close();
    const { errcode } = error as { errcode?: number };
    throw errcode === SQLITE_BUSY ? new FolderInUse(folder) : new FolderUnusable(folder, error);
  }
  return { release: () => lock.close() };
}
