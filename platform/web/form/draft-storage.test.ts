import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endStoredDrafts, takeStoredDrafts, writeStoredDrafts } from "./draft-storage.ts";

const KEY = "keptWords";
const forms = { "/create Create": { firstName: "Half a n" } };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test("drafts that no page restores are removed after two minutes", () => {
  writeStoredDrafts({ at: Date.now(), forms, person: "mia" });
  endStoredDrafts();
  vi.advanceTimersByTime(2 * 60_000 - 1);
  expect(sessionStorage.getItem(KEY)).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test("a later page finds no old drafts, and drafts newer than its start stay", () => {
  writeStoredDrafts({ at: Date.now() - 3 * 60_000, forms, person: "mia" });
  endStoredDrafts();
  expect(sessionStorage.getItem(KEY)).toBeNull();

  writeStoredDrafts({ at: Date.now() - 60_000, forms, person: "mia" });
  endStoredDrafts();
  expect(takeStoredDrafts()).toMatchObject({ forms, person: "mia" });
  writeStoredDrafts({ at: Date.now(), forms, person: "mia" });
  vi.advanceTimersByTime(60_000);
  expect(sessionStorage.getItem(KEY)).not.toBeNull();
});

test.each(["{", "null", "[]", "1", '{"at":"soon"}', '{"at":9e99}'])("%s is removed", (broken) => {
  sessionStorage.setItem(KEY, broken);
  endStoredDrafts();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});
