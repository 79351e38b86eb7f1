import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** 64 kB of plain text each; the last may be shorter. Every chunk carries its own tag. */
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
/** The second ending is a draft's. */
const FILE_NAME = /^[\w-]+\.[a-z]+(?:\.[0-9a-f]{12})?$/;
const CIPHER = "aes-256-gcm";

export interface WrittenFile {
  /** The file's own key; the caller seals it in the row that owns the file. */
  readonly key: Buffer;
  readonly bytes: number;
  /** Of the plain bytes, hexadecimal. */
  readonly sha256: string;
}

export interface EncryptedFiles {
  /** Writes a file whole or not at all: it appears under its name once everything is on disk. */
  write(name: string, content: AsyncIterable<Buffer>): Promise<WrittenFile>;
  /** Plain bytes from `start` to `end`, both included. Throws when a chunk was changed, moved or cut off. */
  read(
    name: string,
    file: { key: Buffer; bytes: number },
    range?: { start: number; end: number },
  ): AsyncIterable<Buffer>;
  remove(name: string): Promise<void>;
  /** Names of files, and of drafts that were never finished, that lie unchanged since before that moment. */
  untouchedSince(moment: Date): AsyncIterable<string>;
}

export function openEncryptedFiles(folder: string): EncryptedFiles {
  const pathOf = (name: string) => {
    if (!FILE_NAME.test(name)) throw new Error(`Not a file name: ${name}`);
    return join(folder, name.slice(0, 2), name);
  };

  return {
    async write(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomBytes(6).toString("hex")}`;
      const key = randomBytes(32);
      const hash = createHash("sha256");
      let bytes = 0;
      const file = await open(draft, "wx", 0o600);
      try {
        let index = 0;
        for await (const { chunk, last } of inChunks(content)) {
          hash.update(chunk);
          bytes += chunk.length;
          await file.write(encryptChunk(key, name, index++, last, chunk));
        }
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(draft, { force: true });
        throw error;
      }
      await file.close();
      await rename(draft, path);
      await syncFolder(dirname(path));
      return { key, bytes, sha256: hash.digest("hex") };
    },

    async *read(name, { key, bytes }, range = { start: 0, end: bytes - 1 }) {
      const lastIndex = Math.max(0, Math.ceil(bytes / CHUNK_BYTES) - 1);
      const file = await open(pathOf(name), "r");
      try {
        for (let index = Math.floor(range.start / CHUNK_BYTES); index * CHUNK_BYTES <= range.end; index++) {
          const isLast = index === lastIndex;
          const plainBytes = isLast ? bytes - index * CHUNK_BYTES : CHUNK_BYTES;
          const sealed = Buffer.alloc(plainBytes + TAG_BYTES);
          const { bytesRead } = await file.read(sealed, 0, sealed.length, index * (CHUNK_BYTES + TAG_BYTES));
          if (bytesRead !== sealed.length) throw new Error(`The sealed file ${name} is cut off.`);
          const plain = decryptChunk(key, name, index, isLast, sealed);
          const from = Math.max(0, range.start - index * CHUNK_BYTES);
          yield plain.subarray(from, Math.min(plain.length, range.end - index * CHUNK_BYTES + 1));
        }
      } finally {
        await file.close();
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),

    async *untouchedSince(moment) {
      for (const part of await namesIn(folder))
        for (const name of await namesIn(join(folder, part))) {
          if (!FILE_NAME.test(name)) continue;
          const found = await stat(pathOf(name)).catch(nothingThere);
          if (found && found.mtime < moment) yield name;
        }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nothingThere)) ?? [];
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

// Until the folder is on disk too, a power cut may lose the file's name.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// Each file has its own key, so a counter is a nonce that never repeats. `last` detects a truncated file.
function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(last ? 1 : 0, 0);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

function encryptChunk(key: Buffer, name: string, index: number, last: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(index, last)).setAAD(Buffer.from(name));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decryptChunk(key: Buffer, name: string, index: number, last: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(index, last), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
}

async function* inChunks(content: AsyncIterable<Buffer>): AsyncIterable<{ chunk: Buffer; last: boolean }> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const part of content) {
    parts.push(part);
    held += part.length;
    // One byte more than a chunk must be at hand before it goes out, else it could be the last.
    while (held > CHUNK_BYTES) {
      const all = Buffer.concat(parts);
      yield { chunk: all.subarray(0, CHUNK_BYTES), last: false };
      parts = [all.subarray(CHUNK_BYTES)];
      held -= CHUNK_BYTES;
    }
  }
  yield { chunk: Buffer.concat(parts), last: true };
}
