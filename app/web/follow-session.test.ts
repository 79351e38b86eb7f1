import { QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { activeMembership, chooseMembership, currentToken, endSession } from "#features/auth/web/session/session.ts";
import {
  FIRST_MEMBERSHIP,
  type Person,
  SECOND_MEMBERSHIP,
  signIn,
  tokenOf,
} from "#features/auth/web/session/test-sign-in.ts";
import { isPaidJustNow, rememberPayment } from "#features/billing/web/subscriptions/paid-just-now.ts";
import { watchDraft } from "#platform/web/form/form-drafts.ts";
import { makeQueryClient } from "#platform/web/http/query.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import { aBorrower } from "#features/borrowers/web/test-borrower.ts";
import { DEPOSIT_EXPLAINED } from "#features/underwriting/contract.ts";
import { CONSENT_TAKEN_BACK } from "#features/borrower-portal/contract.ts";
import { type Answer, answerHttp, readTestConfig, refusal } from "#platform/web/test-http.ts";
import { followSession } from "./follow-session.ts";
import { onLiveEvent } from "./live-notifications.ts";
import { refreshPermissions } from "./refresh-permissions.ts";

describe("follow session", () => {
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
});

describe("live notifications", () => {
  afterEach(() => toastStore.set([]));

  test("a withdrawn consent is shown with the borrower's name, on whichever page the officer is", async () => {
    answerHttp({ "GET /account/borrower/dana": aBorrower({ id: "dana" }) });
    await onLiveEvent(makeQueryClient(), { type: CONSENT_TAKEN_BACK, id: "dana", version: 1 });
    expect(toastStore.get().map(({ header, body }) => [header, body])).toEqual([
      ["Consent withdrawn", expect.stringContaining("Dana Reyes")],
    ]);
  });

  test("an answer about a deposit is shown with the borrower's name", async () => {
    answerHttp({ "GET /account/borrower/dana": aBorrower({ id: "dana" }) });
    await onLiveEvent(makeQueryClient(), { type: DEPOSIT_EXPLAINED, id: "dana", version: 1 });
    expect(toastStore.get().map(({ header, body }) => [header, body])).toEqual([
      ["Question answered", expect.stringContaining("Dana Reyes")],
    ]);
  });

  test("an event that pages handle themselves shows no notification and reads nothing", async () => {
    const server = answerHttp({});
    await onLiveEvent(makeQueryClient(), { type: BORROWER_UPDATED, id: "dana", version: 1 });
    expect([toastStore.get(), server.requests]).toEqual([[], []]);
  });

  test("an event of a borrower whom the user may not see shows nothing", async () => {
    answerHttp({});
    await onLiveEvent(makeQueryClient(), { type: CONSENT_TAKEN_BACK, id: "dana", version: 1 });
    expect(toastStore.get()).toEqual([]);
  });
});

describe("refresh permissions", () => {
  const REFRESH = "POST /auth/refresh-token";

  function server(answer: Answer) {
    const answering = answerHttp({ [REFRESH]: answer });
    vi.stubGlobal("fetch", answering.fetch);
    return answering;
  }

  const refused = () => ({ token: currentToken(), membershipId: FIRST_MEMBERSHIP });

  beforeEach(async () => {
    await readTestConfig();
    signIn({ role: "editor", alsoAs: "observer", firstName: `Of ${expect.getState().currentTestName}` });
  });
  afterEach(() => {
    endSession();
    vi.unstubAllGlobals();
  });

  describe("a refusal", () => {
    test("of a removed member moves them to another of their organizations, and no longer applies", async () => {
      server({ token: tokenOf({ role: "observer", without: FIRST_MEMBERSHIP, alsoAs: "observer" }) });
      expect(await refreshPermissions(refused())).toBe(false);
      expect(activeMembership()).toMatchObject({ id: SECOND_MEMBERSHIP, organization: { name: "Beta Credit" } });
    });

    test("of a user with a new role still applies, and the new role is known from then on", async () => {
      server({ token: tokenOf({ role: "observer", alsoAs: "observer" }) });
      expect(await refreshPermissions(refused())).toBe(true);
      expect(activeMembership()?.role.name).toBe("observer");
    });

    test("causes only one check, however many come at once", async () => {
      const { count } = server({ token: tokenOf({ without: FIRST_MEMBERSHIP }) });
      const all = Array.from({ length: 10 }, () => refreshPermissions(refused()));
      expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
      expect(count(REFRESH)).toBe(1);
    });

    test("causes only one check, too, when the answer is the same token or none", async () => {
      const same = server(() => ({ token: currentToken() }));
      for (let time = 0; time < 5; time++) expect(await refreshPermissions(refused())).toBe(true);
      expect(same.count(REFRESH)).toBe(1);
      signIn({ role: "guest" });
      for (const [status, code] of [
        [401, "INVALID_JWT"],
        [403, "FORBIDDEN"],
        [503, "OVERLOADED"],
      ] as const) {
        signIn({ firstName: code });
        const { count, visited } = server(refusal(status, code));
        const all = Array.from({ length: 5 }, () => refreshPermissions(refused()));
        expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
        expect([count(REFRESH), visited, currentToken()]).toEqual([1, [], tokenOf({ firstName: code })]);
      }
    });

    test("causes another check later on", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const { count } = server(() => ({ token: currentToken() }));
      await refreshPermissions(refused());
      vi.setSystemTime(Date.now() + 6_000);
      await refreshPermissions(refused());
      expect(count(REFRESH)).toBe(2);
      vi.useRealTimers();
    });

    test("of a request with an older token causes no check: the session is newer", async () => {
      const { count } = server({});
      expect(await refreshPermissions({ token: "older", membershipId: FIRST_MEMBERSHIP })).toBe(true);
      expect(await refreshPermissions({ token: "older", membershipId: "left before" })).toBe(false);
      expect(count(REFRESH)).toBe(0);
    });

    test("of a user who has since signed out causes no check", async () => {
      const { count } = server({});
      const before = refused();
      endSession();
      expect(await refreshPermissions(before)).toBe(false);
      expect(count(REFRESH)).toBe(0);
    });
  });
});
