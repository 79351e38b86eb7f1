import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useState } from "react";
import * as z from "zod/mini";
import { Marked } from "marked";
import { ApiError } from "../http/api-error.ts";
import { Form } from "../form/Form.tsx";
import { readTestConfig } from "../test-http.ts";
import { renderAt } from "../test-router.tsx";
import { MarkdownEditor } from "./MarkdownEditor.tsx";
import { LONGEST_TEXT, makeToHtml, MarkdownViewer } from "./MarkdownViewer.tsx";

describe("MarkdownEditor", () => {
  const schema = z.object({ body: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) });

  beforeEach(async () => {
    await readTestConfig();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(document.head, "append").mockImplementation(
      (script) => void (script as HTMLScriptElement).dispatchEvent(new Event("error")),
    );
  });
  afterEach(() => void vi.restoreAllMocks());

  async function show(onSubmit = vi.fn()) {
    await renderAt(
      "/",
      <Form schema={schema} defaults={{ body: "" }} submit="Save" loading={false} error={null} onSubmit={onSubmit}>
        <MarkdownEditor name="body" label="Body" help="Markdown works here." />
      </Form>,
    );
    return onSubmit;
  }

  const body = () => screen.getByLabelText<HTMLTextAreaElement>("Body");
  const tab = (name: string) => screen.getByRole("tab", { name });
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
  const noteOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? null;

  test("with the editor's script blocked it is a plain text area, and says what is missing", async () => {
    const onSubmit = await show();
    await screen.findByText(/^The formatting buttons didn't load\./);
    expect(screen.queryByRole("toolbar")).toBeNull();
    await userEvent.type(body(), "**exactly** as typed");
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ body: "**exactly** as typed" }));
  });

  test("label, help and error are the field's own", async () => {
    await show();
    expect(noteOf(body())).toBe("Markdown works here.");
    await userEvent.click(body());
    await userEvent.tab();
    await waitFor(() => expect(noteOf(body())).toBe("Body required"));
    expect(body().getAttribute("aria-invalid")).toBe("true");
  });

  test("the preview shows what is written, by mouse and by arrow keys, and loses no word", async () => {
    await show();
    await userEvent.click(tab("Preview"));
    screen.getByText("Nothing to preview yet.");
    await userEvent.keyboard("{ArrowLeft}");
    expect(document.activeElement).toBe(tab("Write"));
    await userEvent.type(body(), "# A");
    await userEvent.click(tab("Preview"));
    await waitFor(() => expect(screen.getByTestId("markdown-viewer").textContent).toContain("# A"));
    expect(tab("Preview").getAttribute("aria-selected")).toBe("true");
    expect(body().value).toBe("# A");
    await userEvent.click(tab("Write"));
    expect(body().closest("[hidden]")).toBeNull();
  });

  test("a refused form shows the text area again, with the focus in it", async () => {
    const onSubmit = await show();
    await userEvent.type(body(), "x".repeat(41));
    await userEvent.click(tab("Preview"));
    await save();
    await waitFor(() => expect(document.activeElement).toBe(body()));
    expect(body().closest("[hidden]")).toBeNull();
    expect(noteOf(body())).toBe("Body is too long");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("a form that the server refuses shows the text area again, each time, with the focus in it", async () => {
    function Refused() {
      const [error, setError] = useState<Error | null>(null);
      const refuse = () =>
        setError(new ApiError(400, "VALIDATION_ERROR", { errors: [{ field: "body", code: "TOO_BIG" }] }));
      return (
        <Form schema={schema} defaults={{ body: "# A" }} submit="Save" loading={false} error={error} onSubmit={refuse}>
          <MarkdownEditor name="body" label="Body" />
        </Form>
      );
    }
    await renderAt("/", <Refused />);
    for (const attempt of ["first", "second"]) {
      await userEvent.click(tab("Preview"));
      await save();
      await waitFor(() => expect(document.activeElement, attempt).toBe(body()));
      expect(body().closest("[hidden]")).toBeNull();
      expect(noteOf(body())).toBe("Body is too long");
    }
  });
});

// What HTML loses on its way into the page is tried in a real browser: the sanitizer does not work on a document that is none.

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
