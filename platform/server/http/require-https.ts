import type { FastifyInstance } from "fastify";
import { API_BASE } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";

/** Asked by the machines around it, from within. */
const OPEN = "/health";

/**
 * A call that came by http has shown its token to the road: redirecting it would only hide that. Throws HTTPS_REQUIRED.
 * @param origin of the site; no header says where to go
 */
export function requireHttps(app: FastifyInstance, origin: string): void {
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
    return decodeURIComponent(path).startsWith(`${API_BASE}/`);
  } catch {
    return true; // it leads to no page either
  }
}
