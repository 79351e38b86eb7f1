import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyStorage } from "./copy-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import { openFolderStorage } from "./folder-storage.ts";

let root: string;
let count = 0;
beforeAll(() => (root = mkdtempSync(join(tmpdir(), "keyturn-copy-"))));
afterAll(() => rmSync(root, { recursive: true }));

function aStorage(): { folder: string; storage: FileStorage } {
  const folder = join(root, String(count++));
  return { folder, storage: openFolderStorage(folder) };
}

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

const noneRetained = () => false;

const pathOf = (folder: string, name: string) => join(folder, name.slice(0, 2), name);

/** A storage of some files, in several of the prefixes. */
async function filled(files: number) {
  const { folder, storage } = aStorage();
  const names = Array.from({ length: files }, () => `${randomBytes(8).toString("hex")}.pdf`);
  for (const name of names) await storage.put(name, whole(randomBytes(100_000)));
  return { folder, storage, names };
}

test("every file is copied, a file that is being written is not, and nothing is copied twice", async () => {
  const from = await filled(40);
  const draft = `${from.names[0]!}.0123456789ab`;
  writeFileSync(pathOf(from.folder, draft), "half");
  const to = aStorage();
  expect(await copyStorage(from.storage, to.storage, noneRetained)).toEqual({ copied: 40, present: 0 });
  for (const name of from.names)
    expect(readFileSync(pathOf(to.folder, name)).equals(readFileSync(pathOf(from.folder, name)))).toBe(true);
  expect(existsSync(pathOf(to.folder, draft))).toBe(false);

  const added = `${randomBytes(8).toString("hex")}.pdf`;
  await from.storage.put(added, whole(randomBytes(10)));
  expect(await copyStorage(from.storage, to.storage, noneRetained)).toEqual({ copied: 1, present: 40 });
});

test("what was stopped halfway is continued", async () => {
  const from = await filled(30);
  const to = aStorage();
  let puts = 0;
  const failing: FileStorage = {
    ...to.storage,
    put: (name, content) => {
      if (++puts > 12) throw new Error("killed");
      return to.storage.put(name, content);
    },
  };
  await expect(copyStorage(from.storage, failing, noneRetained)).rejects.toThrow("killed");
  const { copied, present } = await copyStorage(from.storage, to.storage, noneRetained);
  expect(copied + present).toBe(30);
  expect(copied).toBeGreaterThan(0);
  expect(present).toBeGreaterThan(0);
});

test("a copy that differs from its original is removed, and named", async () => {
  const from = await filled(1);
  const [name = ""] = from.names;
  const to = aStorage();
  const damaging: FileStorage = {
    ...to.storage,
    async put(stored, content) {
      await to.storage.put(stored, content);
      const bytes = readFileSync(pathOf(to.folder, stored));
      bytes[500]! ^= 1;
      writeFileSync(pathOf(to.folder, stored), bytes);
    },
  };
  await expect(copyStorage(from.storage, damaging, noneRetained)).rejects.toThrow(
    `The copy of ${name} is not the original.`,
  );
  expect(existsSync(pathOf(to.folder, name))).toBe(false);
});

test("a file that the product deletes while others are copied is left out", async () => {
  const from = await filled(5);
  const [gone = ""] = from.names;
  const deleting: FileStorage = {
    ...from.storage,
    read(name, range) {
      if (name === gone) rmSync(pathOf(from.folder, gone));
      return from.storage.read(name, range);
    },
  };
  const to = aStorage();
  expect(await copyStorage(deleting, to.storage, noneRetained)).toEqual({ copied: 4, present: 0 });
});

test("the files that are to be retained are, and no others", async () => {
  const from = await filled(10);
  const to = aStorage();
  const retained: string[] = [];
  const recording: FileStorage = {
    ...to.storage,
    put: (name, content, options) => {
      if (options?.retain) retained.push(name);
      return to.storage.put(name, content, options);
    },
  };
  const chosen = from.names.slice(0, 3);
  await copyStorage(from.storage, recording, (name) => chosen.includes(name));
  expect(retained.toSorted()).toEqual(chosen.toSorted());
});
