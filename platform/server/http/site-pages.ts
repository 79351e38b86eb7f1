import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Placeholders in a prerendered page for the settings of the installation that serves it. */
export const PAGE_MARKS = {
  productName: "%PRODUCT_NAME%",
  publicUrl: "%PUBLIC_URL%",
  entity: "%LEGAL_ENTITY%",
  address: "%LEGAL_ADDRESS%",
  contactEmail: "%CONTACT_EMAIL%",
  effectiveDate: "%LEGAL_EFFECTIVE_DATE%",
  hostingProvider: "%HOSTING_PROVIDER%",
  emailProvider: "%EMAIL_PROVIDER%",
} as const;

type PageValues = Readonly<Record<keyof typeof PAGE_MARKS, string>>;

type Encoding = "br" | "gzip" | "identity";

interface SitePage {
  /** Names the content, whatever its encoding; without quotes. */
  readonly etag: string;
  body(encoding: Encoding): Buffer;
}

export interface SitePages {
  /** The page of an address. An address without a prerendered page gets the shell of its area, such as `/account/*`, or the general one. */
  at(path: string): SitePage;
  /** Whether the site has a page or a redirect at this address. */
  has(path: string): boolean;
  /** Paths of the pages that the sitemap lists for search engines. */
  readonly listed: readonly string[];
}

/** `null` where nothing was built, as while pages come from the development server. */
export function readSitePages(folder: string, values: PageValues): SitePages | null {
  const list = join(folder, "pages.json");
  if (!existsSync(list)) return null;
  const read = (file: string) => toPage(readFileSync(join(folder, file)), values);
  const files = JSON.parse(readFileSync(list, "utf8")) as Readonly<Record<string, string>>; // written by our own build
  const pages = new Map(Object.entries(files).map(([path, file]) => [path, read(file)]));
  const shell = read("shell.html");
  const paths = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly string[];
  const addresses = addressPattern(paths("addresses.json"));
  return {
    listed: paths("listed.json"),
    at: (path) => pages.get(path) ?? pages.get(areaOf(path)) ?? shell,
    has: (path) => addresses.test(path),
  };
}

function areaOf(path: string): string {
  return `/${path.split("/", 2)[1]?.toLowerCase()}/*`;
}

/** As the router matches: `$id` is any one part, upper and lower case are the same, and so is a slash at the end. */
function addressPattern(addresses: readonly string[]): RegExp {
  const parts = (address: string) => address.split("/").map((part) => (part.startsWith("$") ? "[^/]+" : part));
  return new RegExp(
    `^(?:${addresses.map((address) => parts(address.replace(/\/$/, "")).join("/")).join("|")})/?$`,
    "i",
  );
}

function filled(html: string, values: PageValues): string {
  const names = Object.keys(PAGE_MARKS) as (keyof typeof PAGE_MARKS)[];
  return names.reduce((text, name) => text.replaceAll(PAGE_MARKS[name], () => escaped(values[name])), html);
}

/** All but reading the file is done by the first request: all pages at once would take a third of the CPU of a start. */
function toPage(html: Buffer, values: PageValues): SitePage {
  let identity: Buffer | undefined;
  let etag: string | undefined;
  const filledOnce = () => (identity ??= Buffer.from(filled(html.toString(), values)));
  const bodies = new Map<Encoding, Buffer>();
  return {
    get etag() {
      return (etag ??= createHash("sha256").update(filledOnce()).digest("base64url").slice(0, 22));
    },
    body: (encoding) => {
      const body = bodies.get(encoding) ?? ENCODERS[encoding](filledOnce());
      bodies.set(encoding, body);
      return body;
    },
  };
}

const ENCODERS: Readonly<Record<Encoding, (identity: Buffer) => Buffer>> = {
  identity: (identity) => identity,
  br: (identity) => brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (identity) => gzipSync(identity),
};

/** Text as it may stand in an element or an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, { etag, body }: SitePage): FastifyReply {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const tag = `"${etag}-${encoding}"`;
  void reply.headers({ "cache-control": "no-cache", etag: tag, vary: "accept-encoding" });
  if (request.headers["if-none-match"] === tag) return reply.code(304).send();
  return sendBody(reply, encoding, body(encoding));
}

/** Sends the not-found page. It is never cached: an address that is unknown today may exist tomorrow. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply, { body }: SitePage): FastifyReply {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  void reply.code(404).headers({ "cache-control": "no-store", vary: "accept, accept-encoding" });
  return sendBody(reply, encoding, body(encoding));
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
