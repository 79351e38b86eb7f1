// The product writes its process id into DATA_DIR/keyturn.lock while it runs on an embedded database.
import { readFileSync } from "node:fs";
import path from "node:path";

/** The process that holds the folder now, or null. A lock left by a process that is gone does not count. */
export function holderOf(dataDir: string): number | null {
  let text: string;
  try {
    text = readFileSync(path.join(dataDir, "keyturn.lock"), "utf8");
  } catch {
    return null;
  }
  const pid = Number(/\d+/.exec(text)?.[0]);
  return pid > 0 && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
