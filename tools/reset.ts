// npm run reset: empties the local data and loads the sample lender again.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { lockFolder } from "../platform/server/private-folder.ts";
import { readableOutput, runQuietly } from "./run-once.ts";
import { readSettings, root, toEnv, type Settings } from "./settings.ts";

/** Why these settings must not be emptied, or null. */
export function refusal({ appEnv, dataDir, databaseUrl }: Settings): string | null {
  if (appEnv === "prod") return "Refused: APP_ENV is prod, and reset throws all data away.";
  if (databaseUrl)
    return "Refused: reset empties the embedded database only, and DATABASE_URL names another. Unset it, or empty that one yourself.";
  if ([root, os.homedir()].some((stored) => isInside(stored, dataDir)))
    return `Refused: DATA_DIR (${dataDir}) holds more than Keyturn's data.`;
  return null;
}

function isInside(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
}

/** Throws FolderInUse while a product runs on it. The folder itself stays: it may be a mount. */
export function empty(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  const names = readdirSync(dataDir).filter((name) => name !== "keyturn.lock");
  for (const name of names) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  lock.release();
}

async function reset(): Promise<number> {
  const settings = readSettings(process.env);
  const reason = refusal(settings);
  if (reason) {
    console.error(reason);
    return 1;
  }
  empty(settings.dataDir);
  console.log("Emptied. Loading the sample lender …");
  const loaded = await runQuietly(["app/server/load-sample-lender.ts"], { ...process.env, ...toEnv(settings) });
  if (loaded.code !== 0) {
    console.error(readableOutput(loaded.output));
    return 1;
  }
  console.log("The sample lender is as new. npm start brings it up.");
  return 0;
}

if (import.meta.main) {
  try {
    process.exitCode = await reset();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
