import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { chooseMembership, endSession } from "#features/identity/web/session.ts";
import { SECOND_MEMBERSHIP, signIn } from "#features/identity/web/test-sign-in.ts";
import { isPaidJustNow, rememberPayment } from "#features/subscriptions/web/paid-just-now.ts";
import { makeQueryClient } from "#kit/web/http/query.ts";
import { followSession } from "./follow-session.ts";

const READ = ["GET", "/account/borrower", {}];

const router = { state: { matches: [{ staticData: { access: "private" } }] }, navigate: vi.fn(), invalidate: vi.fn() };
const cache = makeQueryClient();

function logOutInAnotherTab(): void {
  localStorage.removeItem("token");
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
}

beforeAll(() => {
  vi.stubGlobal(
    "WebSocket",
    class extends EventTarget {
      close(): void {}
    },
  );
  followSession({ router: router as never, cache, websocketURL: "ws://test" }); // of the router it uses these three
});
beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  router.state.matches = [{ staticData: { access: "private" } }];
  signIn({ role: "admin", alsoAs: "observer" });
  cache.setQueryData(READ, ["somebody's borrower"]);
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});
afterAll(() => void vi.unstubAllGlobals());

test("H6 a log-out forgets what was read and a state on its way, and the guards run again", () => {
  localStorage.setItem("socialState", "s1");
  rememberPayment();
  endSession();
  expect(cache.getQueryData(READ)).toBeUndefined();
  expect(localStorage.getItem("socialState")).toBeNull();
  expect(isPaidJustNow()).toBe(false);
  vi.runAllTimers();
  expect(router.invalidate).toHaveBeenCalled();
});

test("H6 a log-out in another tab takes a private page to the log-out page, which keeps no target", () => {
  logOutInAnotherTab();
  expect(router.navigate).toHaveBeenCalledWith({ to: "/auth/logout", replace: true, ignoreBlocker: true });
  expect(localStorage.getItem("redirectURL")).toBeNull();
});

test("a public page stays where it is", () => {
  router.state.matches = [{ staticData: { access: "public" } }];
  logOutInAnotherTab();
  expect(router.navigate).not.toHaveBeenCalled();
});

test("S4.16 another membership forgets what was read in the one before, and a payment for it", () => {
  rememberPayment();
  chooseMembership(SECOND_MEMBERSHIP);
  expect(cache.getQueryData(READ)).toBeUndefined();
  expect(isPaidJustNow()).toBe(false);
});

test("a fresh token of the same person keeps what was read", () => {
  vi.setSystemTime(Date.now() + 5_000);
  signIn({ role: "admin", alsoAs: "observer" });
  expect(cache.getQueryData(READ)).toEqual(["somebody's borrower"]);
});
