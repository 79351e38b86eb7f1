import { expect, test } from "vitest";
import { unzip } from "#testing/unzip.ts";
import { zipOf, type ZipEntry } from "./zip.ts";

const AT = new Date("2026-11-20T12:00:00Z");
const entry = (name: string, content: Buffer): ZipEntry => ({
  name,
  bytes: content.length,
  at: AT,
  async *read() {
    yield content.subarray(0, 10);
    yield content.subarray(10);
  },
});

async function bytesOf(entries: readonly ZipEntry[], range?: { start: number; end: number }): Promise<Buffer> {
  const zip = zipOf(entries);
  const parts: Buffer[] = [];
  for await (const part of zip.read(range ?? { start: 0, end: zip.bytes - 1 })) parts.push(part);
  return Buffer.concat(parts);
}

const FILES = [
  entry("01 statement.pdf", Buffer.alloc(200_000, "abc")),
  entry("02 Łucja’s letter 王.pdf", Buffer.from("hello world")),
];

test("an archive has the announced length, and holds the files as they were", async () => {
  const bytes = await bytesOf(FILES);
  expect(bytes).toHaveLength(zipOf(FILES).bytes);
  const files = unzip(bytes);
  expect([...files.keys()]).toEqual(FILES.map(({ name }) => name));
  expect(files.get(FILES[1]!.name)!.toString()).toBe("hello world");
  expect(files.get(FILES[0]!.name)!.equals(Buffer.alloc(200_000, "abc"))).toBe(true);
});

test("the same files make the same archive, and a range is a part of it", async () => {
  const whole = await bytesOf(FILES);
  expect((await bytesOf(FILES)).equals(whole)).toBe(true);
  expect((await bytesOf(FILES, { start: 199_000, end: 200_500 })).equals(whole.subarray(199_000, 200_501))).toBe(true);
});

test("an archive without files is an archive, and a name that leaves its folder is refused", async () => {
  expect(await bytesOf([])).toHaveLength(22);
  expect(() => zipOf([entry("../etc/passwd", Buffer.from("x"))])).toThrow("invalid relative path");
});

test("a file that cannot be read ends the archive with an error, and a reader who leaves closes the file", async () => {
  const broken = {
    ...entry("broken.pdf", Buffer.alloc(20)),
    async *read(): AsyncGenerator<Buffer> {
      throw new Error("cut off");
    },
  };
  await expect(bytesOf([broken])).rejects.toThrow("cut off");
  let isClosed = false;
  const endless: ZipEntry = {
    ...entry("long.pdf", Buffer.alloc(0)),
    bytes: 10_000_000,
    async *read() {
      try {
        for (;;) yield Buffer.alloc(65_536);
      } finally {
        isClosed = true;
      }
    },
  };
  await bytesOf([endless], { start: 0, end: 1000 });
  await expect.poll(() => isClosed).toBe(true);
});
