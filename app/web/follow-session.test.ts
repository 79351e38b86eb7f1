import { QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseMembership, endSession } from "#features/auth/web/session/session.ts";
import { FIRST_MEMBERSHIP, SECOND_MEMBERSHIP, signIn, type Person } from "#features/auth/web/session/test-sign-in.ts";
import { isPaidJustNow, rememberPayment } from "#features/billing/web/subscriptions/api.ts";
import { watchDraft } from "#platform/web/form/form-drafts.ts";
import { makeQueryClient } from "#platform/web/http/query.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { followSession } from "./follow-session.ts";

const A_MOMENT = 100;
const READ = ["GET", "/account/borrower", {}];

const WORKING = {
  matches: [{ staticData: { access: "private" } }],
  location: { pathname: "/account/borrowers/edit/dana" },
};
const router = { state: structuredClone(WORKING), navigate: vi.fn(), invalidate: vi.fn() };
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
  router.state = structuredClone(WORKING);
  toastStore.set([]);
  signIn({ role: "admin", alsoAs: "observer" });
  vi.advanceTimersByTime(A_MOMENT);
  router.invalidate.mockClear();
  cache.setQueryData(READ, ["a borrower of another user"]);
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});
afterAll(() => void vi.unstubAllGlobals());

test("signing out clears the cache and a pending sign-in state, and runs the guards again", () => {
  localStorage.setItem("socialState", "s1");
  rememberPayment();
  endSession();
  expect(cache.getQueryData(READ)).toBeUndefined();
  expect(localStorage.getItem("socialState")).toBeNull();
  expect(isPaidJustNow()).toBe(false);
  vi.runAllTimers();
  expect(router.invalidate).toHaveBeenCalled();
});

test("signing out in another tab takes a private page to the sign-out page, which stores no target", () => {
  logOutInAnotherTab();
  expect(router.navigate).toHaveBeenCalledWith({ to: "/auth/logout", replace: true, ignoreBlocker: true });
  expect(localStorage.getItem("redirectURL")).toBeNull();
});

test("a public page stays where it is", () => {
  router.state.matches = [{ staticData: { access: "public" } }];
  logOutInAnotherTab();
  expect(router.navigate).not.toHaveBeenCalled();
});

test("switching the membership clears the data of the old one, and its payment", () => {
  rememberPayment();
  chooseMembership(SECOND_MEMBERSHIP);
  expect(cache.getQueryData(READ)).toBeUndefined();
  expect(isPaidJustNow()).toBe(false);
});

describe("a user who was removed from their current organization", () => {
  const GONE = { role: "admin", without: FIRST_MEMBERSHIP } as const;
  const reported = () => toastStore.get().map(({ header, body }) => [header, body]);
  const arrive = ({ to }: { to: string }) => void (router.state.location.pathname = to);

  /** By this tab or another: the session changes in the same way. */
  async function learn(person: Person): Promise<void> {
    signIn(person);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(A_MOMENT);
  }

  test("is notified, and continues in another of their organizations without data of the old one", async () => {
    router.navigate.mockImplementation(arrive);
    await learn({ ...GONE, alsoAs: "observer" });
    expect(reported()).toEqual([["You're no longer in Acme Lending", "You're now working in Beta Credit."]]);
    expect(router.navigate).toHaveBeenCalledExactlyOnceWith({ to: "/account/borrowers/all", replace: true });
    expect(cache.getQueryData(READ)).toBeUndefined();
    expect(router.invalidate, "no guard redirects them in between").not.toHaveBeenCalled();
  });

  test.each([
    ["in no organization", GONE],
    ["in one that lets them do nothing", { ...GONE, alsoAs: "guest" }],
  ] as const)("and then %s goes to where organizations are chosen and made", async (_, person) => {
    await learn(person);
    expect(reported()).toEqual([["You're no longer in Acme Lending", expect.any(String)]]);
    expect(router.navigate).toHaveBeenCalledWith({ to: "/account/settings/details", replace: true });
  });

  test.each(["/account/settings/name", "/", "/account/borrowers/all"])(
    "stays at %s, where nothing of it is left",
    async (path) => {
      router.state.location.pathname = path;
      await learn({ ...GONE, alsoAs: "editor" });
      expect(reported()).toHaveLength(1);
      expect(router.navigate).not.toHaveBeenCalled();
      expect(cache.getQueryData(READ)).toBeUndefined();
      expect(router.invalidate).toHaveBeenCalled();
    },
  );

  test("keeps the page while the user keeps their unsaved input", async () => {
    router.navigate.mockImplementation(() => undefined); // they stay
    const observer = new QueryObserver(cache, { queryKey: READ, enabled: false });
    const leave = observer.subscribe(() => undefined);
    await learn({ ...GONE, alsoAs: "observer" });
    expect(observer.getCurrentResult().data).toEqual(["a borrower of another user"]);
    leave();
  });

  test("of another organization than that hears nothing", async () => {
    chooseMembership(SECOND_MEMBERSHIP);
    await learn({ ...GONE, alsoAs: "observer" });
    expect(reported()).toEqual([]);
    expect(router.navigate).not.toHaveBeenCalled();
  });
});

test("a new role runs the page guards again, unless the user has unsaved input", () => {
  signIn({ role: "editor", alsoAs: "observer" });
  vi.advanceTimersByTime(A_MOMENT);
  expect(router.invalidate).toHaveBeenCalledOnce();
  const stop = watchDraft("/admin/users/add", () => ({ firstName: "Jo" }));
  signIn({ role: "observer", alsoAs: "observer" });
  vi.advanceTimersByTime(A_MOMENT);
  expect(router.invalidate).toHaveBeenCalledOnce();
  stop();
});

test("a new token of the same person does not clear the cache", () => {
  vi.setSystemTime(Date.now() + 5_000);
  signIn({ role: "admin", alsoAs: "observer" });
  expect(cache.getQueryData(READ)).toEqual(["a borrower of another user"]);
});
