import { crc32 } from "node:zlib";

/**
 * The files of a ZIP archive that stores them uncompressed, by name, read from its central directory (APPNOTE.TXT 4.3).
 * Throws for a wrong checksum.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength!); // the three above
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 24));
    if (archive.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is compressed`);
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} has a wrong checksum`);
    files.set(name, content);
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return files;
}
