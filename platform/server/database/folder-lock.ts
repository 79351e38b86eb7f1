import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FolderUnusable } from "../private-folder.ts";

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
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, "keyturn.lock"), { timeout: 0 });
    lock.exec("begin immediate");
  } catch (error) {
    lock?.close();
    const { errcode } = error as { errcode?: number };
    throw errcode === SQLITE_BUSY ? new FolderInUse(folder) : new FolderUnusable(folder, error);
  }
  return { release: () => lock.close() };
}
