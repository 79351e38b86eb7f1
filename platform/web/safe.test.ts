// What html loses is tried in a real browser: the sanitizer does not work on a document that is none.
import { beforeEach, describe, expect, test } from "vitest";
import { safe, type SafeType } from "./safe.ts";
import { readTestConfig } from "./test-http.ts";

beforeEach(() => readTestConfig());

test.each(["video", "", "HTML", "toString"])("the type %j is an 'Invalid safe type'", (type) => {
  expect(() => safe("x", type as SafeType)).toThrow("Invalid safe type");
});

test.each([
  [null, "html"],
  [undefined, "url"],
  ["", "style"],
] as const)("%j as %s is 'No value to sanitize'", (value, type) => {
  expect(() => safe(value, type)).toThrow("No value to sanitize");
});

describe("a link", () => {
  test.each([
    "https://example.com/a?b=1",
    "http://example.com",
    "mailto:a@example.com",
    "tel:+15550102030",
    "/account",
  ])("%j passes as it is", (value) => expect(safe(value, "url")).toBe(value));

  test.each([
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "data:text/html,<b>",
    "blob:x",
    "vbscript:x",
    "file:///x",
  ])("%j is refused", (value) => expect(() => safe(value, "url")).toThrow("UNSAFE_VALUE"));
});

describe("an address to load from", () => {
  test.each(["https://card.example/v3", "/assets/editor.js"])("%j is one of ours", (value) => {
    expect(safe(value, "resourceUrl")).toBe(value);
  });

  test.each(["https://evil.example/v3", "//evil.example/v3", "https://card.example.evil.example/", "javascript:x"])(
    "%j is refused",
    (value) => expect(() => safe(value, "resourceUrl")).toThrow("UNSAFE_VALUE"),
  );
});

describe("a style", () => {
  test("with only visual properties passes", () =>
    expect(safe("color: red; margin: 0 4px", "style")).toBe("color: red; margin: 0 4px"));

  test.each([
    "background: url(https://evil.example)",
    "background: ur/**/l(https://evil.example)",
    "background: URL (x)",
    "background: image-set('x' 1x)",
    "@import 'x'",
    "width: expression(alert(1))",
    "background: \\75rl(x)",
    "</style><script>",
  ])("%j is refused", (value) => expect(() => safe(value, "style")).toThrow("UNSAFE_VALUE"));
});

describe("a script", () => {
  test("of data passes, and cannot end its element", () => {
    expect(safe('{"a": "</script>"}', "script")).toBe('{"a":"\\u003c/script>"}');
  });

  test("that would run is refused", () => expect(() => safe("alert(1)", "script")).toThrow("UNSAFE_VALUE"));
});
