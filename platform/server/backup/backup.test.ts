// A backup that is not exactly what was written is refused, by name, and nothing of it reaches the target.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbedded } from "../database/embedded-engine.ts";
import { createCipher } from "../encryption/cipher.ts";
import { openEncryptedFiles } from "../encryption/encrypted-files.ts";
import { openFolderStorage } from "../encryption/folder-storage.ts";
import { checkBackup } from "./check-backup.ts";
import { createBackup, pruneBackups } from "./create-backup.ts";
import type { Source } from "./source.ts";
import { embeddedTarget } from "./embedded-target.ts";
import { withEmbeddedSource } from "./embedded-source.ts";
import { requireEmpty, restoreBackup } from "./restore-backup.ts";

const aKey = () => `one:${randomBytes(32).toString("base64")}`;
const KEYS = aKey();
const cipher = createCipher(KEYS);
const DOCUMENTS = { table: "documents", column: "file_key", row: "id", retain: true };
const HERE = { engine: "embedded", version: "1.2.0", schema: 7 } as const;
const NAME = "0123abcd-letter.pdf";
const CONTENT = randomBytes(200_000);

let root: string;
let backup: string;
let count = 0;
const aFolder = () => join(root, String(count++));
const lender = join(tmpdir(), randomUUID());

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "keyturn-backup-"));
  await fill(lender);
  backup = await backUp(aFolder());
});
afterAll(() => {
  for (const folder of [root, lender]) rmSync(folder, { recursive: true });
});

test("a backup holds no plain text, and what is restored from it is what was backed up", async () => {
  for (const name of filesIn(backup)) expect(readFileSync(join(backup, name)).includes("Dura Able")).toBe(false);
  const folder = aFolder();
  await restore(backup, folder);
  const engine = await openEmbedded({ folder });
  const rows = await engine.owner.query("select name from documents");
  await engine.close();
  expect(rows).toEqual([{ name: "Dura Able" }]);
  const stored = `files/${NAME.slice(0, 2)}/${NAME}`;
  expect(readFileSync(join(folder, stored)).equals(readFileSync(join(lender, stored)))).toBe(true);
});

describe("it is refused before anything is restored", () => {
  const databaseIn = (folder: string) => filesIn(folder).find((name) => name.endsWith(".dump"))!;
  const change = (file: string, at: (length: number) => number) => {
    const bytes = readFileSync(file);
    bytes[at(bytes.length)]! ^= 1;
    writeFileSync(file, bytes);
  };
  const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -1));
  const fileIn = (folder: string) => join(folder, NAME.slice(0, 2), NAME);

  test.each<[string, (folder: string) => void, RegExp]>([
    [
      "with one byte of the database changed",
      (at) => change(join(at, databaseIn(at)), (n) => n >> 1),
      /\.dump in .* was changed/,
    ],
    ["with one byte of a file changed", (at) => change(fileIn(at), (n) => n - 1), /letter\.pdf in .* was changed/],
    [
      "with one byte of the manifest changed",
      (at) => change(join(at, "manifest.encrypted"), (n) => n - 20),
      /No key of SECRETS_KEYS opens .*manifest/,
    ],
    ["with a database that is cut off", (at) => cut(join(at, databaseIn(at))), /\.dump in .* was changed or cut off/],
    ["with a file that is cut off", (at) => cut(fileIn(at)), /letter\.pdf in .* was changed or cut off/],
    ["without a file", (at) => rmSync(fileIn(at)), /letter\.pdf in .* is missing/],
    ["without its manifest", (at) => rmSync(join(at, "manifest.encrypted")), /is not a whole backup/],
  ])("%s", async (_what, damage, message) => {
    const damaged = aFolder();
    cpSync(backup, damaged, { recursive: true });
    damage(damaged);
    await expectRefused(() => checkBackup(damaged, cipher, HERE), message);
  });

  test("under another key", async () => {
    await expectRefused(() => checkBackup(backup, createCipher(aKey()), HERE), /made under another key/);
  });

  test("from a newer Keyturn", async () => {
    const older = { ...HERE, version: "1.1.0", schema: 6 };
    await expectRefused(
      () => checkBackup(backup, cipher, older),
      /Keyturn 1\.2\.0 with 7 migrations; this is 1\.1\.0 with 6/,
    );
  });

  test("from the other engine", async () => {
    await expectRefused(() => checkBackup(backup, cipher, { ...HERE, engine: "postgres" }), /of the embedded database/);
  });
});

test("a database or a folder that holds something is named, and stays as it was", async () => {
  const before = filesIn(lender);
  await expect(requireEmpty(embeddedTarget(lender), filesOf(lender))).rejects.toThrow(
    /DATA_DIR is not empty: .*db has/,
  );
  const onlyFiles = aFolder();
  cpSync(join(lender, "files"), join(onlyFiles, "files"), { recursive: true });
  await expect(requireEmpty(embeddedTarget(onlyFiles), filesOf(onlyFiles))).rejects.toThrow(
    `Where the files go is not empty: it has ${NAME}`,
  );
  expect(filesIn(lender)).toEqual(before);
});

test("files that the storage was to retain are to be retained where they are restored", async () => {
  const folder = aFolder();
  const storage = openFolderStorage(join(folder, "files"));
  const put: [name: string, retain: boolean | undefined][] = [];
  const files = openEncryptedFiles({
    ...storage,
    put: (name, content, options) => {
      put.push([name, options?.retain]);
      return storage.put(name, content, options);
    },
  });
  await restoreBackup(await checkBackup(backup, cipher, HERE), embeddedTarget(folder), files);
  expect(put).toEqual([[NAME, true]]);
});

