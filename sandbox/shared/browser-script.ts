// A provider's browser code: served as one script, to pages of another origin.
import type { FastifyInstance } from "fastify";

// Builds the classic script that loads a provider's browser code.

/**
 * Writes `main(...parts)` as a script. Node has blanked the types out of a function's source, so that its text is plain
 * JavaScript; each function must therefore be self-contained and gets what it needs handed in. Everything else is
 * written as JSON.
 */
export function browserScript<Parts extends unknown[]>(main: (...parts: Parts) => void, ...parts: Parts): string {
  const args = parts.map((part) => (typeof part === "function" ? `(${String(part)})` : JSON.stringify(part)));
  return `"use strict";\n(${String(main)})(${args.join(", ")});\n`;
}

// The product's pages call the sandbox from another origin, so scripts and API calls allow every origin.
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type",
  "access-control-allow-methods": "GET, POST",
  "cross-origin-resource-policy": "cross-origin",
};

/** Opens every route that is registered on `app` to other origins, preflight included. */
export function openToOtherOrigins(app: FastifyInstance): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(OPEN);
  });
  app.options("/*", (_request, reply) => reply.code(204).send());
}
