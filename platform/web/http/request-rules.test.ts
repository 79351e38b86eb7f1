import { describe, expect, test } from "vitest";
import { applyRequestRules, ruledPath, type RequestFacts } from "./request-rules.ts";

const facts: RequestFacts = {
  apiBase: "https://api.example/api/latest",
  origin: "https://site.example",
  testHost: "",
  token: "abc",
  membershipId: "m1",
};

const ask = (method: string, url: string, headers: Record<string, string> = {}, more: Partial<RequestFacts> = {}) =>
  applyRequestRules({ method, url, headers }, { ...facts, ...more });

describe("a call of the API", () => {
  test("carries bearer in lower case, the membership, and JSON as its type", () => {
    expect(ask("GET", "/account/borrower")).toEqual({
      method: "GET",
      url: "https://api.example/api/latest/account/borrower",
      headers: { authorization: "bearer abc", "x-membership-id": "m1", "content-type": "application/json" },
    });
  });

  test("without a token carries neither bearer nor membership", () => {
    const { headers } = ask("POST", "/auth/register", {}, { token: null });
    expect(headers).toEqual({ "content-type": "application/json" });
  });

  test("marked multi-part keeps the bearer, gets no JSON type, and drops the marker", () => {
    const { headers } = ask("POST", "/account/post", { "multi-part": "true" });
    expect(headers).toEqual({ authorization: "bearer abc", "x-membership-id": "m1" });
  });
});

test.each([
  ["S7.56", "GET", "assets/version"],
  ["S7.57", "GET", "/posts/1"],
  ["S7.58", "GET", "/payment/plans"],
  ["S7.59", "POST", "/auth/login"],
])("%s %s %s is left as it is", (_row, method, url) => {
  expect(ask(method, url).headers).toEqual({});
});

test.each([
  ["POST", "/payment/subscribe"],
  ["POST", "/auth/refresh-token"],
  ["GET", "/account/post"],
  ["GET", "/auth/login"],
  ["POST", "/posts/1"],
  ["PUT", "assets/version"],
])("%s %s is no exception", (method, url) => {
  expect(ask(method, url).headers).toMatchObject({ authorization: "bearer abc" });
});

test("the header ignoreIterecptor skips every rule and is not sent", () => {
  const skipped = ask("GET", "/account/borrower", { ignoreIterecptor: "1" }, { testHost: "https://api.example" });
  expect(skipped.headers).toEqual({});
  expect(skipped.url).not.toContain("test=true");
});

test("the test host's requests get test=true, besides their own parameters", () => {
  const more = { testHost: "https://api.example" };
  expect(ask("GET", "/a", {}, more).url).toBe("https://api.example/api/latest/a?test=true");
  expect(ask("GET", "/a?b=1", {}, more).url).toBe("https://api.example/api/latest/a?b=1&test=true");
  expect(ask("GET", "assets/version", {}, more).url).toBe("https://site.example/assets/version");
});

test.each(["https://evil.example/api/latest/account", "https://api.example.evil.example/api/latest/account"])(
  "no token goes to another server: %s",
  (url) => {
    expect(ask("GET", url).headers).toEqual({});
    expect(ruledPath(url, facts)).toBeNull();
  },
);
