import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { call } from "#platform/contract/call.ts";
import { toReplySchema } from "./reply-schema.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

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
  const all = { text: "", count: 0, at: "2026-01-01T00:00:00.000Z", list: [], object: { a: "" }, kind: "a", more: "" };
  expect((await reply(Nullable, all)).body).toEqual(all);
});

test("a field may be named like a check", async () => {
  const Odd = z.object({ format: z.string(), pattern: z.nullable(z.string()), default: z.string(), minimum: z.int() });
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
