import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { AuthUser } from "#features/auth/contract.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { hasTarget, heldAddress, holdAddress, isInside, storeTarget, takeTarget } from "./return-target.ts";
import {
  activeMembership,
  chooseMembership,
  currentToken,
  endSession,
  hasSessionEnded,
  isConfirmed,
  readSession,
  startSession,
  watchSession,
} from "./session.ts";
import { keepSession, refreshSession } from "./keep-session.ts";

describe("session", () => {
  const NOON = Date.UTC(2026, 10, 20, 12);

  function membership(id: string) {
    return {
      id,
      organizationId: `organization of ${id}`,
      organization: { id: `organization of ${id}`, name: "Acme" },
      role: { id: "admin", name: "admin" as const },
      groups: [],
    };
  }

  const mia: AuthUser = {
    id: "mia",
    firstName: "Mia",
    lastName: "Łukasz",
    email: "mia@example.com",
    emailConfirmed: true,
    hasSocialAuth: false,
    memberships: [membership("first"), membership("second")],
    activeMembershipID: null,
    profilePicURL: null,
  };

  function token(payload: object): string {
    const bytes = new TextEncoder().encode(JSON.stringify(payload));
    const part = btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    return `header.${part}.signature`;
  }

  const good = (user = mia) => token({ ...user, iat: NOON / 1000, exp: NOON / 1000 + 60 });

  let warnings: MockInstance;

  beforeEach(() => {
    vi.useFakeTimers({ now: NOON });
    warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(() => {
    endSession();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  describe("the session", () => {
    test("is the stored token's payload without exp and iat", () => {
      localStorage.setItem("token", good());
      expect(readSession()?.user).toEqual(mia);
    });

    test.each([
      ["expired", token({ ...mia, iat: 1, exp: NOON / 1000 - 1 })],
      ["without an expiry", token(mia)],
      ["not a token", "nonsense"],
      ["not JSON", "a.!!!.c"],
    ])("ends with a token that is %s, which is removed and logged as INVALID_JWT", (_, stored) => {
      localStorage.setItem("token", stored);
      expect(readSession()).toBeNull();
      expect(localStorage.getItem("token")).toBeNull();
      expect(warnings).toHaveBeenCalledWith(expect.stringContaining("INVALID_JWT"));
    });

    test("ends at its expiry while the page stays open", () => {
      startSession(good());
      expect(currentToken()).not.toBeNull();
      vi.advanceTimersByTime(60_000);
      expect(currentToken()).toBeNull();
      expect(localStorage.getItem("token")).toBeNull();
    });

    test("ends at its expiry even beyond the longest timer", () => {
      const days = 60 * 60 * 24;
      startSession(token({ ...mia, iat: NOON / 1000, exp: NOON / 1000 + 40 * days }));
      vi.advanceTimersByTime(39 * days * 1000);
      expect(currentToken()).not.toBeNull();
      vi.advanceTimersByTime(days * 1000);
      expect(localStorage.getItem("token")).toBeNull();
    });

    test("does not start without a token: NO_TOKEN", () => {
      expect(() => startSession(undefined)).toThrow("NO_TOKEN");
      expect(localStorage.getItem("token")).toBeNull();
    });
  });

  describe("a sign-out", () => {
    test("stores nothing about the user except the id of the chosen membership", () => {
      startSession(good());
      chooseMembership("second");
      storeTarget("/account/borrowers/view/7");
      holdAddress("mia@example.com");
      endSession();
      expect(Object.entries({ ...localStorage })).toEqual([["activeMembershipID-mia", "second"]]);
      expect(heldAddress()).toBe("");
    });

    test("in another tab differs from a token that expired", () => {
      const watcher = { onChange: vi.fn(), onLoggedOutElsewhere: vi.fn() };
      watchSession(watcher);
      const otherTabRemoves = () => {
        localStorage.removeItem("token");
        window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
      };
      startSession(good());
      vi.setSystemTime(NOON + 61_000);
      otherTabRemoves();
      expect(watcher.onLoggedOutElsewhere).not.toHaveBeenCalled();
      vi.setSystemTime(NOON);
      startSession(good());
      otherTabRemoves();
      expect(watcher.onLoggedOutElsewhere).toHaveBeenCalledOnce();
      expect(currentToken()).toBeNull();
    });

    test("is detected when a page is restored from the history", () => {
      watchSession({ onChange: () => undefined, onLoggedOutElsewhere: () => undefined });
      startSession(good());
      localStorage.removeItem("token"); // a page in the history receives no events
      window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
      expect(currentToken()).toBeNull();
    });
  });

  describe("the active membership", () => {
    test("is the first when none was chosen or the stored one is not the user's", () => {
      expect(activeMembership({ ...mia, id: "fresh" })?.id).toBe("first");
      localStorage.setItem("activeMembershipID-fresh", "someone else's");
      expect(activeMembership({ ...mia, id: "fresh" })?.id).toBe("first");
    });

    test("is the one stored for this user", () => {
      localStorage.setItem("activeMembershipID-mia", "second");
      expect(activeMembership(mia)?.id).toBe("second");
    });

    test("chosen on this page replaces the stored one and is stored", () => {
      startSession(good());
      chooseMembership("second");
      localStorage.setItem("activeMembershipID-mia", "first");
      expect(activeMembership()?.id).toBe("second");
    });

    test("is null when no user is signed in", () => {
      expect(activeMembership()).toBeNull();
    });
  });

  test.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [true, true, true],
  ])("email confirmed %s and social %s make a confirmed user: %s", (emailConfirmed, hasSocialAuth, expected) => {
    expect(isConfirmed({ ...mia, emailConfirmed, hasSocialAuth })).toBe(expected);
  });

  test("an expired session differs from a sign-out", () => {
    startSession(good());
    expect(hasSessionEnded()).toBe(false);
    vi.advanceTimersByTime(61_000);
    expect(currentToken()).toBeNull();
    expect(hasSessionEnded()).toBe(true);
    readSession();
    expect(hasSessionEnded(), "until someone logs in").toBe(true);
    vi.setSystemTime(NOON);
    startSession(good());
    endSession();
    expect(hasSessionEnded()).toBe(false);
  });
});

describe("keep session", () => {
  const REFRESH = "POST /auth/refresh-token";
  const HOUR = 3_600_000;
  const NOON = Date.UTC(2026, 10, 20, 12);

  /** A token of twelve hours, issued now. */
  function freshToken(firstName = "Mia", emailConfirmed = true): string {
    const iat = Math.floor(Date.now() / 1000);
    return `h.${btoa(JSON.stringify({ id: "mia", firstName, emailConfirmed, memberships: [], iat, exp: iat + (12 * HOUR) / 1000 }))}.s`;
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

  describe("until the address is confirmed", () => {
    const unconfirmed = () => freshToken("Mia", false);
    const isConfirmedNow = () => readSession()?.user.emailConfirmed;

    test("a reload and a return to the window ask whether it was confirmed elsewhere", async () => {
      startSession(unconfirmed());
      let isDone = false;
      const { count } = answerHttp({ [REFRESH]: () => ({ token: isDone ? freshToken() : unconfirmed() }) });
      keepSession();
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(0);
      expect(count(REFRESH), "at the start").toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      const before = count(REFRESH);
      isDone = true;
      window.dispatchEvent(new Event("focus"));
      await vi.advanceTimersByTimeAsync(0);
      expect(count(REFRESH)).toBeGreaterThan(before);
      expect(isConfirmedNow()).toBe(true);
      const after = count(REFRESH);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(count(REFRESH), "and not after that").toBe(after);
    });
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
});

describe("return target", () => {
  test("the stored target is used once, then the start page", () => {
    storeTarget("/account/borrowers/all?a=1&b=2");
    expect(takeTarget()).toBe("/account/borrowers/all?a=1&b=2");
    expect(takeTarget()).toBe("/");
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "",
    "/\t/evil.example",
    "\\\\evil.example",
    " /account",
    "/a\n//evil.example",
    "account",
  ])("a target outside the site is refused and replaced by the start page: %j", (target) => {
    expect(isInside(target)).toBe(false);
    storeTarget(target);
    expect(takeTarget()).toBe("/");
  });

  test.each([
    "/auth/logout",
    "/auth/login?a=1",
    "/auth",
    "/AUTH/logout",
    "/account/../auth/logout",
    "/auth/invitation/../logout",
    "/error/401",
    "/error/404#top",
  ])("a sign-in never leads back to a sign-in or error page: %s", (target) => {
    storeTarget("/account/borrowers/all");
    storeTarget(target);
    expect(takeTarget(), "the target before it stays").toBe("/account/borrowers/all");
    localStorage.setItem("redirectURL", target); // as an earlier release stored it
    expect(hasTarget()).toBe(false);
    expect(takeTarget()).toBe("/");
  });

  test.each(["/auth/invitation", "/authors", "/errors/1"])("%s is a valid target", (target) => {
    storeTarget(target);
    expect(hasTarget()).toBe(true);
    expect(takeTarget()).toBe(target);
  });
});
