import { request } from "node:http";
import { expect, test } from "vitest";
import { aThingServer, JSON_TYPE, PATH } from "./test-server.ts";

const VALIDATION = { status: 400, body: { message: "VALIDATION_ERROR" } };
const UNSUPPORTED = { status: 415, body: { message: "UNSUPPORTED_MEDIA_TYPE" } };

test("JSON in UTF-8 is accepted, however its type is written", async () => {
  const { post, reached } = await aThingServer();
  for (const type of ["application/json", "application/json; charset=utf-8", 'APPLICATION/JSON;charset="UTF-8"'])
    expect(await post('{"name":"ž"}', { "content-type": type })).toEqual({ status: 200, body: { name: "ž" } });
  expect(reached).toHaveLength(3);
});

test("every other type is 415, and its content is never read", async () => {
  const { post, raw, reached } = await aThingServer();
  for (const type of [
    "text/plain",
    "application/json; charset=utf-7",
    "application/jsonx",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
    "application/*",
    "application/json;version=1",
  ])
    expect(await post('{"name":"x"}', { "content-type": type }), type).toEqual(UNSUPPORTED);
  const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 12\r\n`;
  for (const header of ["content-type: application/json\tx\r\n", "content-type:\r\n", ""])
    expect(await raw(`${head}${header}\r\n{"name":"x"}`), header).toContain("415 Unsupported Media Type");
  expect(reached).toEqual([]);
});

test("a compressed body is 415: nothing is unpacked", async () => {
  const { post, reached } = await aThingServer();
  for (const encoding of ["gzip", "deflate", "br", "zstd", "identity"])
    expect(await post('{"name":"x"}', { ...JSON_TYPE, "content-encoding": encoding })).toEqual(UNSUPPORTED);
  expect(reached).toEqual([]);
});

test("a body of 100 MB is 413, whether it says its length or not", async () => {
  const { url, reached } = await aThingServer();
  const piece = Buffer.alloc(1_000_000, " ");
  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve) => {
      const sending = request(url + PATH, { method: "POST", headers: { ...JSON_TYPE, ...headers } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
        sending.destroy();
      });
      sending.on("error", () => {}); // the server closes while we still send
      for (let count = 0; count < 100; count++) sending.write(piece);
      sending.end();
    });
  expect(await status({ "content-length": "100000000" })).toBe(413);
  expect(await status({ "transfer-encoding": "chunked" })).toBe(413);
  expect(reached).toEqual([]);
});

test("a body just over the limit is 413 with its code, one at the limit is accepted", async () => {
  const { post } = await aThingServer();
  const bodyOf = (bytes: number) => `{"name":"${"x".repeat(bytes - 11)}"}`;
  expect(await post(bodyOf(1_000_000))).toMatchObject({ status: 200 });
  expect(await post(bodyOf(1_000_001))).toEqual({ status: 413, body: { message: "PAYLOAD_TOO_LARGE" } });
});

test("broken, deep or crowded JSON is 400 and never 500", async () => {
  const { post, reached } = await aThingServer();
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  for (const body of [
    "{",
    '{"name":',
    "{'name':1}",
    "nul",
    "\u0000",
    '{"name":"\ud800"',
    "NaN",
    `{"name":${deep}}`,
    deep,
  ])
    expect(await post(body), body.slice(0, 20)).toMatchObject(VALIDATION);
  const crowd = `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(",")}}`;
  expect(await post(crowd)).toMatchObject(VALIDATION);
  expect(await post("")).toMatchObject({ ...VALIDATION, body: { errors: [{ field: "name", code: "REQUIRED" }] } });
  expect(reached).toEqual([]);
});

test("keys that reach for a prototype are 400 wherever they stand", async () => {
  const { post, reached } = await aThingServer();
  for (const body of [
    '{"__proto__":{"name":"x"}}',
    '{"name":"x","constructor":{"prototype":{}}}',
    '{"name":"x","a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f_proto__":{"name":"x"}}',
  ])
    expect(await post(body), body).toMatchObject(VALIDATION);
  expect(reached).toEqual([]);
  expect(({} as { name?: string }).name).toBeUndefined();
});

test("the last of duplicate JSON keys counts; a duplicate query parameter is refused", async () => {
  const { post, url } = await aThingServer();
  expect(await post('{"name":"first","name":"last"}')).toEqual({ status: 200, body: { name: "last" } });
  expect((await fetch(`${url}/thing?limit=1&limit=2`)).status).toBe(400);
  expect((await fetch(`${url}/thing?limit[]=1&__proto__[x]=1&test=true`)).status).toBe(200);
});

test("a value of the wrong type is reported by field", async () => {
  const { post } = await aThingServer();
  expect(await post('{"name":{"$ne":null},"count":1.5}')).toEqual({
    status: 400,
    body: {
      message: "VALIDATION_ERROR",
      errors: [
        { field: "name", code: "INVALID_TYPE" },
        { field: "count", code: "INVALID_TYPE" },
      ],
    },
  });
});

test("a call without a body accepts an empty one of any type, and refuses another type with content", async () => {
  const { post, reached } = await aThingServer();
  for (const headers of [{}, JSON_TYPE, { "content-type": "text/plain" }])
    expect((await post("", headers as Record<string, string>, "/end")).status).toBe(204);
  expect(await post("{}", JSON_TYPE, "/end")).toMatchObject({ status: 204 });
  expect(await post("x", { "content-type": "text/plain" }, "/end")).toEqual(UNSUPPORTED);
  expect(reached).toHaveLength(4);
});
