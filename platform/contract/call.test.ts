import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import fc from "fast-check";
import { call, file, type Input, isCall, isFile, type Parsed, type ReplyOf } from "./call.ts";
import { admits, needsToken, ROLES } from "./who.ts";
import { requireWithinLimit } from "./errors.ts";
import { canonicalJson, canonicalParts } from "./canonical-json.ts";

describe("call", () => {
  const base = { method: "GET", summary: "A thing", reply: null } as const;

  test("a call does not compile without who, or when its params differ from the names in its path", () => {
    // @ts-expect-error -- who is missing
    call({ ...base, path: "/thing" });
    // @ts-expect-error -- no such role
    call({ ...base, path: "/thing", who: ["owner"] });
    // @ts-expect-error -- a call needs at least one role
    call({ ...base, path: "/thing", who: [] });
    // @ts-expect-error -- {id} has no schema
    call({ ...base, path: "/thing/{id}", who: "anyone" });
    // @ts-expect-error -- the schema names another
    call({ ...base, path: "/thing/{id}", who: "anyone", params: z.object({ key: z.string() }) });
    // @ts-expect-error -- the path names nothing
    call({ ...base, path: "/thing", who: "anyone", params: z.object({ id: z.string() }) });
    expect(isCall(call({ ...base, path: "/thing/{id}", who: "anyone", params: z.object({ id: z.string() }) }))).toBe(
      true,
    );
  });

  test("a call whose path, query and body share a name is refused", () => {
    const id = z.object({ id: z.string() });
    const path = "/thing/{id}";
    expect(() => call({ ...base, path, who: "anyone", params: id, query: id })).toThrow("twice");
    expect(() => call({ ...base, path, who: "anyone", params: id, body: id })).toThrow("twice");
  });

  test("the types of the input, the parsed input and the reply follow the schemas", () => {
    const made = call({
      method: "POST",
      path: "/thing/{id}",
      summary: "Make a thing",
      who: ["admin"],
      params: z.object({ id: z.string() }),
      body: z.object({ days: z._default(z.coerce.number(), 90) }),
      reply: z.object({ at: z.string() }),
    });
    expectTypeOf<Parsed<typeof made>>().toEqualTypeOf<{ id: string } & { days: number }>();
    expectTypeOf<Input<typeof made>>().toExtend<{ id: string }>();
    expectTypeOf<ReplyOf<typeof made>>().toEqualTypeOf<{ at: string }>();
    expect(made.status).toBe(200);
  });

  test("the success status is 200, or 204 without a reply, by default", () => {
    const status = (more: object) => call({ ...base, path: "/thing", who: "anyone", ...more }).status;
    expect(status({})).toBe(204);
    expect(status({ reply: z.object({}) })).toBe(200);
    expect(status({ reply: z.object({}), status: 202 })).toBe(202);
  });

  test("a file reply is distinguished from a schema", () => {
    expect(isFile(file("application/pdf"))).toBe(true);
    expect(isFile(z.object({}))).toBe(false);
    expect(isFile(null)).toBe(false);
  });

  test("a list admits only its roles; a person without a membership has none", () => {
    for (const role of ROLES) expect(admits(["root", "admin"], role)).toBe(role === "root" || role === "admin");
    expect(admits(["guest"], null)).toBe(false);
    expect(admits("signed-in", null)).toBe(true);
    expect(["anyone", "signature", "signed-in", ["guest"]].map((who) => needsToken(who as never))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe("errors", () => {
  test("there is room for the last one, and for no more", () => {
    expect(() => requireWithinLimit(49, 50)).not.toThrow();
    expect(() => requireWithinLimit(50, 50)).toThrow("LIMIT_REACHED");
    expect(() => requireWithinLimit(47, 50, 3)).not.toThrow();
    expect(() => requireWithinLimit(48, 50, 3)).toThrow("LIMIT_REACHED");
  });
});

describe("canonical json", () => {
  test("keys are sorted at every level, and there is no whitespace", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: "ä\n", e: undefined })).toBe(
      '{"a":"ä\\n","b":[{"c":null,"d":1}]}',
    );
  });

  test("any value reads back the same, and the pieces add up to the whole", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        for (const levels of [0, 1, 7]) expect([...canonicalParts(value, levels)].join("")).toBe(text);
      }),
    );
  });
});
