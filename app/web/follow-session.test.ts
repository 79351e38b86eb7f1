import { QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseMembership, endSession } from "#features/identity/web/session/session.ts";
import {
  FIRST_MEMBERSHIP,
  SECOND_MEMBERSHIP,
  signIn,
  type Person,
} from "#features/identity/web/session/test-sign-in.ts";
import { isPaidJustNow, rememberPayment } from "#features/subscriptions/web/paid-just-now.ts";
import { watchWords } from "#kit/web/form/kept-words.ts";
import { makeQueryClient } from "#kit/web/http/query.ts";
import { toastStore } from "#kit/web/toasts.ts";
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

describe("J7 somebody who is no longer in the organization they work in", () => {
  const GONE = { role: "admin", without: FIRST_MEMBERSHIP } as const;
  const told = () => toastStore.get().map(({ header, body }) => [header, body]);
  const arrive = ({ to }: { to: string }) => void (router.state.location.pathname = to);

  /** By this tab or another: the session is told the same way. */
  async function learn(person: Person): Promise<void> {
    signIn(person);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(A_MOMENT);
  }

  test("is told so, and goes on in another one of theirs with nothing of the one before", async () => {
    router.navigate.mockImplementation(arrive);
    await learn({ ...GONE, alsoAs: "observer" });
    expect(told()).toEqual([["You are no longer in Acme Lending", "You go on in Beta Credit."]]);
    expect(router.navigate).toHaveBeenCalledExactlyOnceWith({ to: "/account/borrowers/all", replace: true });
    expect(cache.getQueryData(READ)).toBeUndefined();
    expect(router.invalidate, "no guard sends them elsewhere meanwhile").not.toHaveBeenCalled();
  });

  test.each([
    ["in no organization", GONE],
    ["in one that lets them do nothing", { ...GONE, alsoAs: "guest" }],
  ] as const)("and then %s goes to where organizations are chosen and made", async (_, person) => {
    await learn(person);
    expect(told()).toEqual([["You are no longer in Acme Lending", expect.any(String)]]);
    expect(router.navigate).toHaveBeenCalledWith({ to: "/account/settings/details", replace: true });
  });

  test.each(["/account/settings/name", "/", "/account/borrowers/all"])(
    "stays at %s, where nothing of it is left",
    async (path) => {
      router.state.location.pathname = path;
      await learn({ ...GONE, alsoAs: "editor" });
      expect(told()).toHaveLength(1);
      expect(router.navigate).not.toHaveBeenCalled();
      expect(cache.getQueryData(READ)).toBeUndefined();
      expect(router.invalidate).toHaveBeenCalled();
    },
  );

  test("keeps what is on show while they keep their words", async () => {
    router.navigate.mockImplementation(() => undefined); // they stay
    const observer = new QueryObserver(cache, { queryKey: READ, enabled: false });
    const leave = observer.subscribe(() => undefined);
    await learn({ ...GONE, alsoAs: "observer" });
    expect(observer.getCurrentResult().data).toEqual(["somebody's borrower"]);
    leave();
  });

  test("of another organization than that hears nothing", async () => {
    chooseMembership(SECOND_MEMBERSHIP);
    await learn({ ...GONE, alsoAs: "observer" });
    expect(told()).toEqual([]);
    expect(router.navigate).not.toHaveBeenCalled();
  });
});

test("another role has the guards run again, but not under somebody who is writing", () => {
  signIn({ role: "editor", alsoAs: "observer" });
  vi.advanceTimersByTime(A_MOMENT);
  expect(router.invalidate).toHaveBeenCalledOnce();
  const stop = watchWords("/admin/users/add", () => ({ firstName: "Jo" }));
  signIn({ role: "observer", alsoAs: "observer" });
  vi.advanceTimersByTime(A_MOMENT);
  expect(router.invalidate).toHaveBeenCalledOnce();
  stop();
});

test("a fresh token of the same person keeps what was read", () => {
  vi.setSystemTime(Date.now() + 5_000);
  signIn({ role: "admin", alsoAs: "observer" });
  expect(cache.getQueryData(READ)).toEqual(["somebody's borrower"]);
});
