import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#platform/contract/errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as received, before parsing. */
    rawBody: Buffer | undefined;
  }
  interface FastifyContextConfig {
    needsToken?: boolean;
    takesBody?: boolean;
    takesUpload?: boolean;
    /** Media types of JSON in another system's format. */
    foreignTypes?: readonly string[];
  }
}

const FORM_TYPE = /^multipart\/form-data;\s*boundary=[^\s;]{1,80}$/i;
const JSON_TYPE = /^application\/json(?:;\s*charset="?utf-8"?)?$/i;

/** Other types answer 415, broken JSON and keys that reach for a prototype 400, an empty body is no body. */
export function acceptExpectedBodies(app: FastifyInstance): void {
  app.decorateRequest("rawBody", undefined);
  app.removeAllContentTypeParsers();

  app.addHook("onRequest", async (request) => {
    if (!hasBody(request)) return;
    // A call without a body (sign-out, refresh) accepts an empty one of any type and ignores it.
    if (!request.routeOptions.config.takesBody && request.headers["content-length"] === "0") return;
    if (request.headers["content-encoding"] || !isExpected(request.headers["content-type"] ?? "", request.routeOptions))
      throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  });

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request: FastifyRequest, body: Buffer, done) => {
    request.rawBody = body;
    if (body.length === 0) return done(null, undefined);
    void parseJson(request, body.toString("utf8"), done);
  });
}

function isExpected(type: string, { config }: FastifyRequest["routeOptions"]): boolean {
  return (config.takesUpload ? FORM_TYPE : JSON_TYPE).test(type) || (config.foreignTypes ?? []).includes(type);
}

function hasBody({ headers, method }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
