// What would stop a start, found and said before anything runs.
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { FolderInUse, lockFolder } from "../platform/server/database/folder-lock.ts";
import { isTaken } from "./ports.ts";
import type { Settings } from "./settings.ts";

interface Wanted {
  variable: string;
  port: number;
  what: string;
  /** A free one to suggest. */
  other: number;
}

/** Every reason why these settings cannot start here, each with what to do; empty when all is well. */
export async function hindrances(settings: Settings, extra: Wanted[] = []): Promise<string[]> {
  const { port, sandboxPort, mailPort, dataDir } = settings;
  const wanted: Wanted[] = [
    { variable: "PORT", port, what: "the pages", other: port + 100 },
    { variable: "SANDBOX_PORT", port: sandboxPort, what: "the sandbox", other: sandboxPort + 100 },
    { variable: "MAIL_PORT", port: mailPort, what: "the mailbox", other: mailPort + 100 },
    { variable: "MAIL_PORT", port: mailPort + 1, what: "incoming mail (MAIL_PORT + 1)", other: mailPort + 100 },
    ...extra,
  ];
  const taken = (await Promise.all(wanted.map(async (one) => ((await isTaken(one.port)) ? [one] : [])))).flat();
  if (taken.length > 0 && !settings.databaseUrl && isInUse(dataDir))
    return [`Keyturn already runs on ${dataDir}. Stop it first, or give this one its own DATA_DIR and ports.`];
  return [
    ...taken.map(
      ({ variable, port, what, other }) =>
        `Port ${port}, wanted for ${what}, is taken by another program. Stop that one, or choose another port: ${variable}=${other} npm start`,
    ),
    ...unwritable(dataDir),
  ];
}

function isInUse(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    lockFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof FolderInUse;
  }
}

function unwritable(dataDir: string): string[] {
  try {
    mkdirSync(path.join(dataDir, "logs"), { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`The data folder cannot be written (${reason}). Make it yours, or set DATA_DIR to another folder.`];
  }
}
