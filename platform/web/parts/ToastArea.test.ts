import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideToast, showToast, toastStore } from "./ToastArea.tsx";

const shown = () => toastStore.get().map(({ uuid }) => uuid);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const uuid of shown()) hideToast(uuid);
  vi.useRealTimers();
});

test("a toast stays; one that hides itself stays for 5000 ms or its own delay", () => {
  const staying = showToast("Saved", "The borrower was saved");
  const usual = showToast("Saved", "", { autohide: true });
  const short = showToast("Saved", "", { autohide: true, delay: 1000 });
  vi.advanceTimersByTime(1000);
  expect(shown()).toEqual([staying, usual]);
  vi.advanceTimersByTime(3999);
  expect(shown()).toContain(usual);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([staying]);
  expect(short).not.toBe(usual);
});
