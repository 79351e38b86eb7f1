import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StickyFooter } from "./StickyFooter.tsx";

const isFlagged = () => document.body.dataset["stickyFooter"] === "true";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the body's flag falls 100 ms after the footer has gone", () => {
  const { unmount } = render(<StickyFooter>Save</StickyFooter>);
  expect(isFlagged()).toBe(true);
  unmount();
  vi.advanceTimersByTime(99);
  expect(isFlagged()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isFlagged()).toBe(false);
});

test("the next page's footer keeps it up", () => {
  const { unmount } = render(<StickyFooter>Save</StickyFooter>);
  unmount();
  render(<StickyFooter>Send</StickyFooter>);
  vi.advanceTimersByTime(1000);
  expect(isFlagged()).toBe(true);
});
