import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endStoredWords, takeStoredWords, writeStoredWords } from "./stored-words.ts";

const KEY = "keptWords";
const forms = { "/create Create": { firstName: "Half a n" } };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test("words that no page takes are gone after two minutes", () => {
  writeStoredWords({ at: Date.now(), forms, person: "mia" });
  endStoredWords();
  vi.advanceTimersByTime(2 * 60_000 - 1);
  expect(sessionStorage.getItem(KEY)).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test("a page that comes later finds none, and words that are newer than its start stay", () => {
  writeStoredWords({ at: Date.now() - 3 * 60_000, forms, person: "mia" });
  endStoredWords();
  expect(sessionStorage.getItem(KEY)).toBeNull();

  writeStoredWords({ at: Date.now() - 60_000, forms, person: "mia" });
  endStoredWords();
  expect(takeStoredWords()).toMatchObject({ forms, person: "mia" });
  writeStoredWords({ at: Date.now(), forms, person: "mia" });
  vi.advanceTimersByTime(60_000);
  expect(sessionStorage.getItem(KEY)).not.toBeNull();
});

test.each(["{", "null", "[]", "1", '{"at":"soon"}', '{"at":9e99}'])("%s does not stay", (broken) => {
  sessionStorage.setItem(KEY, broken);
  endStoredWords();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});
