import type { FastifyReply, FastifyRequest } from "fastify";
import type { Encoding, SitePage } from "./site-pages.ts";

export function sendPage(request: FastifyRequest, reply: FastifyReply, { etag, bodies }: SitePage): FastifyReply {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const tag = `"${etag}-${encoding}"`;
  void reply.headers({ "cache-control": "no-cache", etag: tag, vary: "accept-encoding" });
  if (request.headers["if-none-match"] === tag) return reply.code(304).send();
  return sendBody(reply, encoding, bodies[encoding]);
}

/** Sends the not-found page. It is never cached: an address that is unknown today may exist tomorrow. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply, { bodies }: SitePage): FastifyReply {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  void reply.code(404).headers({ "cache-control": "no-store", vary: "accept, accept-encoding" });
  return sendBody(reply, encoding, bodies[encoding]);
}

/** Whether a person looks at this address: a browser that opens a page asks for one, a call and a file do not. */
export function asksForPage({ method, headers }: Pick<FastifyRequest, "method" | "headers">): boolean {
  return isRead(method) && /\btext\/html\b/i.test(headers.accept ?? "");
}

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function sendBody(reply: FastifyReply, encoding: Encoding, body: Buffer): FastifyReply {
  if (encoding !== "identity") void reply.header("content-encoding", encoding);
  return reply.type("text/html; charset=utf-8").send(body);
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? "")
    .split(",")
    .filter((name) => !/;\s*q=0(\.0*)?\s*$/.test(name))
    .map((name) => name.split(";", 1)[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : "identity";
}
