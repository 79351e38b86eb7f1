import type {} from "@fastify/multipart"; // declares request.file
import type { FastifyRequest } from "fastify";
import type { Upload, UploadedFile } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import { isWhole, mediaTypeOf } from "./file-structure.ts";

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
