import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerErrors } from "./error-reply.ts";
import { serveSite } from "./site.ts";

const LONG = "A ".repeat(400);
let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = mkdtempSync(join(os.tmpdir(), "site-"));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  for (const name of ["pages", "web/assets"]) mkdirSync(join(folder, name), { recursive: true });
  write("pages/pages.json", JSON.stringify({ "/": "home.html" }));
  write("pages/home.html", `<title>%PRODUCT_NAME%</title><link rel="canonical" href="%PUBLIC_URL%/">${LONG}`);
  write("pages/shell.html", `<title>%PRODUCT_NAME%</title><div id="root"></div>`);
  write("web/assets/index-abc.js", "let one");
  write("web/assets/index-abc.js.br", "compressed");
  write("web/assets/markdown-editor.js", "let two");
  app = Fastify();
  answerErrors(app);
  const config = { productName: `Key & <Turn>` };
  await serveSite(app, { folder, publicUrl: "https://keyturn.example", config, version: "1.2.3" });
});

afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("a page that was drawn is served with the name and address that this server has, as text", async () => {
  const { body, headers } = await get("/?from=mail");
  expect(body).toContain(
    `<title>Key &#38; &#60;Turn&#62;</title><link rel="canonical" href="https://keyturn.example/">`,
  );
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
});

test.each(["/account/borrowers/all", "/nowhere/at/all"])("%s starts in the shell", async (path) => {
  const { statusCode, body } = await get(path);
  expect(statusCode).toBe(200);
  expect(body).toContain(`<div id="root"></div>`);
});

test("a page is compressed as the browser understands it", async () => {
  const plain = (await get("/")).rawPayload;
  const brotli = await get("/", { "accept-encoding": "gzip, deflate, br" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain);
  const gzip = await get("/", { "accept-encoding": "gzip;q=0.8" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain);
  expect((await get("/", { "accept-encoding": "br;q=0, gzip;q=0.0" })).rawPayload).toEqual(plain);
  expect(brotli.headers.etag).not.toBe(gzip.headers.etag);
});

test("a page that is known already is not sent again", async () => {
  const etag = String((await get("/")).headers.etag);
  const again = await get("/", { "if-none-match": etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("files named by their content keep for a year, others are asked for anew; the compressed copy is taken", async () => {
  const hashed = await get("/assets/index-abc.js", { "accept-encoding": "br" });
  expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(hashed.body).toBe("compressed");
  expect((await get("/assets/markdown-editor.js")).headers["cache-control"]).toBe("no-cache");
});

test.each(["/assets/index-old.js", "/.env", "/api/latest/none", "/..%2fpages/home.html", "/home.html"])(
  "I14 %s is not there",
  async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  },
);

test("S7.52 the version is text, to the letter", async () => {
  const { body, headers } = await get("/assets/version");
  expect([body, headers["content-type"]]).toEqual(["1.2.3", "text/plain; charset=utf-8"]);
});
