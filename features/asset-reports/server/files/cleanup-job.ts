import { millisecondsInDay } from "date-fns/constants";
import type { Context } from "#platform/server/context.ts";
import { FILE_PREFIXES } from "#platform/server/encryption/file-storage.ts";
import { readNamed } from "./file-queries.ts";

/** Longer than any file waits for its row. */
const UNNAMED_FOR_MS = millisecondsInDay;
/** Names per query. */
const BATCH = 200;
/** Files that one run removes. */
const MOST = 1_000;

/** Nights in which all names are seen once. */
const NIGHTS = 8;

/**
 * Without a row there is no key, so no one can read such a file. Safe to run in several processes at once.
 * Each night looks at an eighth of the names, so a full listing is never needed.
 */
export async function cleanUpFiles({ db, system, files }: Context, now = Date.now()): Promise<void> {
  const before = new Date(now - UNNAMED_FOR_MS);
  let removed = 0;
  const removeUnnamed = async (names: readonly string[]) => {
    const named = await readNamed(db, system, names);
    for (const name of names) {
      if (named.has(name) || removed >= MOST) continue;
      await files.remove(name);
      removed += 1;
    }
  };
  const tonight = Math.floor(now / millisecondsInDay) % NIGHTS;
  for (const prefix of FILE_PREFIXES.filter((_, number) => number % NIGHTS === tonight)) {
    let names: string[] = [];
    for await (const name of files.untouchedSince(before, prefix)) {
      if (names.push(name) < BATCH) continue;
      await removeUnnamed(names);
      names = [];
    }
    if (names.length > 0) await removeUnnamed(names);
    if (removed >= MOST) break;
  }
  await files.abortUploads(before);
}
