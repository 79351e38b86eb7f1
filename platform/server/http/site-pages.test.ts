import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";
import { readSitePages } from "./site-pages.ts";
import { serveSite } from "./site.ts";
import { ALONE } from "./test-server.ts";

const LONG = "A ".repeat(400);
let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = mkdtempSync(join(os.tmpdir(), "site-"));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  for (const name of ["pages", "web/assets"]) mkdirSync(join(folder, name), { recursive: true });
  write("pages/pages.json", JSON.stringify({ "/": "home.html", "/admin/*": "admin-shell.html" }));
  write(
    "pages/addresses.json",
    JSON.stringify(["/", "/account/borrowers/all", "/borrower/$id", "/account", "/admin/users"]),
  );
  write("pages/listed.json", JSON.stringify(["/"]));
  write(
    "pages/home.html",
    `<title>%PRODUCT_NAME%</title><link rel="canonical" href="%PUBLIC_URL%/"><p>%LEGAL_ENTITY%, %LEGAL_EFFECTIVE_DATE%</p>${LONG}`,
  );
  write("pages/shell.html", `<title>%PRODUCT_NAME%</title><div id="root"></div>`);
  write("pages/admin-shell.html", "the shell of the admin pages");
  write("web/favicon.ico", "an icon");
  write("web/assets/index-abc.js", "let one");
  write("web/assets/index-abc.js.br", "compressed");
  write("web/assets/markdown-editor.js", "let two");
  const config = { productName: `Key & <Turn>` };
  const pages = readSitePages(join(folder, "pages"), {
    ...config,
    publicUrl: "https://keyturn.example",
    entity: "Keyturn <Test>, Inc.",
    address: "1 Test Street",
    contactEmail: "contact@keyturn.example",
    effectiveDate: "November 26, 2026",
    hostingProvider: "Test Hosting",
    emailProvider: "Test Email",
  });
  app = await createHttpServer({ logger: false, policy: ALONE, origin: "", pages, shed: false });
  app.get("/api/latest/thing/:id", () => "a call");
  await serveSite(app, { folder: join(folder, "web"), pages, config, version: "1.2.3" });
});

afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("a prerendered page is served with this server's name, address and operator, as text", async () => {
  const { body, headers } = await get("/?from=mail");
  expect(body).toContain(
    `<title>Key &#38; &#60;Turn&#62;</title><link rel="canonical" href="https://keyturn.example/"><p>Keyturn &#60;Test&#62;, Inc., November 26, 2026</p>`,
  );
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
});

test.each(["/account/borrowers/all", "/borrower/42?t=secret", "/account", "/account/", "/Account/Borrowers/All"])(
  "%s starts in the shell",
  async (path) => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<div id="root"></div>`);
  },
);

test.each(["/admin/users", "/Admin/Users/"])("%s starts in the shell of its area", async (path) => {
  const { statusCode, body } = await get(path);
  expect([statusCode, body]).toEqual([200, "the shell of the admin pages"]);
});

test("a page is compressed in a format that the browser supports", async () => {
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

test("an unchanged page is not sent again", async () => {
  const etag = String((await get("/")).headers.etag);
  const again = await get("/", { "if-none-match": etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("files named by their content are cached for a year, others are checked each time; copies are compressed", async () => {
  const hashed = await get("/assets/index-abc.js", { "accept-encoding": "br" });
  expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(hashed.body).toBe("compressed");
  expect((await get("/assets/markdown-editor.js")).headers["cache-control"]).toBe("no-cache");
});

test("files are answered to HEAD, and one beside the folder of the assets is checked each time", async () => {
  const head = await app.inject({ method: "HEAD", url: "/assets/index-abc.js" });
  expect([head.statusCode, head.headers["content-length"], head.body]).toEqual([200, "7", ""]);
  const icon = await get("/favicon.ico");
  expect([icon.body, icon.headers["cache-control"]]).toEqual(["an icon", "no-cache"]);
});

test.each([
  "/assets/index-old.js",
  "/assets/",
  "/assets/..%2ffavicon.ico",
  "/.env",
  "/api/latest/none",
  "/..%2fpages/home.html",
  "/home.html",
])("%s is not there", async (path) => {
  expect((await get(path)).statusCode).toBe(404);
});

/** As a browser that opens a page asks, and as a call and a script tag do. */
const LOOKS = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const ASKS = ["*/*", "application/json", ""];

describe.each([
  "/%E0%A4%A",
  "/x%00y",
  "/borrower/%E0%A4%A?token=t",
  "/api/latest/thing/%E0%A4%A",
  "/api/x%00y",
  "/a%2fb",
  "/nowhere/at/all",
  "/borrower",
  "/borrower/42/more",
  "/account/borrowers/all/more",
])("%s, an unknown address,", (path) => {
  test("gives people a page that says so", async () => {
    const { statusCode, headers, body } = await get(path, { ...LOOKS, "if-none-match": "*" });
    expect([statusCode, body]).toEqual([404, expect.stringContaining(`<div id="root"></div>`)]);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      vary: "accept, accept-encoding",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    const brotli = await get(path, { ...LOOKS, "accept-encoding": "br" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(body);
  });

  test("gives programs an error code", async () => {
    for (const accept of ASKS) {
      const { statusCode, headers, body } = await get(path, { accept });
      expect([statusCode, headers["content-type"], body]).toEqual([
        404,
        expect.stringContaining("application/json"),
        '{"message":"NOT_FOUND"}',
      ]);
    }
    const { body } = await app.inject({ method: "POST", url: path, headers: LOOKS });
    expect(body).toBe('{"message":"NOT_FOUND"}');
  });
});

test("an unknown call or file gives everyone an error code", async () => {
  for (const path of ["/api/latest/none", "/assets/index-old.js"])
    expect((await get(path, LOOKS)).body).toBe('{"message":"NOT_FOUND"}');
});

test("the version is served as exact text", async () => {
  const { body, headers } = await get("/assets/version");
  expect([body, headers["content-type"]]).toEqual(["1.2.3", "text/plain; charset=utf-8"]);
});