test("a database that does not load leaves neither rows nor files behind", async () => {
  const folder = aFolder();
  const target = embeddedTarget(folder);
  const checked = await checkBackup(backup, cipher, HERE);
  async function* breaking(): AsyncIterable<Buffer> {
    yield randomBytes(10_000);
  }
  const broken = { ...target, restore: () => target.restore(breaking(), []) };
  await expect(restoreBackup(checked, broken, filesOf(folder))).rejects.toThrow("incorrect header check");
  expect(filesIn(folder).filter((name) => !name.startsWith("keyturn.lock"))).toEqual([]);
});

test("rows that are missing after a restore are reported by table", async () => {
  const { manifest, parts } = await checkBackup(backup, cipher, HERE);
  const tables = { ...manifest.tables, "public.documents": 2 };
  const folder = aFolder();
  await expect(
    restoreBackup({ parts, manifest: { ...manifest, tables } }, embeddedTarget(folder), filesOf(folder)),
  ).rejects.toThrow("public.documents has 1 rows instead of 2");
});

test("a backup that fails leaves nothing, and says so when the disk is full", async () => {
  const folder = aFolder();
  const failing = (error: Error) => (source: Source) => ({
    ...source,
    async *dump(): AsyncIterable<Buffer> {
      throw error;
    },
  });
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  await expect(backUp(folder, failing(full))).rejects.toThrow(`There is no space for the backup in ${folder}`);
  await expect(backUp(folder, failing(new Error("pg_dump failed")))).rejects.toThrow("pg_dump failed");
  expect(readdirSync(folder)).toEqual(["keyturn.lock"]);
});

test("a file that a row names must be there and be the right one, unless it was deleted since", async () => {
  const folder = aFolder();
  const gone = (source: Source) => ({ ...source, queryNow: async () => [] });
  const missing = join(lender, "files", NAME.slice(0, 2), NAME);
  const bytes = readFileSync(missing);
  rmSync(missing);
  await expect(backUp(folder)).rejects.toThrow(/The file 0123abcd-letter\.pdf, which a row of documents names/);
  const { manifest } = await checkBackup(await backUp(folder, gone), cipher, HERE);
  expect(manifest.files).toEqual([]);
  writeFileSync(missing, bytes);
});

test("only the newest backups stay, and unfinished ones of killed runs go", async () => {
  const folder = aFolder();
  mkdirSync(join(folder, "keyturn-2026-01-01.partial"), { recursive: true });
  mkdirSync(join(folder, "other"));
  const made = [];
  for (let index = 0; index < 3; index++) made.push(await backUp(folder));
  expect(existsSync(join(folder, "keyturn-2026-01-01.partial"))).toBe(false);
  expect(await pruneBackups(folder, 2, made.at(-1)!)).toBe(1);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(
    [...made.slice(1), join(folder, "keyturn.lock"), join(folder, "other")].sort(),
  );
});

test("the backup just made stays when the clock was set back", async () => {
  const folder = aFolder();
  const made = await backUp(folder);
  const later = ["keyturn-9999-01-01T00-00-00-000Z", "keyturn-9999-01-02T00-00-00-000Z"];
  for (const name of later) mkdirSync(join(folder, name));
  expect(await pruneBackups(folder, 2, made)).toBe(1);
  expect(readdirSync(folder)).toEqual([basename(made), later[1], "keyturn.lock"]);
});

const filesOf = (folder: string) => openEncryptedFiles(openFolderStorage(join(folder, "files")));

/** A small lender: one document, with its file. */
async function fill(folder: string): Promise<void> {
  const engine = await openEmbedded({ folder });
  const [id, organizationId] = [randomUUID(), randomUUID()];
  async function* content() {
    yield CONTENT;
  }
  const { key, bytes, sha256 } = await filesOf(folder).write(NAME, content());
  expect(sha256).toBe(createHash("sha256").update(CONTENT).digest("hex"));
  await engine.owner.execute(`
    create table schema_migrations (number integer);
    insert into schema_migrations values (6), (7);
    create table documents (organization_id uuid, id uuid, name text, file text, file_key bytea, bytes integer, sha256 text)`);
  const encryptedKey = cipher.encrypt(key, { table: "documents.file_key", row: id, organizationId });
  const values = [organizationId, id, "Dura Able", NAME, encryptedKey, bytes, sha256];
  await engine.owner.query("insert into documents values ($1, $2, $3, $4, $5, $6, $7)", values);
  await engine.close();
}

async function backUp(folder: string, changed = (source: Source) => source): Promise<string> {
  const job = { folder, files: filesOf(lender), fileTables: [DOCUMENTS], cipher, version: "1.2.0" };
  const { path } = await withEmbeddedSource(lender, (source) => createBackup({ ...job, source: changed(source) }));
  return path;
}

async function restore(from: string, folder: string): Promise<void> {
  const [target, files] = [embeddedTarget(folder), filesOf(folder)];
  await requireEmpty(target, files);
  await restoreBackup(await checkBackup(from, cipher, HERE), target, files);
}

async function expectRefused(check: () => Promise<unknown>, message: RegExp): Promise<void> {
  await expect(check()).rejects.toThrow(message);
  await expect(check()).rejects.toMatchObject({ name: "BackupError" });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
