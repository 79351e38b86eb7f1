import { expect, test } from "vitest";
import { fileSize, formatCount, formatList, formatPeriod, withoutDirectionMarks } from "./text.ts";

test("whole years of days are years", () => {
  expect([30, 365, 1_095, 1_096].map(formatPeriod)).toEqual(["30 days", "1 year", "3 years", "1,096 days"]);
});

test("counts have thousands separators and the right number", () => {
  expect(["0 days", "1 day", "2 days"]).toEqual([0, 1, 2].map((count) => formatCount(count, "day")));
  expect(formatCount(1_200, "person", "people")).toBe("1,200 people");
});

test("lists have a serial comma", () => {
  expect(["", "a", "a and b", "a, b, and c"]).toEqual(
    [[], ["a"], ["a", "b"], ["a", "b", "c"]].map((list) => formatList(list)),
  );
  expect(formatList(["a", "b", "c"], "or")).toBe("a, b, or c");
});

test.each([
  [0, "1 KB"],
  [812_400, "812 KB"],
  [1_250_000, "1.3 MB"],
  [10_000_000, "10 MB"],
])("%i bytes read as %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});

test.each([
  ["pay\u202eROLL\u202c", "payROLL"],
  ["\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", ""],
  ["שלום ACH 12", "שלום ACH 12"],
  ["\u2029 and \u2065 stay", "\u2029 and \u2065 stay"],
])("%j is shown as %j", (given, shown) => {
  expect(withoutDirectionMarks(given)).toBe(shown);
});
