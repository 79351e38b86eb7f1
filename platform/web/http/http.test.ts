import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { call, requestOf } from "#platform/contract/call.ts";
import { ApiError } from "./api-error.ts";
import type { ApiErrorCode } from "#platform/contract/errors.ts";
import { installHttp, request, send } from "./client.ts";
import { makeHttp, applyRequestRules, ruledPath, outcomeOf, type HttpParts, type RequestFacts } from "./http.ts";

describe("a request and its reply", () => {
  /** A page's client whose server gives this answer, with what it was asked and what it did to the page. */
  function aPage(answer: () => Promise<Response> | Response) {
    const asked: { url: string; init: RequestInit }[] = [];
    const acts = { dropToken: vi.fn(), goTo: vi.fn(), hideOverlay: vi.fn(), log: { error: vi.fn() } };
    const parts: HttpParts = {
      backendURL: "https://api.example",
      origin: "https://site.example",
      testHost: "",
      token: () => "abc",
      membershipId: () => "m1",
      pagePath: () => "/things",
      fetch: async (url: string | URL | Request, init = {}) => {
        asked.push({ url: url as string, init }); // the client asks by text
        return answer();
      },
      ...acts,
    };
    const http = makeHttp(parts);
    installHttp(http);
    return { http, asked, parts, ...acts };
  }

  const refusal = (status: number, message: string, headers = {}) =>
    new Response(JSON.stringify({ message, errors: [{ field: "email", code: "REQUIRED" }] }), { status, headers });

  const readThing = call({
    method: "GET",
    path: "/things/{id}/parts",
    summary: "Read the parts of a thing",
    who: "signed-in",
    params: z.object({ id: z.string() }),
    query: z.object({ limit: z.optional(z.number()) }),
    reply: z.array(z.string()),
  });
  const writeThing = call({
    method: "PUT",
    path: "/things/{id}",
    summary: "Write a thing",
    who: "signed-in",
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string(), note: z.optional(z.string()) }),
    reply: null,
  });

  describe("a declared call", () => {
    test("is split by its schemas into path, query and body, the path encoded", () => {
      expect(requestOf(readThing, { id: "a/b?c", limit: 5 })).toMatchObject({
        method: "GET",
        url: "/things/a%2Fb%3Fc/parts?limit=5",
        body: null,
      });
      expect(requestOf(writeThing, { id: "1", name: "key" })).toMatchObject({
        url: "/things/1",
        body: '{"name":"key"}',
      });
    });

    test("gives its reply, and null for 204", async () => {
      const { asked } = aPage(() => Response.json(["bit"]));
      expect(await send(readThing, { id: "1" })).toEqual(["bit"]);
      expect(asked[0]?.url).toBe("https://api.example/api/latest/things/1/parts");
      aPage(() => new Response(null, { status: 204 }));
      expect(await send(writeThing, { id: "1", name: "key" })).toBeNull();
    });
  });

  describe("an error", () => {
    test("is logged with its code, hides the overlay, opens its page and is thrown again", async () => {
      const page = aPage(() => refusal(503, "OVERLOADED", { "retry-after": "7" }));
      const error = await send(readThing, { id: "1" }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        status: 503,
        code: "OVERLOADED",
        errors: [{ field: "email", code: "REQUIRED" }],
        retryAfter: 7,
      });
      expect(page.log.error).toHaveBeenCalledWith(expect.stringContaining("503 OVERLOADED"));
      expect(page.hideOverlay).toHaveBeenCalledOnce();
      expect(page.goTo).toHaveBeenCalledWith("/error/503", { replaces: true, code: "OVERLOADED" });
      expect(page.dropToken).not.toHaveBeenCalled();
    });

    describe("that may be news of the caller's rights", () => {
      const rechecking = (answer: Response) => {
        const page = aPage(() => answer);
        const onForbidden = vi.fn<NonNullable<HttpParts["onForbidden"]>>();
        installHttp(makeHttp({ ...page.parts, onForbidden }));
        return { ...page, onForbidden };
      };

      test("is reported with the credentials of the request, and opens the error page when asked to", async () => {
        const { goTo, onForbidden } = rechecking(refusal(403, "FORBIDDEN"));
        await expect(send(readThing, { id: "1" })).rejects.toThrow("FORBIDDEN");
        expect(goTo).not.toHaveBeenCalled();
        expect(onForbidden).toHaveBeenCalledExactlyOnceWith({ token: "abc", membershipId: "m1" }, expect.any(Function));
        onForbidden.mock.calls[0]?.[1]();
        expect(goTo).toHaveBeenCalledWith("/error/403", { replaces: true, code: "FORBIDDEN" });
      });

      test("is FORBIDDEN or EMAIL_NOT_CONFIRMED, for a request with a membership", async () => {
        const other = rechecking(refusal(403, "SECOND_FACTOR_NOT_SET_UP"));
        await expect(send(readThing, { id: "1" })).rejects.toThrow("SECOND_FACTOR_NOT_SET_UP");
        expect(other.onForbidden).not.toHaveBeenCalled();
        expect(other.goTo).toHaveBeenCalledOnce();
        const { onForbidden } = rechecking(refusal(403, "FORBIDDEN"));
        await expect(request({ method: "GET", url: "assets/x.json" })).rejects.toThrow("FORBIDDEN");
        expect(onForbidden).not.toHaveBeenCalled();
      });
    });

    describe("of a page that is being left", () => {
      const leaving = (status: number, code: ApiErrorCode) => {
        let at = "/things/view";
        const page = aPage(() => {
          at = "/things";
          return refusal(status, code);
        });
        installHttp(makeHttp({ ...page.parts, pagePath: () => at }));
        return page;
      };

      test("opens no error page when it could not be read", async () => {
        const page = leaving(404, "NOT_FOUND");
        await expect(send(readThing, { id: "1" })).rejects.toThrow("NOT_FOUND");
        expect(page.goTo).not.toHaveBeenCalled();
        expect(page.log.error).toHaveBeenCalledOnce();
      });

      test("opens it when a change failed, or the session is over", async () => {
        const changed = leaving(404, "NOT_FOUND");
        await expect(send(writeThing, { id: "1", name: "key" })).rejects.toThrow("NOT_FOUND");
        expect(changed.goTo).toHaveBeenCalledWith("/error/404", { replaces: false, code: "NOT_FOUND" });
        const over = leaving(401, "INVALID_JWT");
        await expect(send(readThing, { id: "1" })).rejects.toThrow("INVALID_JWT");
        expect(over.goTo).toHaveBeenCalledWith("/error/401", { replaces: true, code: "INVALID_JWT" });
      });
    });

    test("NO_USER drops the token", async () => {
      const page = aPage(() => refusal(401, "NO_USER"));
      await expect(send(readThing, { id: "1" })).rejects.toThrow("NO_USER");
      expect(page.dropToken).toHaveBeenCalledOnce();
    });

    test("without an answer is NETWORK and stays on the page", async () => {
      const page = aPage(() => Promise.reject(new TypeError("failed to fetch")));
      await expect(send(readThing, { id: "1" })).rejects.toMatchObject({ status: 0, code: "NETWORK" });
      expect(page.goTo).not.toHaveBeenCalled();
      expect(page.hideOverlay).toHaveBeenCalledOnce();
    });

    test("with a body that is not ours is UNREADABLE", async () => {
      aPage(() => new Response("<html>", { status: 502 }));
      await expect(send(readThing, { id: "1" })).rejects.toMatchObject({ status: 502, code: "UNREADABLE" });
    });

    test("from an abort by the caller is thrown again without a log", async () => {
      const page = aPage(() => Promise.reject(new DOMException("aborted", "AbortError")));
      await expect(page.http({ method: "GET", url: "/x", signal: AbortSignal.abort() })).rejects.toThrow("aborted");
      expect(page.log.error).not.toHaveBeenCalled();
    });
  });
});

