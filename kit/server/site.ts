// Owns how the built site is served: hashed files for a year, every other address answers with the page.
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "#kit/contract/errors.ts";

const YEAR_SECONDS = 31_536_000;

export interface SiteOptions {
  /** The folder that the build wrote. */
  readonly folder: string;
  /** What the page reads before anything else. */
  readonly config: object;
  /** The version text, exactly package.json's. */
  readonly version: string;
}

export async function serveSite(app: FastifyInstance, { folder, config, version }: SiteOptions): Promise<void> {
  const json = JSON.stringify(config);
  app.get("/assets/config.json", (_request, reply) =>
    reply.type("application/json").header("cache-control", "no-cache").send(json),
  );
  app.get("/assets/version", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache").send(version),
  );
  const hasPages = existsSync(join(folder, "index.html"));
  if (hasPages)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false, // a route for each file that is there; every other address is the not-found handler's
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header(
          "cache-control",
          path.startsWith(join(folder, "assets")) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache",
        ),
    });
  app.setNotFoundHandler(async (request, reply) => {
    if (!hasPages || !isPage(request.method, request.url)) throw new AppError("NOT_FOUND");
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}

// An address of the site is no asset and no call, hides no slash, and none of its parts looks like a file.
function isPage(method: string, url: string): boolean {
  const path = url.split("?", 1)[0] ?? "";
  if (method !== "GET" && method !== "HEAD") return false;
  return !/^\/(api|assets)(\/|$)/.test(path) && !/\.|%2f|%5c|%00/i.test(path);
}
