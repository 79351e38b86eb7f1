import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rm, mkdtemp, writeFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chunksOf } from "../chunks.ts";
import { openEncryptedFiles, type EncryptedFiles, type WrittenFile } from "./encrypted-files.ts";
import { openFolderStorage } from "./folder-storage.ts";

const CHUNK = 65_536;
const ENCRYPTED_CHUNK = CHUNK + 16;

let folder: string;
let files: EncryptedFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "encrypted-"));
  files = openEncryptedFiles(openFolderStorage(folder));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
const aName = (ending = "pdf") => `${String(count++).padStart(6, "0")}-file.${ending}`;
const pathOf = (name: string) => join(folder, name.slice(0, 2), name);

const inChunks = (content: Buffer, size: number) => chunksOf(Readable.from([content]), size);

async function write(content: Buffer, size = 10_000, name = aName()): Promise<{ name: string; file: WrittenFile }> {
  return { name, file: await files.write(name, inChunks(content, size)) };
}

async function read(name: string, file: WrittenFile, range?: { start: number; end: number }): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of files.read(name, file, range)) parts.push(part);
  return Buffer.concat(parts);
}

test("sizes around the borders of chunks come back whole, with their length and hash", async () => {
  for (const size of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, 2 * CHUNK + 1, 3 * CHUNK]) {
    const content = randomBytes(size);
    const { name, file } = await write(content);
    expect(file).toMatchObject({ bytes: size, sha256: createHash("sha256").update(content).digest("hex") });
    expect((await read(name, file)).equals(content), `${size} bytes`).toBe(true);
    expect((await stat(pathOf(name))).size).toBe(size + 16 * Math.max(1, Math.ceil(size / CHUNK)));
  }
});

test("any range of any file, written in any pieces, is exactly those bytes", async () => {
  const near = (border: number) => fc.integer({ min: Math.max(1, border - 3), max: border + 3 });
  const size = fc.oneof(near(1), near(CHUNK), near(2 * CHUNK), fc.integer({ min: 1, max: 3 * CHUNK }));
  await fc.assert(
    fc.asyncProperty(size, fc.integer({ min: 1, max: 2 * CHUNK }), fc.nat(), fc.nat(), async (bytes, piece, a, b) => {
      const content = randomBytes(bytes);
      const { name, file } = await write(content, piece);
      const [start, end] = [a % bytes, b % bytes].sort((left, right) => left - right) as [number, number];
      expect((await read(name, file, { start, end })).equals(content.subarray(start, end + 1))).toBe(true);
      await files.remove(name);
    }),
    { numRuns: 60 },
  );
});

/** A file of three chunks, with whatever an attacker does to its bytes on disk. */
async function attacked(change: (encrypted: Buffer) => Buffer) {
  const content = randomBytes(2 * CHUNK + 500);
  const made = await write(content);
  await writeFile(pathOf(made.name), change(await readFile(pathOf(made.name))));
  return made;
}

test.each<[string, (encrypted: Buffer) => Buffer]>([
  [
    "a byte of the first chunk changed",
    (encrypted) => Buffer.concat([Buffer.from([encrypted[0]! ^ 1]), encrypted.subarray(1)]),
  ],
  [
    "a byte of the last tag changed",
    (encrypted) => Buffer.concat([encrypted.subarray(0, -1), Buffer.from([encrypted.at(-1)! ^ 1])]),
  ],
  [
    "two chunks swapped",
    (encrypted) =>
      Buffer.concat([
        encrypted.subarray(ENCRYPTED_CHUNK, 2 * ENCRYPTED_CHUNK),
        encrypted.subarray(0, ENCRYPTED_CHUNK),
        encrypted.subarray(2 * ENCRYPTED_CHUNK),
      ]),
  ],
  [
    "a chunk repeated",
    (encrypted) =>
      Buffer.concat([
        encrypted.subarray(0, ENCRYPTED_CHUNK),
        encrypted.subarray(0, ENCRYPTED_CHUNK),
        encrypted.subarray(2 * ENCRYPTED_CHUNK),
      ]),
  ],
  ["the last chunk cut off", (encrypted) => encrypted.subarray(0, 2 * ENCRYPTED_CHUNK)],
  ["a single byte cut off", (encrypted) => encrypted.subarray(0, -1)],
  ["everything cut off", () => Buffer.alloc(0)],
])("%s: reading throws", async (_attack, change) => {
  const { name, file } = await attacked(change);
  await expect(read(name, file)).rejects.toThrow();
});

test("a file cut at a chunk's border does not pass for a shorter one", async () => {
  const { name, file } = await attacked((encrypted) => encrypted.subarray(0, ENCRYPTED_CHUNK));
  await expect(read(name, { ...file, bytes: CHUNK })).rejects.toThrow();
});

test("one file's bytes do not open under another's name or key", async () => {
  const [one, two] = [await write(Buffer.from("one")), await write(Buffer.from("two"))];
  await writeFile(pathOf(two.name), await readFile(pathOf(one.name)));
  await expect(read(two.name, one.file)).rejects.toThrow();
  await expect(read(one.name, two.file)).rejects.toThrow();
});

