import { createCipheriv, createDecipheriv, createHash, randomBytes, type Hash } from "node:crypto";
import { Readable, pipeline, type Transform } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { chunksOf } from "../chunks.ts";
import { fileIsCutOff, type ByteRange, type FileStorage, type PutOptions } from "./file-storage.ts";

/** 64 kB of plain text each; the last may be shorter. Every chunk carries its own tag. */
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const ENCRYPTED_BYTES = CHUNK_BYTES + TAG_BYTES;
const CIPHER = "aes-256-gcm";
/** Ends the names of files that are compressed before they are encrypted. */
export const COMPRESSED = ".gz";

export interface WrittenFile {
  /** The file's own key; the caller encrypts it in the row that owns the file. */
  readonly key: Buffer;
  readonly bytes: number;
  /** Of the plain bytes, hexadecimal. */
  readonly sha256: string;
}

export interface EncryptedFiles extends Pick<FileStorage, "remove" | "untouchedSince" | "abortUploads"> {
  /** Writes a file whole or not at all. If its name ends in `.gz`, it is stored compressed. */
  write(name: string, content: AsyncIterable<Buffer>, options?: PutOptions): Promise<WrittenFile>;
  /**
   * Plain bytes of the range, or all. Throws when a chunk was changed, moved or cut off. A compressed file is read from
   * its beginning.
   */
  read(name: string, file: { key: Buffer; bytes: number }, range?: ByteRange): AsyncIterable<Buffer>;
  /** The encrypted bytes, for a copy that has the name and the key of the original: no nonce ever meets other bytes. */
  readStored(name: string): AsyncIterable<Buffer>;
  /** Writes what `readStored` of other files reads. */
  writeStored(name: string, content: AsyncIterable<Buffer>, options?: PutOptions): Promise<void>;
}

export function openEncryptedFiles(storage: FileStorage): EncryptedFiles {
  return {
    async write(name, content, options) {
      const key = randomBytes(32);
      const plain = { bytes: 0, hash: createHash("sha256") };
      const counted = count(content, plain);
      const stored = name.endsWith(COMPRESSED) ? through(counted, createGzip()) : counted;
      await storage.put(name, encrypt(key, name, stored), options);
      return { key, bytes: plain.bytes, sha256: plain.hash.digest("hex") };
    },

    read(name, { key, bytes }, range) {
      if (!name.endsWith(COMPRESSED))
        return readChunks(storage, name, { key, bytes }, range ?? { start: 0, end: bytes - 1 });
      const whole = through(decryptAll(storage, name, key), createGunzip());
      return range ? part(whole, range) : whole; // read to its end, so that a file that is cut off there is noticed
    },

    readStored: (name) => storage.read(name),
    writeStored: (name, content, options) => storage.put(name, content, options),
    remove: storage.remove,
    untouchedSince: storage.untouchedSince,
    abortUploads: storage.abortUploads,
  };
}

/** Reads no chunk outside the range. */
async function* readChunks(
  storage: FileStorage,
  name: string,
  { key, bytes }: { key: Buffer; bytes: number },
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const lastIndex = Math.max(0, Math.ceil(bytes / CHUNK_BYTES) - 1);
  let index = Math.floor(range.start / CHUNK_BYTES);
  if (index * CHUNK_BYTES > range.end) return;
  const end = Math.min(
    bytes + (lastIndex + 1) * TAG_BYTES,
    (Math.floor(range.end / CHUNK_BYTES) + 1) * ENCRYPTED_BYTES,
  );
  const stored = storage.read(name, { start: index * ENCRYPTED_BYTES, end: end - 1 });
  for await (const encrypted of chunksOf(stored, ENCRYPTED_BYTES)) {
    const isLast = index === lastIndex;
    if (encrypted.length !== (isLast ? bytes - index * CHUNK_BYTES + TAG_BYTES : ENCRYPTED_BYTES))
      throw fileIsCutOff(name);
    const plain = decryptChunk(key, name, index, isLast, encrypted);
    const from = Math.max(0, range.start - index * CHUNK_BYTES);
    yield plain.subarray(from, Math.min(plain.length, range.end - index * CHUNK_BYTES + 1));
    index++;
  }
}

/** All chunks, of which the last is the one that nothing follows. */
async function* decryptAll(storage: FileStorage, name: string, key: Buffer): AsyncGenerator<Buffer> {
  let [index, before]: [number, Buffer | undefined] = [0, undefined];
  for await (const encrypted of chunksOf(storage.read(name), ENCRYPTED_BYTES)) {
    if (before) yield decryptChunk(key, name, index++, false, before);
    before = encrypted;
  }
  if (!before || before.length < TAG_BYTES) throw fileIsCutOff(name);
  yield decryptChunk(key, name, index, true, before);
}

/** What the stream makes of the content. An error of either ends both. */
function through(content: AsyncIterable<Buffer>, stream: Transform): AsyncIterable<Buffer> {
  pipeline(Readable.from(content), stream, () => undefined); // the reader gets the error
  return stream;
}

async function* part(content: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of content) {
    if (at + piece.length > start) yield piece.subarray(Math.max(0, start - at), end - at + 1);
    at += piece.length;
    if (at > end) return;
  }
}

async function* count(content: AsyncIterable<Buffer>, plain: { bytes: number; readonly hash: Hash }) {
  for await (const piece of content) {
    plain.hash.update(piece);
    plain.bytes += piece.length;
    yield piece;
  }
}

async function* encrypt(key: Buffer, name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [index, before] = [0, Buffer.alloc(0)];
  for await (const chunk of chunksOf(content, CHUNK_BYTES)) {
    if (index > 0) yield encryptChunk(key, name, index - 1, false, before);
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

function decryptChunk(key: Buffer, name: string, index: number, last: boolean, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(index, last), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name)).setAuthTag(encrypted.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()]);
}
