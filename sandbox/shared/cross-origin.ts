// The product's pages call the sandbox from another origin, so scripts and API calls allow every origin.
import type { FastifyInstance } from "fastify";

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
