import { Marked } from "marked";
import { describe, expect, test } from "vitest";
import { LONGEST_TEXT, makeToHtml } from "./to-html.ts";

const toHtml = makeToHtml({ Marked });

test("headings, emphasis, lists and links become HTML", () => {
  expect(toHtml("# A\n\n*b* **c**\n\n- d\n\n[e](https://example.com)")).toBe(
    '<h2>A</h2>\n<p><em>b</em> <strong>c</strong></p>\n<ul>\n<li>d</li>\n</ul>\n<p><a href="https://example.com">e</a></p>\n',
  );
});

test("the deepest heading stays a heading", () => expect(toHtml("###### A")).toBe("<h6>A</h6>\n"));

test("a task says by a sign whether it is done", () => {
  expect(toHtml("- [x] a\n- [ ] b")).toMatch(/☑ a[^]*☐ b/);
  expect(toHtml("- [x] a")).not.toContain("<input");
});

test.each(["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg><script>alert(1)</script></svg>"])(
  "raw HTML such as %j is dropped",
  (html) => expect(toHtml(html)).not.toMatch(/<(script|img|svg)/),
);

test.each(["", " ", "\u0000", "\ud800", "👩‍👩‍👧 Nguyễn ﷽", "a\r\nb", "\ufeff# x"])("%j breaks nothing", (text) => {
  expect(toHtml(text)).toBeTypeOf("string");
});

test("a text longer than ours may be is refused, one of that length is not", () => {
  const atLeisure = makeToHtml({ Marked }, () => 0);
  expect(atLeisure("a ".repeat(LONGEST_TEXT / 2))).toContain("<p>");
  expect(atLeisure("a".repeat(LONGEST_TEXT + 1))).toBeNull();
});

describe("what was written to be slow", () => {
  test.each([
    ["10,000 brackets", "[".repeat(10_000)],
    ["5,000 nested brackets", "[".repeat(5_000) + "]".repeat(5_000)],
    ["10,000 quotes in quotes", ">".repeat(10_000)],
    ["10,000 lists in lists", "- ".repeat(10_000)],
    ["links in links", "[a](".repeat(5_000)],
    ["stars that never close", "**~<| ".repeat(3_333)],
    ["underscores", "a_".repeat(10_000)],
  ])("is shown or refused, and does not hang: %s", (_what, text) => {
    expect(() => toHtml(text)).not.toThrow();
  });

  test("is refused once its time is over; a short text has more of it", () => {
    let time = 0;
    const toHtmlBusily = makeToHtml({ Marked }, () => (time += 30));
    expect(toHtmlBusily("a ".repeat(2_000))).toBeNull();
    expect(toHtmlBusily("a")).toBe("<p>a</p>\n");
  });
});
