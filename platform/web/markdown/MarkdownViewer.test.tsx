// What HTML loses on its way into the page is tried in a real browser: the sanitizer does not work on a document that is none.
import { render, screen, waitFor } from "@testing-library/react";
import { Marked } from "marked";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readTestConfig } from "../test-config.ts";
import { MarkdownViewer } from "./MarkdownViewer.tsx";

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
