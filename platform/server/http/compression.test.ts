import { createHash } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { call, file } from "#platform/contract/call.ts";
import type { StoredFile } from "./file-reply.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const TEXT = "0123456789".repeat(500);
const reply = z.object({ text: z.string() });
const open = { method: "GET", who: "anyone", summary: "Get a text" } as const;
const getText = call({ ...open, path: "/text", reply });
const getShort = call({ ...open, path: "/short", reply });
const getTagged = call({ ...open, path: "/tagged", reply, revalidates: true });
const getSecret = call({ ...open, path: "/secret", reply, holdsSecret: true });
const getFile = call({ ...open, path: "/file", reply: file("text/csv; charset=utf-8") });

const stored: StoredFile = {
  name: "text.csv",
  mediaType: "text/csv; charset=utf-8",
  bytes: TEXT.length,
  sha256: createHash("sha256").update(TEXT).digest("hex"),
  async *read({ start, end }) {
    yield Buffer.from(TEXT.slice(start, end + 1));
  },
};

async function served() {
  const { url } = await aServer([
    route(getText, async () => ({ text: TEXT })),
    route(getShort, async () => ({ text: "short" })),
    route(getTagged, async () => ({ text: TEXT })),
    route(getSecret, async () => ({ text: TEXT })),
    route(getFile, async () => stored),
  ]);
  // Not fetch, which decompresses replies.
  return async (path: string, headers: Record<string, string>) => {
    const asked = request(url + path, { headers }).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
  };
}

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("JSON is compressed as %s where the caller takes it", async (encoding, unpack) => {
  const get = await served();
  const { headers, body } = await get("/text", { "accept-encoding": encoding });
  expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
  expect(JSON.parse(unpack(body).toString())).toEqual({ text: TEXT });
  expect(body.length).toBeLessThan(TEXT.length / 10);
});

test("a caller without compression gets plain JSON, and so does a short reply", async () => {
  const get = await served();
  for (const [path, accepted] of [
    ["/text", "identity"],
    ["/text", "br;q=0, gzip;q=0"],
    ["/short", "br, gzip"],
  ] as const) {
    const { headers, body } = await get(path, { "accept-encoding": accepted });
    expect(headers).not.toHaveProperty("content-encoding");
    expect(JSON.parse(body.toString())).toHaveProperty("text");
  }
});

test("a reply with a secret is never compressed", async () => {
  const get = await served();
  const { headers, body } = await get("/secret", { "accept-encoding": "br, gzip" });
  expect(headers).not.toHaveProperty("content-encoding");
  expect(JSON.parse(body.toString())).toEqual({ text: TEXT });
});

test("a file and a range of it keep their length and are not compressed", async () => {
  const get = await served();
  const whole = await get("/file", { "accept-encoding": "br, gzip" });
  expect(whole.headers).toMatchObject({ "content-length": String(TEXT.length) });
  expect(whole.body.toString()).toBe(TEXT);
  const range = await get("/file", { "accept-encoding": "br, gzip", range: "bytes=10-19" });
  expect(range).toMatchObject({ status: 206, headers: { "content-length": "10" } });
  expect(range.body.toString()).toBe("0123456789");
  for (const { headers } of [whole, range]) expect(headers).not.toHaveProperty("content-encoding");
});

test("compressed or plain, an unchanged reply is not sent again", async () => {
  const get = await served();
  const { etag } = (await get("/tagged", { "accept-encoding": "br" })).headers;
  expect(etag).toMatch(/^W\//); // the bytes differ by encoding
  for (const accepted of ["br", "identity"]) {
    const again = await get("/tagged", { "accept-encoding": accepted, "if-none-match": String(etag) });
    expect(again).toMatchObject({ status: 304, headers: { etag } });
    expect(again.body).toHaveLength(0);
  }
});
