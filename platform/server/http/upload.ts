import type {} from "@fastify/multipart"; // declares request.file
import type { FastifyRequest } from "fastify";
import { crc32 } from "node:zlib";
import type { Upload, UploadedFile } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";

/** What a form adds to its file: boundaries and headers. */
export const FORM_BYTES = 10_000;

/** Throws UNSUPPORTED_MEDIA_TYPE for what the call does not take, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR at `file`. */
export async function receiveFile(request: FastifyRequest, upload: Upload): Promise<UploadedFile> {
  const part = await request
    .file({ limits: { fileSize: upload.maxBytes, files: 1, fields: 0, parts: 1 } })
    .catch((cause: unknown) => {
      throw refused("INVALID_VALUE", cause);
    });
  if (part?.fieldname !== "file") throw refused("REQUIRED");
  const bytes = await part.toBuffer().catch((cause: unknown) => {
    throw new AppError("PAYLOAD_TOO_LARGE", { cause });
  });
  if (bytes.length === 0) throw refused("REQUIRED");
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType || !upload.mediaTypes.includes(mediaType)) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  if (!isWhole(mediaType, bytes))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", { errors: [{ field: "file", code: "INVALID_FORMAT" }] });
  return { mediaType, bytes };
}

function refused(code: string, cause?: unknown): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field: "file", code }], cause });
}

const SIGNATURES: readonly (readonly [mediaType: string, hex: string])[] = [
  ["image/png", "89504e470d0a1a0a"],
  ["image/jpeg", "ffd8ff"],
  ["application/pdf", "255044462d"],
];

/** By the first bytes. */
export function mediaTypeOf(bytes: Buffer): string | undefined {
  return SIGNATURES.find(([, hex]) => bytes.subarray(0, hex.length / 2).toString("hex") === hex)?.[0];
}

/** Whether a file of this type has the structure that readers need. It does not check the content. */
export function isWhole(mediaType: string, bytes: Buffer): boolean {
  if (mediaType === "application/pdf") return hasPdfTrailer(bytes);
  return mediaType === "image/png" ? hasPngHeader(bytes) : hasJpegFrame(bytes);
}

// ISO 32000-1, 7.5.5: the trailer of an encrypted PDF, a dictionary that is never compressed, names its Encrypt dictionary.
export function isEncryptedPdf(bytes: Uint8Array): boolean {
  return /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"),
  );
}

const PDF_TAIL_BYTES = 1024; // as far from the end as readers look for the marker (ISO 32000-1, annex H.3.4.4)

function hasPdfTrailer(bytes: Buffer): boolean {
  return /^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8)) && bytes.subarray(-PDF_TAIL_BYTES).includes("%%EOF");
}

// PNG, section 11.2.1: after the signature the chunk IHDR, 13 bytes long, with its checksum.
function hasPngHeader(bytes: Buffer): boolean {
  if (bytes.length < 33 || bytes.readUInt32BE(8) !== 13 || bytes.toString("latin1", 12, 16) !== "IHDR") return false;
  const hasSize = bytes.readUInt32BE(16) > 0 && bytes.readUInt32BE(20) > 0;
  return hasSize && crc32(bytes.subarray(12, 29)) === bytes.readUInt32BE(29);
}

// ITU-T T.81, annex B: segments of a marker and a length. A segment that starts a frame holds the picture's size.
function hasJpegFrame(bytes: Buffer): boolean {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!; // within the length
    if (marker === 0xff)
      at += 1; // fill
    else if (isFrame(marker)) return bytes.readUInt16BE(at + 5) > 0 && bytes.readUInt16BE(at + 7) > 0;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

function isFrame(marker: number): boolean {
  const isOther = marker === 0xc4 || marker === 0xc8 || marker === 0xcc; // tables, reserved
  return marker >= 0xc0 && marker <= 0xcf && !isOther;
}
