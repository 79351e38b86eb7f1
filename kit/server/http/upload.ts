// Owns how an uploaded file is received: one field, whole in memory, its type by its first bytes.
import type {} from "@fastify/multipart"; // declares request.file
import type { FastifyRequest } from "fastify";
import type { Upload, UploadedFile } from "#kit/contract/call.ts";
import { AppError } from "#kit/contract/errors.ts";

/** What a form adds to its file: boundaries and headers. */
export const FORM_BYTES = 10_000;

const SIGNATURES: readonly (readonly [mediaType: string, hex: string])[] = [
  ["image/png", "89504e470d0a1a0a"],
  ["image/jpeg", "ffd8ff"],
  ["application/pdf", "255044462d"],
];

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
  const mediaType = typeOf(bytes);
  if (!mediaType || !upload.mediaTypes.includes(mediaType)) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  return { mediaType, bytes };
}

function typeOf(bytes: Buffer): string | undefined {
  return SIGNATURES.find(([, hex]) => bytes.subarray(0, hex.length / 2).toString("hex") === hex)?.[0];
}

function refused(code: string, cause?: unknown): AppError {
  return new AppError("VALIDATION_ERROR", { errors: [{ field: "file", code }], cause });
}
