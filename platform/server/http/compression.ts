import type { FastifyCompressOptions } from "@fastify/compress";
import { isFile, type Call } from "#platform/contract/call.ts";

export const COMPRESSION = {
  global: false,
  globalDecompression: false, // a compressed body is refused with 415
  encodings: ["br", "gzip"],
  threshold: 1024, // below that the headers weigh more than what is saved
} as const satisfies FastifyCompressOptions;

/** JSON without a secret. A file keeps its Content-Length and its ranges. */
export function compressionOf({ reply, holdsSecret }: Pick<Call, "reply" | "holdsSecret">) {
  const isCompressed = reply !== null && !isFile(reply) && !holdsSecret;
  return isCompressed ? COMPRESSION : false;
}
