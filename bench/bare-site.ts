// The bare limit of pages: a folder over node:http, each file compressed once, and nothing else.
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const [folder = "", port = ""] = process.argv.slice(2);
const files = new Map(
  globSync("**/*.*", { cwd: folder }).map((file) => {
    const body = readFileSync(path.join(folder, file));
    const type = TYPES[path.extname(file)] ?? "application/octet-stream";
    // A font is compressed in itself. The qualities are those of the product: of its pages, which it fills at start.
    const isText = type !== "font/woff2";
    const br = isText ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : body;
    return [`/${file}`, { type, body, isText, br, gzip: isText ? gzipSync(body) : body }];
  }),
);

createServer((request, response) => {
  const asked = request.url === "/" ? "/index.html" : (request.url ?? "");
  const file = files.get(asked);
  if (file === undefined) return response.writeHead(404).end();
  const accepted = file.isText ? String(request.headers["accept-encoding"]) : "";
  const encoding = accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;
  response.writeHead(200, { "content-type": file.type, ...(encoding && { "content-encoding": encoding }) });
  response.end(encoding === null ? file.body : file[encoding]);
}).listen(Number(port), "127.0.0.1");
