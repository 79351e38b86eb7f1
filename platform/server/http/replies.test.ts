import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import * as z from "zod/mini";
import { call, file, type Reply } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Who } from "#platform/contract/who.ts";
import { fileNamePart, type StoredFile } from "./file-reply.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";
import { toReplySchema } from "./reply-schema.ts";

describe("file reply", () => {
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
      /^attachment; filename="([\w.-]+)"; filename\*=UTF-8''([^\s;"]+)$/.exec(headers.get("content-disposition")!) ??
      [];
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
});

describe("cache rules", () => {
  const aCall = <R extends Reply>(path: `/${string}`, who: Who, reply: R) =>
    call({ method: "GET", path, summary: "A thing", who, reply } as never);

  async function cacheControlOf(path: string) {
    const text = z.object({ token: z.string() });
    const { app } = await aServer([
      route(aCall("/token", "anyone", text), async () => ({ token: "a" }) as never),
      route(aCall("/nothing", "anyone", null), async () => null),
      route(aCall("/dead", "anyone", text), () => Promise.reject(new AppError("LINK_DEAD"))),
      route(aCall("/own", "signed-in", text), async () => ({ token: "a" }) as never),
      route(aCall("/own-file", "signed-in", file("image/png")), () => Promise.reject(new AppError("NOT_FOUND"))),
      route(aCall("/refused", ["guest"], text), async () => ({ token: "a" }) as never),
      route(aCall("/picture", "anyone", file("image/png")), () => Promise.reject(new AppError("NOT_FOUND"))),
    ]);
    const { headers } = await app.inject({ url: path, headers: { authorization: "bearer x" } });
    return headers["cache-control"];
  }

  test.each([
    ["/token", "no-store"],
    ["/nothing", "no-store"],
    ["/dead", "no-store"],
    ["/own", "no-store"],
    ["/own-file", "no-store"],
    ["/refused", "no-store"],
    ["/picture", undefined],
  ])("no cache keeps anything but files that anyone may ask for: %s", async (path, expected) => {
    expect(await cacheControlOf(path)).toBe(expected);
  });
});

describe("reply schema", () => {
  const Person = z.object({
    id: z.uuid(),
    name: z.string().check(z.maxLength(5)),
    note: z.nullable(z.string()),
    age: z.optional(z.int()),
  });

  /** What leaves of a value under a schema, over a real server. */
  async function reply(schema: z.ZodMiniType, value: unknown): Promise<{ status: number; body: unknown }> {
    const get = call({ method: "GET", path: "/it", summary: "Get it", who: "anyone", reply: schema });
    const { url } = await aServer([route(get, () => Promise.resolve(value))]);
    const response = await fetch(`${url}/it`);
    return { status: response.status, body: await response.json() };
  }

  const id = crypto.randomUUID();
  const ROW = { id, name: "Nora", note: null, age: 3, passwordHash: "$argon2id$secret", organizationId: id };

  test("a secret column is never sent, at any depth", async () => {
    const shown = { id, name: "Nora", note: null, age: 3 };
    expect(await reply(Person, ROW)).toEqual({ status: 200, body: shown });
    expect(await reply(z.array(Person), [ROW, ROW])).toEqual({ status: 200, body: [shown, shown] });
    expect(await reply(z.object({ owner: z.nullable(Person) }), { owner: ROW, token: "x" })).toEqual({
      status: 200,
      body: { owner: shown },
    });
  });

  test("the matching branch of a union is used, and fields beyond it are left out, not refused", async () => {
    const Either = z.union([Person, z.omit(Person, { note: true })]);
    expect((await reply(Either, ROW)).body).toEqual({ id, name: "Nora", note: null, age: 3 });
    const { note: _note, ...without } = ROW;
    expect((await reply(Either, without)).body).toEqual({ id, name: "Nora", age: 3 });
    const Chosen = z.object({ id: z.uuid(), kind: z.nullable(z.enum(["a", "b"])) });
    const OrLess = z.union([Chosen, z.omit(Chosen, { kind: true })]);
    for (const kind of ["a", null]) expect((await reply(OrLess, { id, kind })).body).toEqual({ id, kind });
  });

  test("null stays null, in texts, numbers, dates, lists and objects, and missing fields stay missing", async () => {
    const Nullable = z.object({
      text: z.nullable(z.string()),
      count: z.nullable(z.int()),
      at: z.nullable(z.iso.datetime()),
      list: z.nullable(z.array(z.string())),
      object: z.nullable(z.object({ a: z.string() })),
      kind: z.nullable(z.enum(["a", "b"])),
      more: z.optional(z.string()),
    });
    const nothing = { text: null, count: null, at: null, list: null, object: null, kind: null };
    expect((await reply(Nullable, nothing)).body).toEqual(nothing);
    const all = {
      text: "",
      count: 0,
      at: "2026-01-01T00:00:00.000Z",
      list: [],
      object: { a: "" },
      kind: "a",
      more: "",
    };
    expect((await reply(Nullable, all)).body).toEqual(all);
  });

  test("a field may be named like a check", async () => {
    const Odd = z.object({
      format: z.string(),
      pattern: z.nullable(z.string()),
      default: z.string(),
      minimum: z.int(),
    });
    const value = { format: "pdf", pattern: null, default: "x", minimum: 1 };
    expect((await reply(Odd, value)).body).toEqual(value);
  });

  test("replies do not repeat the checks on values", () => {
    const schema = JSON.stringify(toReplySchema(Person));
    expect(schema).not.toMatch(/"(maxLength|format|pattern|additionalProperties)"/);
    expect(JSON.stringify(toReplySchema(z.nullable(Person)))).toContain('"nullable":true');
  });

  test("any text and any number is sent unchanged", async () => {
    const Value = z.object({ text: z.string(), number: z.number(), list: z.array(z.nullable(z.string())) });
    const get = call({ method: "GET", path: "/it", summary: "Get it", who: "anyone", reply: Value });
    let value: z.infer<typeof Value> = { text: "", number: 0, list: [] };
    const { url } = await aServer([route(get, () => Promise.resolve(value))]);
    const any = fc.record({
      text: fc.string({ unit: "binary" }),
      number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      list: fc.array(fc.option(fc.string())),
    });
    await fc.assert(
      fc.asyncProperty(any, async (made) => {
        value = made;
        expect(await (await fetch(`${url}/it`)).json()).toEqual(JSON.parse(JSON.stringify(made)));
      }),
      { numRuns: 50 },
    );
  });
});
