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
  test("S7.53 S6.25 carries bearer in lower case, the membership, and JSON as its type", () => {
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

  test("S7.55 marked multi-part keeps the bearer, gets no JSON type, and leaves the marker behind", () => {
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
])("S7.53 %s %s is no exception", (method, url) => {
  expect(ask(method, url).headers).toMatchObject({ authorization: "bearer abc" });
});

test("S7.61 the header ignoreIterecptor skips every rule and stays behind", () => {
  const skipped = ask("GET", "/account/borrower", { ignoreIterecptor: "1" }, { testHost: "https://api.example" });
  expect(skipped.headers).toEqual({});
  expect(skipped.url).not.toContain("test=true");
});

test("S7.63 the test host's requests get test=true, beside what they ask already", () => {
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