test("the bytes on disk hold nothing of the content, and each file has a key of its own", async () => {
  const content = Buffer.from("%PDF sentinel ".repeat(10_000));
  const [one, two] = [await write(content), await write(content)];
  expect((await readFile(pathOf(one.name))).includes("sentinel")).toBe(false);
  expect(one.file.key.equals(two.file.key)).toBe(false);
});

describe("a compressed file", () => {
  /** Compresses to about a third. */
  const text = (bytes: number) =>
    Buffer.from(
      randomBytes(bytes / 2)
        .toString("hex")
        .replaceAll(/[a-f]/g, "a"),
    );
  const compressed = (content: Buffer) => write(content, 10_000, aName("csv.gz"));

  test("is smaller where it is stored, and whole and in ranges what was written", async () => {
    const content = text(6 * CHUNK);
    const { name, file } = await compressed(content);
    expect(file).toMatchObject({
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    });
    expect((await stat(pathOf(name))).size).toBeLessThan(content.length / 2);
    expect((await read(name, file)).equals(content)).toBe(true);
    const ranges = [
      [0, 0],
      [CHUNK - 1, CHUNK],
      [2 * CHUNK, 5 * CHUNK],
      [content.length - 1, content.length - 1],
    ];
    for (const [start = 0, end = 0] of ranges)
      expect((await read(name, file, { start, end })).equals(content.subarray(start, end + 1))).toBe(true);
  });

  test("of any size comes back, also an empty one and one that does not compress", async () => {
    for (const content of [Buffer.alloc(0), Buffer.from("x"), randomBytes(CHUNK), randomBytes(3 * CHUNK + 1)]) {
      const { name, file } = await compressed(content);
      expect((await read(name, file)).equals(content), `${content.length} bytes`).toBe(true);
    }
  });

  test.each<[string, (encrypted: Buffer) => Buffer]>([
    ["a byte changed", (encrypted) => Buffer.concat([Buffer.from([encrypted[0]! ^ 1]), encrypted.subarray(1)])],
    ["a byte cut off", (encrypted) => encrypted.subarray(0, -1)],
    ["its last chunk cut off", (encrypted) => encrypted.subarray(0, ENCRYPTED_CHUNK)],
    ["everything cut off", () => Buffer.alloc(0)],
  ])("with %s is not read", async (_attack, change) => {
    const { name, file } = await compressed(text(6 * CHUNK));
    await writeFile(pathOf(name), change(await readFile(pathOf(name))));
    await expect(read(name, file)).rejects.toThrow();
  });

  test("that fails halfway leaves nothing", async () => {
    const name = aName("csv.gz");
    async function* breaking(): AsyncIterable<Buffer> {
      yield randomBytes(CHUNK * 2);
      throw new Error("the source broke");
    }
    await expect(files.write(name, breaking())).rejects.toThrow("the source broke");
    expect((await readdir(join(folder, name.slice(0, 2)))).filter((entry) => entry.startsWith(name))).toEqual([]);
  });
});

test("a copy has the bytes of the original as it is stored", async () => {
  const other = join(folder, "other");
  const copies = openEncryptedFiles(openFolderStorage(other));
  for (const name of [aName(), aName("csv.gz")]) {
    await write(randomBytes(CHUNK + 1), 10_000, name);
    await copies.writeStored(name, files.readStored(name));
    const copy = await readFile(join(other, name.slice(0, 2), name));
    expect(copy.equals(await readFile(pathOf(name)))).toBe(true);
  }
});

test("a write that fails halfway leaves no file under any name", async () => {
  const name = aName();
  async function* breaking(): AsyncIterable<Buffer> {
    yield randomBytes(CHUNK * 2);
    throw new Error("the source broke");
  }
  await expect(files.write(name, breaking())).rejects.toThrow("the source broke");
  const left = await readdir(join(folder, name.slice(0, 2)));
  expect(left.filter((entry) => entry.startsWith(name))).toEqual([]);
});

test("a name that would leave the folder is refused", async () => {
  for (const name of ["../../etc/passwd", "a/b.pdf", ".pdf", "a.pdf/..", "a\u0000.pdf", ""])
    await expect(files.write(name, inChunks(Buffer.from("x"), 1))).rejects.toThrow("Not a file name");
});

test("a removed file is gone, and removing it again is fine", async () => {
  const { name, file } = await write(Buffer.from("x"));
  await files.remove(name);
  await files.remove(name);
  await expect(read(name, file)).rejects.toThrow("ENOENT");
});

test("a file that does not fit leaves nothing, even if only its end is missing", async () => {
  const [content, name] = [60_000, aName()];
  const script = `
    import { openFolderStorage } from ${JSON.stringify(join(import.meta.dirname, "folder-storage.ts"))};
    await openFolderStorage(process.argv[1]).put(process.argv[2], [Buffer.alloc(${content})]);`;
  const run = promisify(execFile)("/bin/sh", [
    ...["-c", 'ulimit -f 40; exec "$0" "$@"'], // blocks of at most 1024 bytes
    ...[process.execPath, "--input-type=module", "--eval", script, folder, name],
  ]);
  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining("EFBIG") });
  expect(await readdir(dirname(pathOf(name)))).not.toContainEqual(expect.stringContaining(name));
});
