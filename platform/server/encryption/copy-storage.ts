import { createHash } from "node:crypto";
import { FILE_PREFIXES, isDraft, type FileStorage, type PutOptions } from "./file-storage.ts";

/** Files that are copied at the same time, since one alone would mostly wait for answers. */
const AT_ONCE = 8;
/** The latest that a Date can be: every file is older. */
const MAX_DATE = new Date(8.64e15);

export interface CopyCounts {
  readonly copied: number;
  /** Files that were there already. */
  readonly present: number;
}

/** Why a copy stopped. */
export class CopyError extends Error {
  override readonly name = "CopyError";
}

/** Whether the storage is to retain the file of this name, as `PutOptions` says. */
type IsRetained = (name: string) => boolean;

/**
 * Copies every file that the target lacks, as it is stored, and reads each copy again to compare it with what was read of
 * the original. Files never change, so it may be stopped and run again, also while the product writes and deletes files.
 * Throws CopyError for a copy that differs, which it removes.
 */
export async function copyStorage(from: FileStorage, to: FileStorage, isRetained: IsRetained): Promise<CopyCounts> {
  const counts = { copied: 0, present: 0, gone: 0 };
  for (const prefix of FILE_PREFIXES) {
    const there = new Set<string>();
    for await (const name of to.untouchedSince(MAX_DATE, prefix)) there.add(name);
    const names = namesIn(from, prefix);
    const worker = async () => {
      for await (const name of names)
        counts[there.has(name) ? "present" : await copyFile(from, to, name, { retain: isRetained(name) })]++;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
  const { copied, present } = counts;
  return { copied, present };
}

async function* namesIn(storage: FileStorage, prefix: string): AsyncGenerator<string> {
  for await (const name of storage.untouchedSince(MAX_DATE, prefix)) if (!isDraft(name)) yield name;
}

/** `gone`: it was deleted since it was listed. `present`: the target's list is late. */
async function copyFile(
  from: FileStorage,
  to: FileStorage,
  name: string,
  options: PutOptions,
): Promise<"copied" | "present" | "gone"> {
  const hash = createHash("sha256");
  try {
    await to.put(name, hashed(from.read(name), hash), options);
  } catch (error) {
    if (!(await isListed(from, name))) return "gone";
    const isSame = await Promise.all([hashOf(from, name), hashOf(to, name)]).then(
      ([one, other]) => one === other,
      () => false,
    );
    if (isSame) return "present";
    throw error;
  }
  if ((await hashOf(to, name)) === hash.digest("hex")) return "copied";
  await to.remove(name);
  throw new CopyError(`The copy of ${name} is not the original. It was removed; run the command again.`);
}

async function hashOf(storage: FileStorage, name: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of storage.read(name)) hash.update(piece);
  return hash.digest("hex");
}

async function isListed(storage: FileStorage, name: string): Promise<boolean> {
  for await (const listed of storage.untouchedSince(MAX_DATE, name.slice(0, 2))) if (listed === name) return true;
  return false;
}

async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}
