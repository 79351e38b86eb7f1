import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import fc from "fast-check";
import { call, file } from "#platform/contract/call.ts";
import { fileNamePart, type StoredFile } from "./file-reply.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const get = call({ method: "GET", path: "/file", summary: "Get a file", who: "anyone", reply: file("text/plain") });

async function served(name: string, content = Buffer.from("0123456789"), more: Partial<StoredFile> = {}) {
  const stored: StoredFile = {
    name,
    mediaType: "text/plain",
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    async *read({ start, end }) {
      for (let at = start; at <= end; at++) yield content.subarray(at, at + 1);
    },
    ...more,
  };
  const { url } = await aServer([route(get, () => Promise.resolve(stored))]);
  return (headers: Record<string, string> = {}) => fetch(`${url}/file`, { headers });
}

test.each([
  "report.pdf",
  "Nguyễn, Łukasz.pdf",
  'a"; filename="evil.exe',
  "a\r\nset-cookie: x=1.pdf",
  "../../etc/passwd",
  "报告.pdf",
])("a name like %j travels whole in UTF-8, plain for the rest, and never as a header of its own", async (name) => {
  const { headers } = await (await served(name))();
  const [, plain, exact] =
    /^attachment; filename="([\w.-]+)"; filename\*=UTF-8''([^\s;"]+)$/.exec(headers.get("content-disposition")!) ?? [];
  expect(plain).toMatch(/^[\w.-]+$/);
  expect(decodeURIComponent(exact!)).toBe(name);
  expect(headers.get("set-cookie")).toBeNull();
});

test("a file that arrives in pieces is whole, with its length", async () => {
  const reply = await (await served("a.txt"))();
  expect([reply.headers.get("content-length"), await reply.text()]).toEqual(["10", "0123456789"]);
});

test("an empty file is sent with no bytes, and every range of it is refused", async () => {
  const ask = await served("empty.txt", Buffer.alloc(0));
  const whole = await ask();
  expect([whole.status, whole.headers.get("content-length"), await whole.text()]).toEqual([200, "0", ""]);
  const range = await ask({ range: "bytes=0-" });
  expect([range.status, range.headers.get("content-range")]).toEqual([416, "bytes */0"]);
});

test("a source that fails halfway cuts the connection, so that a partial file never seems complete", async () => {
  const ask = await served("a.txt", undefined, {
    async *read() {
      yield Buffer.from("01234");
      throw new Error("the disk is gone");
    },
  });
  await expect(ask().then((reply) => reply.text())).rejects.toThrow();
  await expect(ask().then((reply) => reply.text())).rejects.toThrow();
});

test.each([
  ["O'Nguyễn Smith", "O-Nguyễn-Smith"],
  ["O'Nguyễn Smith".normalize("NFD"), "O-Nguyễn-Smith"],
  ["=Whit field ", "Whit-field"],
  ["Anne--Marie", "Anne-Marie"],
  ["张伟", "张伟"],
  ["हिन्दी", "हिन्दी"],
  ["🧿🎉", "borrower"],
  ["../../..", "borrower"],
  ["", "borrower"],
])("%j is named %j", (given, named) => {
  expect(fileNamePart(given, "borrower")).toBe(named);
});

test("no name has an empty part, a doubled hyphen or a hyphen at an end", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(`report-${fileNamePart(text, "borrower")}.pdf`).toMatch(/^report(?:-[^-./\\\s]+)+\.pdf$/u);
    }),
  );
});
