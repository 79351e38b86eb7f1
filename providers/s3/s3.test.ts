import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { copyStorage } from "#platform/server/encryption/copy-storage.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { openEncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import type { FileStorage } from "#platform/server/encryption/file-storage.ts";
import { openFolderStorage } from "#platform/server/encryption/folder-storage.ts";
import { openS3, type S3 } from "../../sandbox/s3/s3.ts";
import { openS3Storage, type S3Config, type S3Storage } from "./s3.ts";

const KEYS = { accessKeyId: "test-key", secretAccessKey: "test-secret" };
const MEGABYTE = 1_048_576;

let sandbox: S3;
let folder: string;
/** How far the bucket's clock is ahead of ours. */
let skewMs = 0;
const opened: S3Storage[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
  sandbox = await openS3({
    ...KEYS,
    ...{ region: "us-east-1", bucket: "files", port: 0, folder: null },
    now: () => new Date(Date.now() + skewMs),
    say: () => undefined,
  });
});
afterEach(() => {
  sandbox.reset();
  skewMs = 0;
});
afterAll(async () => {
  for (const storage of opened) storage.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

const configOf = (changes: Partial<S3Config> = {}): S3Config => ({
  ...{ bucket: "files", prefix: "keyturn/", endpoint: `http://localhost:${sandbox.port}`, region: "us-east-1" },
  ...{ forcePathStyle: true, encryption: null, objectLock: null, credentials: KEYS },
  ...changes,
});

async function openS3At(changes: Partial<S3Config> = {}, deadlineMs = 20_000): Promise<S3Storage> {
  const storage = await openS3Storage(configOf(changes), deadlineMs);
  opened.push(storage);
  return storage;
}

let count = 0;
const aName = () => `${String(count++).padStart(6, "0")}-file.pdf`;

const inChunks = (content: Buffer, size = 100_000) => chunksOf(Readable.from([content]), size);

async function allOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}

const readWhole = (storage: FileStorage, name: string, { length }: Buffer) =>
  allOf(storage.read(name, { start: 0, end: length - 1 }));
const objectOf = (name: string) => sandbox.data.objects[`keyturn/${name.slice(0, 2)}/${name}`]?.at(-1);

const STORAGES: readonly [string, () => Promise<FileStorage>][] = [
  ["a folder", () => Promise.resolve(openFolderStorage(folder))],
  ["S3", openS3At],
];

test("objects in the bucket that are no files of ours are not listed", async () => {
  const storage = await openS3At();
  await storage.put("ab-one.pdf", inChunks(Buffer.from("x")));
  const { objects } = sandbox.data;
  // The first is what a console makes for a folder.
  for (const key of ["ab/", "ab/notes"]) objects[`keyturn/${key}`] = objects["keyturn/ab/ab-one.pdf"]!;
  const names = [];
  for await (const name of storage.untouchedSince(new Date(Date.now() + 5_000), "ab")) names.push(name);
  expect(names).toEqual(["ab-one.pdf"]);
});

describe.each(STORAGES)("in %s", (_where, open) => {
  test("files of every size come back whole, and any range of them", async () => {
    const storage = await open();
    for (const size of [1, MEGABYTE, MEGABYTE + 1, 9 * MEGABYTE]) {
      const [name, content] = [aName(), randomBytes(size)];
      await storage.put(name, inChunks(content));
      expect((await readWhole(storage, name, content)).equals(content), `${size} bytes`).toBe(true);
      expect((await allOf(storage.read(name))).equals(content), `${size} bytes without a range`).toBe(true);
      const range = { start: Math.floor(size / 3), end: Math.floor(size / 2) };
      const part = await allOf(storage.read(name, range));
      expect(part.equals(content.subarray(range.start, range.end + 1)), `a range of ${size} bytes`).toBe(true);
    }
  });

  test("a write that fails halfway leaves nothing, even of a large file", async () => {
    const storage = await open();
    const name = aName();
    async function* breaking(): AsyncGenerator<Buffer> {
      yield* inChunks(randomBytes(17 * MEGABYTE));
      throw new Error("the source broke");
    }
    await expect(storage.put(name, breaking())).rejects.toThrow("the source broke");
    await expect(allOf(storage.read(name, { start: 0, end: 0 }))).rejects.toThrow();
    expect(sandbox.data.uploads).toEqual({});
  });

  test("a range past the end is refused, and so is a file that is not there", async () => {
    const storage = await open();
    const name = aName();
    await storage.put(name, inChunks(Buffer.from("four")));
    await expect(allOf(storage.read(name, { start: 0, end: 4 }))).rejects.toThrow("cut off");
    await expect(allOf(storage.read(aName(), { start: 0, end: 0 }))).rejects.toThrow();
  });

  test("a removed file is gone, and removing it again is fine", async () => {
    const storage = await open();
    const name = aName();
    await storage.put(name, inChunks(Buffer.from("four")));
    await storage.remove(name);
    await storage.remove(name);
    await expect(allOf(storage.read(name, { start: 0, end: 3 }))).rejects.toThrow();
  });

  test("only old names that begin with the prefix are listed", async () => {
    const storage = await open();
    for (const name of ["zy-one.pdf", "zz-two.pdf"]) await storage.put(name, inChunks(Buffer.from("x")));
    const listed = async (moment: number) => {
      const names = [];
      for await (const name of storage.untouchedSince(new Date(moment), "zz")) names.push(name);
      return names;
    };
    expect(await listed(Date.now() + 5_000)).toEqual(["zz-two.pdf"]);
    expect(await listed(Date.now() - 60_000)).toEqual([]);
  });

  test("a name that would leave the storage is refused", async () => {
    const storage = await open();
    for (const name of ["../../etc/passwd", "a/b.pdf", ".pdf", "a.pdf/..", "a\u0000.pdf", ""])
      await expect((async () => storage.put(name, inChunks(Buffer.from("x"))))()).rejects.toThrow("Not a file name");
  });

  test("an encrypted file comes back with its length and hash", async () => {
    const files = openEncryptedFiles(await open());
    const content = randomBytes(MEGABYTE + 7);
    for (const name of [aName(), `${aName()}.gz`]) {
      const file = await files.write(name, inChunks(content));
      expect(file).toMatchObject({ bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") });
      expect((await allOf(files.read(name, file))).equals(content)).toBe(true);
    }
  });
});

test.each(["slowDown", "error500", "down", "cut", "lostReply"])(
  "%s for two requests is overcome, writing and reading",
  async (mode) => {
    const storage = await openS3At();
    for (const size of [1000, 9 * MEGABYTE]) {
      const [name, content] = [aName(), randomBytes(size)];
      await sandbox.steer({ mode, times: 2 });
      await storage.put(name, inChunks(content));
      await sandbox.steer({ mode, times: 2 });
      expect((await readWhole(storage, name, content)).equals(content)).toBe(true);
    }
  },
);

test.each(["slowDown", "down", "cut"])(
  "%s that lasts is an error to try again, and never half a file",
  async (mode) => {
    const storage = await openS3At();
    const [name, content] = [aName(), randomBytes(1000)];
    await storage.put(name, inChunks(content));
    await sandbox.steer({ mode });
    await expect(readWhole(storage, name, content)).rejects.toMatchObject({ code: "OVERLOADED" });
  },
);

test("a bucket that answers slowly is waited for", async () => {
  const storage = await openS3At();
  const [name, content] = [aName(), randomBytes(9 * MEGABYTE)];
  await sandbox.steer({ mode: "slow", delayMs: 400 });
  await storage.put(name, inChunks(content));
  expect((await readWhole(storage, name, content)).equals(content)).toBe(true);
});

test("a clock that is wrong, or jumps, costs an attempt and no request", async () => {
  const storage = await openS3At();
  for (const minutes of [0, 60, -90, 0]) {
    skewMs = minutes * 60_000;
    const [name, content] = [aName(), randomBytes(1000)];
    await storage.put(name, inChunks(content));
    expect((await readWhole(storage, name, content)).equals(content), `${minutes} minutes`).toBe(true);
    await storage.remove(name);
  }
});

test("a list that is late hides new files for a while: they are read, and copied once", async () => {
  const [storage, source] = [await openS3At(), openFolderStorage(join(folder, "source"))];
  const content = randomBytes(1000);
  const [name, another] = [aName(), aName()];
  for (const each of [name, another]) await source.put(each, inChunks(content));
  await storage.put(name, inChunks(content));
  await sandbox.steer({ list: "late" });
  expect((await readWhole(storage, name, content)).equals(content)).toBe(true);
  expect(await copyStorage(source, storage, () => false)).toEqual({ copied: 1, present: 1 });
  expect((await readWhole(storage, another, content)).equals(content)).toBe(true);
});

test("a bucket that does not answer is unavailable at the deadline", async () => {
  const storage = await openS3At({}, 300);
  await sandbox.steer({ mode: "hang" });
  await expect(storage.put(aName(), inChunks(Buffer.from("x")))).rejects.toMatchObject({
    code: "OVERLOADED",
    cause: { message: "s3: TIMEOUT" },
  });
});

test("another write under the same name changes nothing and is refused", async () => {
  const storage = await openS3At();
  const name = aName();
  await storage.put(name, inChunks(Buffer.from("first")));
  await expect(storage.put(name, inChunks(Buffer.from("other")))).rejects.toMatchObject({
    cause: { message: "s3: PreconditionFailed" },
  });
  expect((await readWhole(storage, name, Buffer.from("first"))).toString()).toBe("first");
});

test("wrong keys, a wrong region and another bucket are unavailable with S3's own code", async () => {
  const codeOf = async (changes: Partial<S3Config>) => {
    const storage = await openS3At(changes);
    return storage.put(aName(), inChunks(Buffer.from("x"))).catch((error: Error) => (error.cause as Error).message);
  };
  expect(await codeOf({ credentials: { ...KEYS, secretAccessKey: "wrong" } })).toBe("s3: SignatureDoesNotMatch");
  expect(await codeOf({ credentials: { ...KEYS, accessKeyId: "wrong" } })).toBe("s3: InvalidAccessKeyId");
  expect(await codeOf({ region: "eu-west-1" })).toBe("s3: AuthorizationHeaderMalformed");
  expect(await codeOf({ bucket: "other" })).toBe("s3: NoSuchBucket");
});

test("encryption and retention are asked for, retention only for what is to be retained", async () => {
  const storage = await openS3At({
    encryption: { type: "aws:kms", keyId: "key-1" },
    objectLock: { mode: "COMPLIANCE", days: 30 },
  });
  const [retained, other, large] = [aName(), aName(), aName()];
  await storage.put(retained, inChunks(Buffer.from("x")), { retain: true });
  await storage.put(other, inChunks(Buffer.from("x")));
  await storage.put(large, inChunks(randomBytes(9 * MEGABYTE)), { retain: true });
  const encrypted = {
    "x-amz-server-side-encryption": "aws:kms",
    "x-amz-server-side-encryption-aws-kms-key-id": "key-1",
  };
  const locked = { ...encrypted, "x-amz-object-lock-mode": "COMPLIANCE" };
  expect(objectOf(retained)?.headers).toMatchObject(locked);
  expect(objectOf(large)?.headers).toMatchObject(locked);
  expect(objectOf(other)?.headers).toMatchObject(encrypted);
  expect(objectOf(other)?.headers).not.toHaveProperty("x-amz-object-lock-mode");
  await storage.remove(retained);
  expect(objectOf(retained)).toMatchObject({ body: null });
});

describe("a process that is killed while it puts a file in parts", () => {
  const uploads = () => Object.values(sandbox.data.uploads);
  /** Starts one, and kills it as soon as that many parts of its file are in the bucket. */
  async function killedAfter(parts: number): Promise<string> {
    const name = aName();
    await sandbox.steer({ mode: "slow", delayMs: 100 });
    const args = [join(import.meta.dirname, "test-upload.ts"), JSON.stringify(configOf()), name, "40"];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const ended = once(child, "exit");
    const isThere = () =>
      uploads().some(({ key, parts: sent }) => key.endsWith(name) && Object.keys(sent).length >= parts);
    await vi.waitFor(() => expect(isThere()).toBe(true), { timeout: 30_000, interval: 5 });
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    sandbox.reset();
    return name;
  }

  test.each([0, 1, 3])("after %i parts leaves no file, and what is stored stays", async (parts) => {
    const storage = await openS3At();
    const [stored, content] = [aName(), randomBytes(9 * MEGABYTE)];
    await storage.put(stored, inChunks(content));
    const name = await killedAfter(parts);
    await expect(allOf(storage.read(name))).rejects.toMatchObject({ code: "NoSuchKey" });
    const listed = [];
    for await (const listedName of storage.untouchedSince(new Date(Date.now() + 60_000), name.slice(0, 2)))
      listed.push(listedName);
    expect(listed).toContain(stored);
    expect(listed).not.toContain(name);
    expect((await readWhole(storage, stored, content)).equals(content)).toBe(true);

    const [left] = uploads().filter(({ key }) => key.endsWith(name));
    await storage.abortUploads(new Date(left!.at)); // one that may still be going on
    expect(uploads().filter(({ key }) => key.endsWith(name)).length).toBe(1);
    await storage.abortUploads(new Date());
    expect(uploads().length).toBe(0);
    await storage.put(name, inChunks(content));
    expect((await readWhole(storage, name, content)).equals(content)).toBe(true);
  });
});

test("uploads of other prefixes are left alone, and those already ended don't stop the rest", async () => {
  const [ours, theirs] = [await openS3At(), await openS3At({ prefix: "other/" })];
  const begun = { at: "2026-01-01T00:00:00.000Z", headers: {}, parts: {} };
  sandbox.data.uploads = {
    one: { ...begun, key: "keyturn/aa/aa.pdf" },
    two: { ...begun, key: "keyturn/bb/bb.pdf" },
    theirs: { ...begun, key: "other/aa/aa.pdf" },
  };
  await Promise.all([ours.abortUploads(new Date()), ours.abortUploads(new Date())]);
  expect(Object.keys(sandbox.data.uploads)).toEqual(["theirs"]);
  await theirs.abortUploads(new Date());
  expect(Object.keys(sandbox.data.uploads)).toEqual([]);
});

test("the bucket is checked: one with versions has nothing to report", async () => {
  expect(await (await openS3At({ objectLock: { mode: "GOVERNANCE", days: 1 } })).checkBucket()).toEqual([]);
});
