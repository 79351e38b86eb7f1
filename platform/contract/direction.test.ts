import { expect, test } from "vitest";
import { withoutDirectionMarks } from "./direction.ts";

test.each([
  ["pay\u202eROLL\u202c", "payROLL"],
  ["\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", ""],
  ["שלום ACH 12", "שלום ACH 12"],
  ["\u2029 and \u2065 stay", "\u2029 and \u2065 stay"],
])("%j is shown as %j", (given, shown) => {
  expect(withoutDirectionMarks(given)).toBe(shown);
});
