import { createCipheriv, createDecipheriv, createHash, randomBytes, type Hash } from "node:crypto";
import { fileIsCutOff, type ByteRange, type FileStorage, type PutOptions } from "./file-storage.ts";

/** 64 kB of plain text each; the last may be shorter. Every chunk carries its own tag. */
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const CIPHER = "aes-256-gcm";

export interface WrittenFile {
  /** The file's own key; the caller seals it in the row that owns the file. */
  readonly key: Buffer;
  readonly bytes: number;
  /** Of the plain bytes, hexadecimal. */
  readonly sha256: string;
}

interface WriteOptions extends PutOptions {
  /** For a copy, which has the name and the bytes of the original too, so no nonce ever meets other bytes. */
  readonly keyOfOriginal?: Buffer;
}

export interface EncryptedFiles extends Pick<FileStorage, "remove" | "untouchedSince"> {
  /** Writes a file whole or not at all. */
  write(name: string, content: AsyncIterable<Buffer>, options?: WriteOptions): Promise<WrittenFile>;
  /** Plain bytes of the range, or all. Throws when a chunk was changed, moved or cut off. */
  read(name: string, file: { key: Buffer; bytes: number }, range?: ByteRange): AsyncIterable<Buffer>;
}

export function openEncryptedFiles(storage: FileStorage): EncryptedFiles {
  return {
    async write(name, content, { keyOfOriginal, ...options } = {}) {
      const key = keyOfOriginal ?? randomBytes(32);
      const plain = { bytes: 0, hash: createHash("sha256") };
      await storage.put(name, encrypted(key, name, content, plain), options);
      return { key, bytes: plain.bytes, sha256: plain.hash.digest("hex") };
    },

    async *read(name, { key, bytes }, range = { start: 0, end: bytes - 1 }) {
      const lastIndex = Math.max(0, Math.ceil(bytes / CHUNK_BYTES) - 1);
      let index = Math.floor(range.start / CHUNK_BYTES);
      if (index * CHUNK_BYTES > range.end) return;
      const end = Math.min(
        bytes + (lastIndex + 1) * TAG_BYTES,
        (Math.floor(range.end / CHUNK_BYTES) + 1) * SEALED_BYTES,
      );
      const sealedRange = { start: index * SEALED_BYTES, end: end - 1 };
      for await (const sealed of inPieces(storage.read(name, sealedRange), SEALED_BYTES)) {
        const isLast = index === lastIndex;
        if (sealed.length !== (isLast ? bytes - index * CHUNK_BYTES + TAG_BYTES : SEALED_BYTES))
          throw fileIsCutOff(name);
        const plain = decryptChunk(key, name, index, isLast, sealed);
        const from = Math.max(0, range.start - index * CHUNK_BYTES);
        yield plain.subarray(from, Math.min(plain.length, range.end - index * CHUNK_BYTES + 1));
        index++;
      }
    },

    remove: storage.remove,
    untouchedSince: storage.untouchedSince,
  };
}

/** Counts the plain bytes and hashes them on the way. */
async function* encrypted(
  key: Buffer,
  name: string,
  content: AsyncIterable<Buffer>,
  plain: { bytes: number; readonly hash: Hash },
): AsyncGenerator<Buffer> {
  let [index, before] = [0, Buffer.alloc(0)];
  for await (const chunk of inPieces(content, CHUNK_BYTES)) {
    if (index > 0) yield encryptChunk(key, name, index - 1, false, before);
    plain.hash.update(chunk);
    plain.bytes += chunk.length;
    [index, before] = [index + 1, chunk];
  }
  yield encryptChunk(key, name, Math.max(0, index - 1), true, before);
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

/** Pieces of that size; the last may be shorter, and none is empty. */
async function* inPieces(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const part of content) {
    parts.push(part);
    held += part.length;
    if (held < size) continue;
    let all = Buffer.concat(parts);
    for (; all.length >= size; all = all.subarray(size)) yield all.subarray(0, size);
    [parts, held] = [[all], all.length];
  }
  if (held > 0) yield Buffer.concat(parts);
}
