import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import websocket from "@fastify/websocket";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { AppError } from "#platform/contract/errors.ts";
import { answerBrokenRequest, answerUnreadableAddress, answerErrors } from "./error-reply.ts";
import { COMPRESSION } from "./reply-schema.ts";
import { networkOf } from "./network.ts";
import { acceptExpectedBodies } from "./request-body.ts";
import { observeRequests } from "../observability/operations.ts";
import { securityHeaders, type PagePolicy } from "./security-headers.ts";
import type { SitePages } from "./site-pages.ts";

interface HttpServerOptions {
  readonly logger: FastifyBaseLogger | false;
  readonly policy: PagePolicy;
  /** The site's own, as people name it. By https it is served by nothing else. */
  readonly origin: string;
  /** Addresses and networks whose `X-Forwarded-*` headers count. From any other address they are ignored. */
  readonly trustedProxies?: readonly string[];
  /** Pages for people who open an unknown address. Without them the reply is only an error code. */
  readonly pages?: SitePages | null;
  /** `false` serves however long the event loop was held up: for tests, which share theirs with the runner. */
  readonly shed?: boolean;
  /** `true` once the port is closed: every reply then ends its connection, and the client opens another elsewhere. */
  readonly isDraining?: () => boolean;
  /** What is answered all the same, by its route as declared; `undefined` is an address without one. */
  readonly isSpared?: (route: string | undefined) => boolean;
}

const REQUEST_TIMEOUT_MS = 30_000;
/** With an event loop held up for longer, requests are refused at once. */
const MAX_DELAY_MS = 1_500;

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { policy, origin, trustedProxies = [], pages = null } = options;
  const isSecure = origin.startsWith("https:");
  const headersAt = securityHeaders(policy, isSecure);
  const headersOf = (request: FastifyRequest) => ({ ...headersAt(pathOf(request)), "x-request-id": request.id });
  const app = Fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    // Always our own: a caller could write anything into its header.
    genReqId: () => randomUUID(),
    // The log itself adds the id to every line (`openLog`).
    childLoggerFactory: (logger) => logger,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS * 2,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // What still arrives on an open connection is answered; the connection ends with that reply.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headersAt("")),
    frameworkErrors: (_error, request, reply) =>
      answerUnreadableAddress(request, reply, { headers: headersOf(request), pages }), // no hook runs for them
    http: { maxHeaderSize: 16_384 },
  });
  // The first hook of all: what a later one refuses carries them too.
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(headersOf(request));
    done();
  });
  observeRequests(app);
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (options.isDraining?.()) void reply.header("connection", "close");
    done();
  });
  // RFC 9112, section 3.2: a proxy in front may have read the other one.
  app.addHook("onRequest", async ({ raw }) => {
    if (raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1)
      throw new AppError("VALIDATION_ERROR");
  });
  answerErrors(app);
  acceptExpectedBodies(app);
  if (isSecure && trustedProxies.length > 0) requireHttps(app, origin);
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
  if (options.shed !== false) {
    const { delayMs, stop } = watchEventLoop();
    app.addHook("onRequest", ({ routeOptions }, _reply, done) => {
      if (delayMs() > MAX_DELAY_MS && !options.isSpared?.(routeOptions.url))
        throw new AppError("OVERLOADED", { retryAfter: 5 });
      done();
    });
    app.addHook("onClose", stop);
  }
  await app.register(compress, COMPRESSION);
  await app.register(multipart);
  await app.register(websocket, { options: { maxPayload: 16_384 } });
  return app;
}

/** Accepts no more connections; those that are there go on. Then `close` of the application ends them. */
export function closePort(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Right after the event loop has accepted what had connected: what still waits in the system's queue is lost.
    setImmediate(() => {
      NetServer.prototype.close.call(server); // http.Server's own would end idle connections
      resolve();
    });
  });
}

function pathOf({ url }: Pick<FastifyRequest, "url">): string {
  return url.split("?", 1)[0] ?? "";
}

/** Asked by the machines around it, from within. */
const OPEN = "/health";

/**
 * A call that came by http has shown its token to the road: redirecting it would only hide that. Throws HTTPS_REQUIRED.
 * @param origin of the site; no header says where to go
 */
function requireHttps(app: FastifyInstance, origin: string): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.protocol === "https" || request.url === OPEN) return;
    const page = READS.has(request.method) ? pageAt(request.url, origin) : null;
    if (page === null) throw new AppError("HTTPS_REQUIRED");
    return reply.redirect(origin + page, 308);
  });
}

const READS = new Set(["GET", "HEAD"]);

/** Path and query, asked for by path or by a whole address (RFC 9112 3.2.2); `null`: a call, or no address. */
function pageAt(asked: string, origin: string): string | null {
  const url = URL.parse(asked.startsWith("/") ? origin + asked : asked);
  if (!url?.protocol.startsWith("http")) return null;
  return isCall(url.pathname) ? null : url.pathname + url.search;
}

// The router reads escapes before it compares.
function isCall(path: string): boolean {
  try {
    return decodeURIComponent(path).startsWith("/api/");
  } catch {
    return true; // it leads to no page either
  }
}

/**
 * How long the event loop is held up, in milliseconds: how late a timer of one second comes, each time averaged with what
 * it was, so that a single pause counts by half. Not Node's histogram (nor @fastify/under-pressure, which uses it): it wakes an idle process a hundred
 * times a second, which alone costs more CPU than all else that the product does while no one asks.
 */
function watchEventLoop(): { delayMs(): number; stop(): void } {
  let delay = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delay = (delay + now - last - SAMPLE_MS) / 2;
    last = now;
  }, SAMPLE_MS).unref();
  return { delayMs: () => delay, stop: () => clearInterval(timer) };
}

const SAMPLE_MS = 1000;
