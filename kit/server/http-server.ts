// Owns the HTTP server: what every request passes before it reaches a route, and how every refusal leaves.
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import websocket from "@fastify/websocket";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { AppError } from "#kit/contract/errors.ts";
import { answerBrokenRequest, answerUnreadableAddress } from "./broken-request.ts";
import { answerErrors } from "./error-reply.ts";
import { networkOf } from "./network.ts";
import { acceptExpectedBodies } from "./request-body.ts";
import { requireHttps } from "./require-https.ts";

export interface HttpServerOptions {
  readonly logger: FastifyBaseLogger | false;
  /** Where pages may connect, and from where scripts may come, beyond the site itself. */
  readonly connectTo: readonly string[];
  readonly scriptsFrom: readonly string[];
  /** The site's own, as people name it. By https it is served by nothing else. */
  readonly origin: string;
  /** Addresses and networks whose `X-Forwarded-*` headers count; of anybody else they are ignored. */
  readonly trustedProxies?: readonly string[];
  /** `false` serves however long the event loop was held up: for tests, which share theirs with the runner. */
  readonly shed?: boolean;
}

const REQUEST_TIMEOUT_MS = 30_000;

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { trustedProxies = [] } = options;
  const app = Fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS * 2,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    return503OnClosing: true,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerUnreadableAddress,
    http: { maxHeaderSize: 16_384 },
  });
  answerErrors(app);
  acceptExpectedBodies(app);
  const headers = await securityHeaders(options);
  app.addHook("onRequest", (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
  if (isSecure(options) && trustedProxies.length > 0) requireHttps(app, options.origin);
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError("TOO_MANY_REQUESTS", { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
  if (options.shed !== false)
    await app.register(underPressure, {
      maxEventLoopDelay: 1_500,
      pressureHandler: () => {
        throw new AppError("OVERLOADED", { retryAfter: 5 });
      },
    });
  await app.register(multipart);
  await app.register(websocket, { options: { maxPayload: 16_384 } });
  return app;
}

function isSecure({ origin }: HttpServerOptions): boolean {
  return origin.startsWith("https:");
}

// They are the same for every reply, but helmet would work them out anew for each: it is asked once, through a server
// that says nothing else.
async function securityHeaders(options: HttpServerOptions): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(helmet, helmetOptions(options));
  asked.get("/", (_request, reply) => reply.send());
  const { headers } = await asked.inject("/");
  await asked.close();
  const theReplysOwn = ["content-length", "connection", "date"];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (theReplysOwn.includes(name) ? [] : [[name, String(value)]])),
  );
}

function helmetOptions(options: HttpServerOptions) {
  const { connectTo, scriptsFrom } = options;
  const secure = isSecure(options);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptsFrom],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "https:"],
        connectSrc: ["'self'", ...connectTo],
        frameSrc: [...scriptsFrom],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
    crossOriginEmbedderPolicy: false,
  };
}
