// Owns how the built site is served: its pages by their address, hashed files for a year, all of it compressed before.
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#kit/contract/errors.ts";
import { readSitePages, type Encoding, type SitePage } from "./site-pages.ts";

const YEAR_SECONDS = 31_536_000;
/** The build writes them under one name in every version. */
const UNHASHED = /\/assets\/markdown-(editor|renderer)\.js(\.br|\.gz)?$/;

export interface SiteOptions {
  /** The folder that the build wrote: `web` for files, `pages` for pages. */
  readonly folder: string;
  /** The address that the world reaches the site by, without a slash at its end. */
  readonly publicUrl: string;
  /** What the page reads before anything else. */
  readonly config: { readonly productName: string };
  /** The version text, exactly package.json's. */
  readonly version: string;
}

export async function serveSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const { folder, publicUrl, config, version } = options;
  const json = JSON.stringify(config);
  app.get("/assets/config.json", (_request, reply) =>
    reply.type("application/json").header("cache-control", "no-cache").send(json),
  );
  app.get("/assets/version", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache").send(version),
  );
  const pages = readSitePages(join(folder, "pages"), { productName: config.productName, publicUrl });
  if (pages !== null) await serveFiles(app, join(folder, "web"));
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    if (pages === null || !isPage(request.method, path)) {
      void reply.header("cache-control", "no-store"); // a file of another release may be there again after the next one
      throw new AppError("NOT_FOUND");
    }
    return sendPage(request, reply, pages.at(path));
  });
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const hashed = join(folder, "assets");
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false, // a route for each file that is there; every other address is the not-found handler's
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(hashed) && !UNHASHED.test(path);
      void reply.header("cache-control", isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
    },
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { etag, bodies }: SitePage): FastifyReply {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const tag = `"${etag}-${encoding}"`;
  void reply.headers({ "cache-control": "no-cache", etag: tag, vary: "accept-encoding" });
  if (request.headers["if-none-match"] === tag) return reply.code(304).send();
  if (encoding !== "identity") void reply.header("content-encoding", encoding);
  return reply.type("text/html; charset=utf-8").send(bodies[encoding]);
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? "")
    .split(",")
    .filter((name) => !/;\s*q=0(\.0*)?\s*$/.test(name))
    .map((name) => name.split(";", 1)[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : "identity";
}

// An address of the site is no asset and no call, hides no slash, and none of its parts looks like a file.
function isPage(method: string, path: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return !/^\/(api|assets)(\/|$)/.test(path) && !/\.|%2f|%5c|%00/i.test(path);
}
