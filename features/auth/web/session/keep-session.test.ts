import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerHttp } from "#platform/web/test-http.ts";
import { keepSession, refreshSession } from "./keep-session.ts";
import { currentToken, endSession, startSession } from "./session.ts";

const REFRESH = "POST /auth/refresh-token";
const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 12);

/** A token of twelve hours, issued now. */
function freshToken(firstName = "Mia"): string {
  const iat = Math.floor(Date.now() / 1000);
  return `h.${btoa(JSON.stringify({ id: "mia", firstName, memberships: [], iat, exp: iat + (12 * HOUR) / 1000 }))}.s`;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  startSession(freshToken());
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});

const press = () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
const server = () => answerHttp({ [REFRESH]: () => ({ token: freshToken() }) });

test("while a user is active, a token past half of its life is replaced once", async () => {
  const { count } = server();
  keepSession();
  const first = currentToken();
  await vi.advanceTimersByTimeAsync(5.9 * HOUR);
  press();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count(REFRESH), "not before half of its life").toBe(0);
  await vi.advanceTimersByTimeAsync(0.2 * HOUR);
  press();
  press();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count(REFRESH)).toBe(1);
  expect(currentToken()).not.toBe(first);
});

test.each(["/auth/login", "/error/401"])("%s works with a token that the server refuses", async (path) => {
  const { count } = server();
  keepSession();
  window.history.replaceState(null, "", path);
  await vi.advanceTimersByTimeAsync(7 * HOUR);
  press();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count(REFRESH)).toBe(0);
  window.history.replaceState(null, "", "/");
});

test("when no one uses the page, the token expires", async () => {
  const { count } = server();
  keepSession();
  await vi.advanceTimersByTimeAsync(11.9 * HOUR);
  expect(currentToken()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(0.2 * HOUR);
  expect(count(REFRESH)).toBe(0);
  expect(currentToken()).toBeNull();
});

test("the refresh of an older token does not overwrite a newer one", async () => {
  const newest = freshToken("Newest");
  const { count } = answerHttp({
    [REFRESH]: () => {
      if (count(REFRESH) > 1) return { token: newest };
      startSession(freshToken("Confirmed"));
      return { token: freshToken("Older") };
    },
  });
  await refreshSession();
  expect(count(REFRESH)).toBe(2);
  expect(currentToken()).toBe(newest);
});

test("a user who signs out during a refresh stays signed out", async () => {
  let reply: (body: object) => void = () => undefined;
  answerHttp({ [REFRESH]: () => new Promise<object>((resolve) => (reply = resolve)) });
  const refreshed = refreshSession();
  await vi.advanceTimersByTimeAsync(0);
  endSession();
  reply({ token: freshToken() });
  await refreshed;
  expect(currentToken()).toBeNull();
});
