// Owns what becomes of plain http where a proxy in front speaks https: pages are led there, calls are refused.
import type { FastifyInstance } from "fastify";
import { API_BASE } from "#kit/contract/call.ts";
import { AppError } from "#kit/contract/errors.ts";

/** Asked by the machines around it, from within. */
const OPEN = "/health";

/**
 * A call that came by http has shown its token to the road: redirecting it would only hide that. Throws HTTPS_REQUIRED.
 * @param origin of the site; no header says where to go
 */
export function requireHttps(app: FastifyInstance, origin: string): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.protocol === "https" || request.url === OPEN) return;
    const isPage = request.method === "GET" && !request.url.startsWith(`${API_BASE}/`);
    if (!isPage) throw new AppError("HTTPS_REQUIRED");
    return reply.redirect(origin + request.url, 308);
  });
}
