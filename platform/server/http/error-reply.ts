import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorBody } from "#platform/contract/error-body.ts";
import { AppError, ERROR_STATUS, type ErrorCode } from "#platform/contract/errors.ts";
import { isDatabaseAway } from "../database/database.ts";
import { logRefusal } from "./security-log.ts";
import type { ReplyHeaders } from "./security-headers.ts";
import { asksForPage, sendNotFound, type SitePages } from "./site-pages.ts";
import { isOutOfSpace } from "../out-of-space.ts";

export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest("personId", undefined);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asAppError(error);
    logRefusal(request, known);
    if (known.status >= 500) request.log.error({ err: error, url: request.routeOptions.url }, known.code);
    if (known.retryAfter !== undefined) void reply.header("retry-after", known.retryAfter);
    return reply
      .code(known.status)
      .type("application/json")
      .send(JSON.stringify(bodyOf(known)));
  });
}

function bodyOf({ code, errors, existing }: AppError): ErrorBody {
  return { message: code, ...(errors && { errors: [...errors] }), ...(existing && { existing }) };
}

/** Converts any error to an AppError. Unknown: INTERNAL_ERROR. Unreachable database or full disk: OVERLOADED. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new AppError("OVERLOADED", { retryAfter: 60, cause: error });
  if (isDatabaseAway(error)) return new AppError("OVERLOADED", { retryAfter: 2, cause: error });
  const code = BY_STATUS.get(statusOf(error));
  return new AppError(code ?? "INTERNAL_ERROR", { cause: error });
}

// What the HTTP server itself refuses, by the status it would give.
const BY_STATUS = new Map<number | undefined, ErrorCode>(
  (
    [
      "VALIDATION_ERROR",
      "NOT_FOUND",
      "PAYLOAD_TOO_LARGE",
      "UNSUPPORTED_MEDIA_TYPE",
      "TOO_MANY_REQUESTS",
      "OVERLOADED",
    ] as const
  ).map((code) => [ERROR_STATUS[code], code]),
);

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "statusCode" in error ? Number(error.statusCode) : undefined;
}

function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (isOutOfSpace(at)) return true;
  return false;
}

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
