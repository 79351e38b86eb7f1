// Owns the lock that keeps a second process off a data folder: two on one embedded database lose data silently.
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `Another Keyturn (process ${pid}) is using the data folder ${folder}. ` +
        `Stop it first, or start this one with another folder: DATA_DIR=…`,
    );
    this.name = "FolderInUse";
  }
}

/** Takes the lock or throws FolderInUse. The lock of a process that no longer lives is taken over. */
export function lockFolder(folder: string): { release(): void } {
  const path = join(folder, "keyturn.lock");
  // Written aside and linked: under its name the lock is whole from the first moment.
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, [process.pid, startOf(process.pid)].filter(Boolean).join(" "));
  try {
    takeLock(path, mine, folder);
  } finally {
    unlinkSync(mine);
  }
  return { release: () => unlinkSync(path) };
}

function takeLock(path: string, mine: string, folder: string): void {
  for (let attempt = 0; ; attempt++) {
    try {
      return linkSync(mine, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 2) throw error;
      const [pid, start] = readFileSync(path, "utf8").split(" ");
      const holder = Number(pid);
      if (holder !== process.pid && isAlive(holder, start)) throw new FolderInUse(folder, holder);
      unlinkSync(path); // left behind by a kill
    }
  }
}

// A pid alone is given away again, in a container to the same few programs at every start.
function isAlive(pid: number, start: string | undefined): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = startOf(pid);
  return now !== "zombie" && (!start || !now || start === now);
}

/** When a process started, in ticks since the machine did, where the system tells it; `zombie`: ended, not yet buried. */
function startOf(pid: number): string | undefined {
  if (!existsSync("/proc/self/stat")) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may hold anything; state and start are fields 3 and 22 (man 5 proc).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "zombie" : fields[19];
  } catch {
    return undefined;
  }
}
