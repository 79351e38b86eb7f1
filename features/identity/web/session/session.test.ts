import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";
import type { AuthUser } from "#features/identity/contract.ts";
import { heldAddress, holdAddress } from "./address-to-log-in.ts";
import { storeTarget } from "./return-target.ts";
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
  test("S4.1 is the stored token's payload without exp and iat", () => {
    localStorage.setItem("token", good());
    expect(readSession()?.user).toEqual(mia);
  });

  test.each([
    ["expired (S4.2)", token({ ...mia, iat: 1, exp: NOON / 1000 - 1 })],
    ["without an expiry", token(mia)],
    ["not a token", "nonsense"],
    ["not JSON", "a.!!!.c"],
  ])("S5.16 ends with a token that is %s, which is removed and logged as INVALID_JWT", (_, stored) => {
    localStorage.setItem("token", stored);
    expect(readSession()).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining("INVALID_JWT"));
  });

  test("S4.2 ends by the clock while the page stays open", () => {
    startSession(good());
    expect(currentToken()).not.toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(currentToken()).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  });

  test("S5.15 does not start without a token: NO_TOKEN", () => {
    expect(() => startSession(undefined)).toThrow("NO_TOKEN");
    expect(localStorage.getItem("token")).toBeNull();
  });
});

describe("H6 a log-out", () => {
  test("leaves nothing of the person but which membership they chose, by its id", () => {
    startSession(good());
    chooseMembership("second");
    storeTarget("/account/borrowers/view/7");
    holdAddress("mia@example.com");
    endSession();
    expect(Object.entries({ ...localStorage })).toEqual([["activeMembershipID-mia", "second"]]);
    expect(heldAddress()).toBe("");
  });

  test("in another tab is told from a token that ended by its own time", () => {
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

  test("is seen by a page that comes back from the history as it was left", () => {
    watchSession({ onChange: () => undefined, onLoggedOutElsewhere: () => undefined });
    startSession(good());
    localStorage.removeItem("token"); // while the page lay in the history it heard of nothing
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    expect(currentToken()).toBeNull();
  });
});

describe("the active membership", () => {
  test("S4.15 is the first when none was chosen, S4.18 or when the stored one is not mine", () => {
    expect(activeMembership({ ...mia, id: "fresh" })?.id).toBe("first");
    localStorage.setItem("activeMembershipID-fresh", "someone else's");
    expect(activeMembership({ ...mia, id: "fresh" })?.id).toBe("first");
  });

  test("S4.14 is the one stored for this person", () => {
    localStorage.setItem("activeMembershipID-mia", "second");
    expect(activeMembership(mia)?.id).toBe("second");
  });

  test("S4.16 as chosen on this page wins over the stored one, and is stored", () => {
    startSession(good());
    chooseMembership("second");
    localStorage.setItem("activeMembershipID-mia", "first");
    expect(activeMembership()?.id).toBe("second");
  });

  test("is nobody's when nobody is logged in", () => {
    expect(activeMembership()).toBeNull();
  });
});

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
  [true, true, true],
])("S6.14 email confirmed %s and social %s make a confirmed person: %s", (emailConfirmed, hasSocialAuth, expected) => {
  expect(isConfirmed({ ...mia, emailConfirmed, hasSocialAuth })).toBe(expected);
});

test("a session that ends by its time is told apart from a log-out", () => {
  startSession(good());
  expect(hasSessionEnded()).toBe(false);
  vi.advanceTimersByTime(61_000);
  expect(currentToken()).toBeNull();
  expect(hasSessionEnded()).toBe(true);
  readSession();
  expect(hasSessionEnded(), "until somebody logs in").toBe(true);
  vi.setSystemTime(NOON);
  startSession(good());
  endSession();
  expect(hasSessionEnded()).toBe(false);
});