describe("what a request carries", () => {
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
});

describe("what follows an error", () => {
  const after = (method: string, path: string, status: number, code: ApiErrorCode = "INTERNAL_ERROR") =>
    outcomeOf({ method, path, status, code });

  test.each([
    ["S8.2", "EMAIL_NOT_FOUND"],
    ["S8.3", "INVALID_PASSWORD"],
    ["S8.4", "PASSWORD_CHANGE_REQUIRED"],
    ["S8.5", "ACCOUNT_LOCKED"],
  ] as const)("%s 401 %s is passed on to the caller and leads nowhere", (_row, code) =>
    expect(after("POST", "auth/login", 401, code)).toEqual({ goTo: null, dropToken: false }),
  );

  test("401 NO_USER drops the token; any other 401 keeps it; both go to /error/401", () => {
    expect(after("GET", "account/borrower", 401, "NO_USER")).toEqual({ goTo: "/error/401", dropToken: true });
    expect(after("GET", "account/borrower", 401, "INVALID_JWT")).toEqual({ goTo: "/error/401", dropToken: false });
  });

  test.each([
    ["S8.11", 400],
    ["S8.12", 403],
    ["S8.13", 404],
    ["S8.14", 500],
    ["S8.15", 503],
    ["S8.16", 504],
  ])("%s %i goes to its page", (_row, status) => {
    expect(after("GET", "account/borrower", status).goTo).toBe(`/error/${status}`);
  });

  test.each([402, 409, 410, 413, 422, 429, 502, 0])("%i stays with the screen", (status) => {
    expect(after("GET", "account/borrower", status).goTo).toBeNull();
  });

  test.each([
    ["S8.17", "GET", "assets/version"],
    ["S8.18", "POST", "payment/subscribe"],
    ["S8.20", "POST", "auth/register"],
    ["S8.22", "POST", "account/post"],
    ["S8.22", "POST", "account/post?test=true"],
    ["S8.23", "PUT", "account/post/1"],
  ])("%s %s %s keeps its errors to itself", (_row, method, path) => {
    expect(after(method, path, 500).goTo).toBeNull();
  });

  test.each([
    ["GET", "payment/plans"],
    ["GET", "auth/confirm-email/1"],
    ["POST", "account/borrower"],
    ["PUT", "account/borrower/1"],
    ["POST", "social/google-auth"],
    ["POST", "admin/post"],
    ["POST", "account/post/delete-multiple"],
    ["POST", "account/posts"],
    ["PUT", "account/post"],
  ])("%s %s is no exception", (method, path) => {
    expect(after(method, path, 500).goTo).toBe("/error/500");
  });
});
