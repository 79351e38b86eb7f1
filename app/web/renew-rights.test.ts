import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { activeMembership, currentToken, endSession } from "#features/identity/web/session/session.ts";
import { FIRST_MEMBERSHIP, SECOND_MEMBERSHIP, signIn, tokenOf } from "#features/identity/web/session/test-sign-in.ts";
import { readTestConfig } from "#kit/web/test-config.ts";
import { answerHttp, refusal, type Answer } from "#kit/web/test-http.ts";
import { renewRights } from "./renew-rights.ts";

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

describe("J7 a refusal", () => {
  test("of somebody who is no longer in leaves them in another organization of theirs, and stands no more", async () => {
    server({ token: tokenOf({ role: "observer", without: FIRST_MEMBERSHIP, alsoAs: "observer" }) });
    expect(await renewRights(refused())).toBe(false);
    expect(activeMembership()).toMatchObject({ id: SECOND_MEMBERSHIP, organization: { name: "Beta Credit" } });
  });

  test("of somebody with another role stands, and the role is known from then on", async () => {
    server({ token: tokenOf({ role: "observer", alsoAs: "observer" }) });
    expect(await renewRights(refused())).toBe(true);
    expect(activeMembership()?.role.name).toBe("observer");
  });

  test("is asked about once, however many come at once", async () => {
    const { count } = server({ token: tokenOf({ without: FIRST_MEMBERSHIP }) });
    const all = Array.from({ length: 10 }, () => renewRights(refused()));
    expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
    expect(count(REFRESH)).toBe(1);
  });

  test("is asked about once, too, when the answer is the same token or none", async () => {
    const same = server(() => ({ token: currentToken() }));
    for (let time = 0; time < 5; time++) expect(await renewRights(refused())).toBe(true);
    expect(same.count(REFRESH)).toBe(1);
    signIn({ role: "guest" });
    for (const [status, code] of [
      [401, "INVALID_JWT"],
      [403, "FORBIDDEN"],
      [503, "OVERLOADED"],
    ] as const) {
      signIn({ firstName: code });
      const { count, visited } = server(refusal(status, code));
      const all = Array.from({ length: 5 }, () => renewRights(refused()));
      expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
      expect([count(REFRESH), visited, currentToken()]).toEqual([1, [], tokenOf({ firstName: code })]);
    }
  });

  test("is asked about again later on", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { count } = server(() => ({ token: currentToken() }));
    await renewRights(refused());
    vi.setSystemTime(Date.now() + 6_000);
    await renewRights(refused());
    expect(count(REFRESH)).toBe(2);
    vi.useRealTimers();
  });

  test("of a request by an older token asks nothing: what is known is newer", async () => {
    const { count } = server({});
    expect(await renewRights({ token: "older", membershipId: FIRST_MEMBERSHIP })).toBe(true);
    expect(await renewRights({ token: "older", membershipId: "left before" })).toBe(false);
    expect(count(REFRESH)).toBe(0);
  });

  test("of somebody who has logged out meanwhile asks nothing", async () => {
    const { count } = server({});
    const before = refused();
    endSession();
    expect(await renewRights(before)).toBe(false);
    expect(count(REFRESH)).toBe(0);
  });
});
