// Owns the look for sealed files that no row names: what a process that was killed, or a disk that was full, left behind.
import type { AssetReportDeps } from "../deps.ts";
import { readNamed } from "./file-store.ts";

/** Longer than any file waits for its row. */
const DAY_MS = 86_400_000;
/** Names that are asked for at a time. */
const BATCH = 200;
/** Files that one look removes. */
const MOST = 1_000;

/** Without a row there is no key, so each is bytes that nobody can read. Safe to run in several processes at once. */
export async function sweepFiles(
  { db, across, files }: Pick<AssetReportDeps, "db" | "across" | "files">,
  now = Date.now(),
): Promise<void> {
  let removed = 0;
  const removeUnnamed = async (names: readonly string[]) => {
    const named = await readNamed(db, across, names);
    for (const name of names) {
      if (named.has(name) || removed >= MOST) continue;
      await files.remove(name);
      removed += 1;
    }
  };
  let names: string[] = [];
  for await (const name of files.untouchedSince(new Date(now - DAY_MS))) {
    if (names.push(name) < BATCH) continue;
    await removeUnnamed(names);
    names = [];
    if (removed >= MOST) return;
  }
  if (names.length > 0) await removeUnnamed(names);
}
