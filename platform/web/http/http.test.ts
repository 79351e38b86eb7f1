import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { call } from "#platform/contract/call.ts";
import { requestOf } from "#platform/contract/request.ts";
import { ApiError } from "./api-error.ts";
import { installHttp, request, send } from "./client.ts";
import { makeHttp, type HttpParts } from "./http.ts";

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
    expect(requestOf(writeThing, { id: "1", name: "key" })).toMatchObject({ url: "/things/1", body: '{"name":"key"}' });
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

    test("is only FORBIDDEN, for a request with a membership", async () => {
      const other = rechecking(refusal(403, "EMAIL_NOT_CONFIRMED"));
      await expect(send(readThing, { id: "1" })).rejects.toThrow("EMAIL_NOT_CONFIRMED");
      expect(other.onForbidden).not.toHaveBeenCalled();
      expect(other.goTo).toHaveBeenCalledOnce();
      const { onForbidden } = rechecking(refusal(403, "FORBIDDEN"));
      await expect(request({ method: "GET", url: "assets/x.json" })).rejects.toThrow("FORBIDDEN");
      expect(onForbidden).not.toHaveBeenCalled();
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
