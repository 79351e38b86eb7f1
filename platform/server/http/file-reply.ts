import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ROWS_HEADER } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";

/** A file whose length and hash are known before it is read. */
export interface StoredFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  /** Bytes from `start` to `end`, both included. */
  read(range: { start: number; end: number }): AsyncIterable<Buffer>;
}

/** A file that is made while it is sent. Its length is not known before, so it has no ranges. */
export interface StreamedFile {
  readonly name: string;
  readonly mediaType: string;
  /** How many rows it has about, for who waits for it. */
  readonly rows?: number;
  stream(): AsyncIterable<string | Buffer>;
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile | StreamedFile): FastifyReply {
  if ("stream" in file)
    return reply
      .headers({
        "content-type": file.mediaType,
        "content-disposition": disposition(file.name),
        ...(file.rows !== undefined && { [ROWS_HEADER]: file.rows }),
      })
      .send(Readable.from(file.stream(), { objectMode: false }));
  const etag = `"${file.sha256}"`;
  const range = wantedRange(request, reply, file, etag);
  void reply.header("etag", etag);
  if (!range && isKnown(request, etag)) return reply.code(304).send();
  void reply.headers({
    "content-type": file.mediaType,
    "content-disposition": disposition(file.name),
    "accept-ranges": "bytes",
  });
  if (!range) {
    void reply.header("content-length", file.bytes);
    return reply.send(Readable.from(file.read({ start: 0, end: file.bytes - 1 })));
  }
  void reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${file.bytes}`)
    .header("content-length", range.end - range.start + 1);
  return reply.send(Readable.from(file.read(range)));
}

/** Whether the caller has this version already (RFC 9110 section 13.1.2); a proxy that compresses marks it as weak. */
export function isKnown({ headers }: Pick<FastifyRequest, "headers">, etag: string): boolean {
  const listed = headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return listed.includes(etag.replace(/^W\//, "")) || listed.includes("*");
}

// RFC 9110 section 14: one byte range; several, or another unit, are answered with the whole.
function wantedRange(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  etag: string,
): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
  const condition = request.headers["if-range"];
  if (!match || (condition && condition !== etag)) return null;
  const [, first, last] = match;
  if (!first && !last) return null;
  const start = first ? Number(first) : Math.max(0, file.bytes - Number(last));
  const end = first && last ? Math.min(Number(last), file.bytes - 1) : file.bytes - 1;
  if (start > end || start >= file.bytes) {
    void reply.header("content-range", `bytes */${file.bytes}`);
    throw new AppError("RANGE_NOT_SATISFIABLE");
  }
  return { start, end };
}

// RFC 6266: a plain name for all, the exact one in UTF-8 beside it.
function disposition(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/[^\w.-]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

const LONGEST = 80;

/** A name from outside as a part of a file's name: letters, marks and digits with hyphens between, or `fallback`. */
export function fileNamePart(text: string, fallback: string): string {
  const words = text.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  // By characters: none is cut in two.
  const short = [...words].slice(0, LONGEST).join("");
  return short.replace(/^[-\p{M}]+|-+$/gu, "") || fallback;
}
