// What HTML loses on its way into the page is tried in a real browser: the sanitizer does not work on a document that is none.
import { render, screen, waitFor } from "@testing-library/react";
import { Marked } from "marked";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readTestConfig } from "../test-http.ts";
import { MarkdownViewer, LONGEST_TEXT, makeToHtml } from "./MarkdownViewer.tsx";

describe("viewer", () => {
  let made = 0;
  // Each test has a script of its own: one that came is not asked for again.
  beforeEach(async () => {
    const { scripts } = await readTestConfig();
    await readTestConfig({ scripts: { ...scripts, markdownRenderer: `/assets/renderer-${++made}.js` } });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(window, "marked");
  });

  function theScript(event: "load" | "error") {
    return vi.spyOn(document.head, "append").mockImplementation((script) => {
      if (event === "load") Object.assign(window, { marked: { Marked } });
      (script as HTMLScriptElement).dispatchEvent(new Event(event));
    });
  }

  const viewer = () => screen.getByTestId("markdown-viewer");

  test("until the renderer is there the text is shown as it was written", () => {
    vi.spyOn(document.head, "append").mockImplementation(() => undefined);
    render(<MarkdownViewer text={"# A\n<b>"} />);
    expect(viewer().textContent).toBe("# A\n<b>");
    expect(viewer().getAttribute("aria-busy")).toBe("true");
  });

  test("with the renderer blocked the page says so and shows the text as it was written", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    theScript("error");
    render(<MarkdownViewer text={"# A\n<script>"} />);
    await screen.findByText("Formatting didn't load. This is the text as written.");
    expect(viewer().textContent).toContain("# A\n<script>");
    expect(viewer().getAttribute("aria-busy")).toBeNull();
  });

  test("a script that left something else behind counts as blocked", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    Object.assign(window, { marked: {} });
    vi.spyOn(document.head, "append").mockImplementation(
      (script) => void (script as HTMLScriptElement).dispatchEvent(new Event("load")),
    );
    render(<MarkdownViewer text="# A" />);
    await screen.findByText(/^Formatting didn't load/);
  });

  test("a text that is too long is shown as it was written, and why", async () => {
    theScript("load");
    render(<MarkdownViewer text={"> ".repeat(20_000)} />);
    await waitFor(() => expect(viewer().textContent).toMatch(/^This text is too long or too nested to format/));
  });
});

describe("markdown to HTML", () => {
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
});
