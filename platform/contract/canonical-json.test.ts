import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, canonicalParts } from "./canonical-json.ts";

test("keys are sorted at every level, and there is no whitespace", () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: "ä\n", e: undefined })).toBe('{"a":"ä\\n","b":[{"c":null,"d":1}]}');
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
