import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { activeMembership, currentToken, endSession } from "#features/auth/web/session/session.ts";
import { FIRST_MEMBERSHIP, SECOND_MEMBERSHIP, signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { readTestConfig, answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { refreshPermissions } from "./refresh-permissions.ts";

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
