import { readdirSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "#platform/contract/errors.ts";
import { asksForPage, isRead, sendNotFound, sendPage, type SitePages } from "./site-pages.ts";

const YEAR_SECONDS = 31_536_000;
/** The build writes them under one name in every version. */
const UNHASHED = /\/assets\/markdown-(editor|renderer)\.js(\.br|\.gz)?$/;

const BELOW = /^\/(api|assets)(\/|$)/;

export interface SiteOptions {
  /** The folder that the build wrote its files to. */
  readonly folder: string;
  /** `null` where nothing was built. */
  readonly pages: SitePages | null;
  /** What the page reads before anything else. */
  readonly config: { readonly productName: string };
  /** The version text, exactly package.json's. */
  readonly version: string;
}

export async function serveSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const { folder, pages, config, version } = options;
  const json = JSON.stringify(config);
  app.get("/assets/config.json", (_request, reply) =>
    reply.type("application/json").header("cache-control", "no-cache").send(json),
  );
  app.get("/assets/version", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache").send(version),
  );
  if (pages !== null) await serveFiles(app, folder);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    if (pages !== null && isPage(request.method, path) && pages.has(path))
      return sendPage(request, reply, pages.at(path));
    if (pages !== null && asksForPage(request) && !isForPrograms(path))
      return sendNotFound(request, reply, pages.at(path));
    void reply.header("cache-control", "no-store"); // a file of another release may be there again after the next one
    throw new AppError("NOT_FOUND");
  });
}

/** Routes are few: one for each of seven hundred files would take a tenth of the start. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const hashed = join(folder, "assets");
  await app.register(fastifyStatic, {
    root: folder,
    serve: false, // gives replies `sendFile`; with routes of its own it would list and mount every file
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(hashed) && !UNHASHED.test(path);
      void reply.header("cache-control", isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
    },
  });
  // What is there at the start; every other address is the not-found handler's.
  const assets = new Set(readdirSync(hashed));
  app.route<{ Params: { "*": string } }>({
    method: ["GET", "HEAD"],
    url: "/assets/*",
    handler: (request, reply) => {
      const name = request.params["*"];
      return assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound();
    },
  });
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    if (!file.isFile()) continue;
    const handler = (_request: unknown, reply: FastifyReply) => reply.sendFile(file.name);
    app.route({ method: ["GET", "HEAD"], url: `/${file.name}`, handler });
  }
}

// An address of the site is no asset and no call, hides no slash, and none of its parts looks like a file.
function isPage(method: string, path: string): boolean {
  return isRead(method) && !BELOW.test(path) && !/\.|%2f|%5c|%00/i.test(path);
}

/** A call or a file that is not there; what stands for no text at all is neither. */
function isForPrograms(path: string): boolean {
  return BELOW.test(path) && !path.includes("%00");
}
