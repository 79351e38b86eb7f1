import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#platform/contract/errors.ts";
import { bodyOf } from "./error-reply.ts";
import type { ReplyHeaders } from "./security-headers.ts";
import { asksForPage, sendNotFound } from "./send-page.ts";
import type { SitePages } from "./site-pages.ts";

/** Bytes that are no HTTP, or could be read in two ways: 400; headers of more than the limit: 431. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex, headers: ReplyHeaders): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const refusal = new AppError(error.code === "HPE_HEADER_OVERFLOW" ? "HEADERS_TOO_LARGE" : "VALIDATION_ERROR");
  const body = JSON.stringify(bodyOf(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

interface Unreadable {
  readonly headers: ReplyHeaders;
  /** `null` where nothing was built. */
  readonly pages: SitePages | null;
}

/** An address with invalid escapes, or with a part that is too long, does not exist. */
export function answerUnreadableAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, pages }: Unreadable,
): void {
  void reply.headers(headers);
  if (pages !== null && asksForPage(request)) return void sendNotFound(request, reply, pages.at(request.url));
  const refusal = new AppError("NOT_FOUND");
  void reply
    .code(refusal.status)
    .type("application/json")
    .send(JSON.stringify(bodyOf(refusal)));
}
