import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ErrorBody } from "./error-body.ts";
import { AppError, ERROR_CODES, ERROR_STATUS } from "./errors.ts";
import { fieldErrors, Cents, Email, Id, Name, text, Version, holdsCardNumber } from "./fields.ts";

const takes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe("names", () => {
  test.each(["Łukasz", "Nguyễn Văn A", "O'Brien-Smith", "王小明", "🙂", "x".repeat(100)])("%s is one", (name) => {
    expect(Name.parse(` ${name} `)).toBe(name);
  });
  test.each(["", "  ", "x".repeat(101), "a\nb", "a\rb", "a\u0000b", "a\tb", "a\u2028b", "a\u0085b", 7, null])(
    "%j is none",
    (name) => {
      expect(takes(Name, name)).toBe(false);
    },
  );
});

test("a single-line text allows no control characters, a multi-line text only line breaks and tabs", () => {
  const [line, lines] = [text(50), text(50, { multiline: true })];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0x9f }), (code) => {
      const value = `a${String.fromCodePoint(code)}b`;
      const isControl = /\p{Cc}/u.test(value);
      expect(takes(line, value)).toBe(!isControl);
      expect(takes(lines, value)).toBe(!isControl || ["\n", "\r", "\t"].includes(value[1]!));
    }),
  );
});

test("half a surrogate pair is refused, a whole pair is accepted", () => {
  for (const schema of [text(50), text(50, { multiline: true })]) {
    for (const value of ["\ud800", "a\udc00b", "\udc00\ud800"]) expect(takes(schema, value)).toBe(false);
    expect(takes(schema, "\ud83d\ude42")).toBe(true);
  }
});

test("a long text that is no match is refused: its pattern has one way to read it", () => {
  const lines = text(1_000_000, { multiline: true });
  expect(takes(lines, `${"a\n".repeat(400_000)}\u0000`)).toBe(false);
  expect(takes(lines, "a\n".repeat(400_000))).toBe(true);
});

describe("emails", () => {
  test.each(["a@b.co", "first.last+tag@sub.example.org", "o'brien@example.com"])("%s is one", (email) => {
    expect(takes(Email, email)).toBe(true);
  });
  test.each([
    "abc",
    "a@",
    "@b.co",
    "a b@c.d",
    "a@b\nBcc: c@d.e",
    "a@b.co,c@d.co",
    "<a@b.co>",
    "a@b..co",
    "a@b.co\u0000",
    `${"x".repeat(250)}@b.co`,
    { $ne: null },
    ["a@b.co"],
    null,
  ])("%j is none", (email) => {
    expect(takes(Email, email)).toBe(false);
  });
});

test("an id is a random UUID in text and nothing else", () => {
  expect(takes(Id, crypto.randomUUID())).toBe(true);
  for (const id of [
    1,
    -0,
    2 ** 63,
    "1",
    "",
    "💥",
    `${crypto.randomUUID()}\u0000`,
    `{${crypto.randomUUID()}}`,
    "' or 1=1 --",
  ])
    expect(takes(Id, id)).toBe(false);
});

test("cents and versions are whole, in bounds, and never text", () => {
  for (const wrong of [-1, 1.5, 1e12, NaN, Infinity, "5", null]) expect(takes(Cents, wrong)).toBe(false);
  for (const wrong of [0, -1, 1.5, "1", 2 ** 53]) expect(takes(Version, wrong)).toBe(false);
  expect([takes(Cents, 0), takes(Cents, 100_000_000_000), takes(Version, 1)]).toEqual([true, true, true]);
});

test("errors name the field and a code", () => {
  const schema = z.strictObject({
    name: Name,
    age: z.int().check(z.minimum(18)),
    kind: z.enum(["a"]),
    list: z.array(z.string()).check(z.maxLength(1)),
  });
  const reported = (value: unknown) => fieldErrors(schema.safeParse(value, { reportInput: true }).error!);
  expect(reported({ age: 5, kind: "b", list: ["x", "y"], more: 1 })).toEqual([
    { field: "name", code: "REQUIRED" },
    { field: "age", code: "TOO_SMALL" },
    { field: "kind", code: "INVALID_VALUE" },
    { field: "list", code: "TOO_BIG" },
    { field: "more", code: "UNKNOWN_FIELD" },
  ]);
  expect(reported({ name: "\n", age: "5", kind: "a", list: [1] })).toEqual([
    { field: "name", code: "REQUIRED" },
    { field: "age", code: "INVALID_TYPE" },
    { field: "list.0", code: "INVALID_TYPE" },
  ]);
  expect(reported("text")).toEqual([{ field: "", code: "INVALID_TYPE" }]);
});

test("every code has one of the statuses that a refusal may have", () => {
  for (const code of ERROR_CODES) {
    expect(ERROR_STATUS[code]).toBeGreaterThanOrEqual(400);
    expect(new AppError(code).status).toBe(ERROR_STATUS[code]);
    expect(ErrorBody.parse({ message: code })).toEqual({ message: code });
  }
  expect(takes(ErrorBody, { message: "SOMETHING_ELSE" })).toBe(false);
});

test.each([
  "4242424242424242",
  "4242 4242 4242 4242",
  "card 4000-0566-5566-5556, exp 12/29 CVC 123",
  "5555555555554444",
  "2223003122003222",
  "378282246310005",
  "3782 822463 10005",
  "6011111111111117",
  "36227206271667",
  "3566002020360505",
  "4222222222222",
  "Paid with 4242424242424242.",
])("%s holds a card's number", (text) => expect(holdsCardNumber(text)).toBe(true));

test.each([
  ["another check digit", "4242424242424241"],
  ["a loan's number in MERS", "100015902347654327"],
  ["no brand", "9999999999999995"],
  ["too few digits", "424242424242"],
  ["too many digits", "42424242424242424242"],
  ["a phone number", "+1 (208) 555-0147"],
  ["an account", "Account 000123456789"],
  ["money and days", "2026-11-02 4,242.42 and 4,242,424.24"],
  ["digits across lines", "4242 4242\n4242 4242"],
  ["an amount", "4242424242424242.00"],
])("%s is none: %s", (_what, text) => expect(holdsCardNumber(text)).toBe(false));
