// Who is let in: by role, and by what a role needs besides.
import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { call } from "#platform/contract/call.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { MeetsCondition } from "./authenticate-request.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const see = (given: Partial<Record<RoleName, "sole-member">>) =>
  call({ method: "GET", path: "/bill", summary: "See a bill", who: ["admin", "registered"], given, reply: null });

/** The server's only person is an admin. */
async function askedBy(given: Partial<Record<RoleName, "sole-member">>, meetsCondition: MeetsCondition) {
  const { url } = await aServer([route(see(given), async () => undefined)], { meetsCondition });
  const reply = await fetch(`${url}/bill`, { headers: { authorization: "Bearer x" } });
  return reply.status;
}

test.each([
  [true, 204],
  [false, 403],
])("a role that needs more is let in by it alone: %s answers %i", async (isMet, status) => {
  const meetsCondition = vi.fn<MeetsCondition>(async () => isMet);
  expect(await askedBy({ admin: "sole-member" }, meetsCondition)).toBe(status);
  expect(meetsCondition).toHaveBeenCalledWith(expect.objectContaining({ role: "admin" }), "sole-member");
});

test("the condition of another role does not apply to this one", async () => {
  const meetsCondition = vi.fn<MeetsCondition>(async () => false);
  expect(await askedBy({ registered: "sole-member" }, meetsCondition)).toBe(204);
  expect(meetsCondition).not.toHaveBeenCalled();
});

describe("browser cookie", () => {
  const remember = call({
    method: "POST",
    path: "/remember",
    summary: "Remember this browser",
    who: "anyone",
    reply: z.object({ before: z.nullable(z.string()), after: z.string() }),
  });
  const look = call({
    method: "GET",
    path: "/look",
    summary: "Look at this browser",
    who: "anyone",
    reply: z.object({ secret: z.nullable(z.string()) }),
  });

  async function aRememberingServer(secure = false) {
    const { app } = await aServer(
      [
        route(remember, async ({ browser }) => ({ before: browser.secret, after: browser.remember() })),
        route(look, async ({ browser }) => ({ secret: browser.secret })),
      ],
      { secure },
    );
    return async (method: "POST" | "GET", cookie?: string, fetched: Record<string, string> = {}) => {
      const path = method === "POST" ? "/remember" : "/look";
      const reply = await app.inject({ method, url: path, headers: { ...fetched, ...(cookie && { cookie }) } });
      const body = reply.json<Record<string, string | null>>();
      return { body, cookies: [reply.headers["set-cookie"] ?? []].flat() };
    };
  }

  test("a browser is remembered by 32 random bytes, in a cookie that no script reads and no other site sends", async () => {
    const ask = await aRememberingServer();
    const { body, cookies } = await ask("POST");
    expect(body).toEqual({ before: null, after: expect.stringMatching(/^[\w-]{43}$/) });
    expect(cookies).toEqual([`browser=${body["after"]}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict`]);
    expect((await ask("POST")).body["after"]).not.toBe(body["after"]);
  });

  test("it keeps its secret from then on, and only a rule that remembers sends a cookie", async () => {
    const ask = await aRememberingServer();
    const { after } = (await ask("POST")).body;
    expect(await ask("GET", `theme=dark; browser=${after}`)).toEqual({ body: { secret: after }, cookies: [] });
    const again = await ask("POST", `browser=${after}`);
    expect(again).toMatchObject({ body: { before: after, after } });
    expect(again.cookies[0]).toContain(`browser=${after};`);
    expect(await ask("GET")).toEqual({ body: { secret: null }, cookies: [] });
  });

  test("over https the cookie is bound to this host, and one that another host could have set counts for nothing", async () => {
    const ask = await aRememberingServer(true);
    const { body, cookies } = await ask("POST");
    expect(cookies).toEqual([
      `__Host-browser=${body["after"]}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Strict`,
    ]);
    expect((await ask("GET", `browser=${body["after"]}`)).body).toEqual({ secret: null });
    expect((await ask("GET", `__Host-browser=${body["after"]}`)).body).toEqual({ secret: body["after"] });
  });

  test.each(["", "x", "x".repeat(42), "x".repeat(44), `${"x".repeat(42)}!`, "%00".repeat(15), "x".repeat(4_000)])(
    "a cookie that we never made is no secret: %j",
    async (value) => {
      const ask = await aRememberingServer();
      expect((await ask("GET", `browser=${value}`)).body).toEqual({ secret: null });
    },
  );

  test.each([
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
    { "sec-fetch-mode": "navigate" },
  ])("another site, or a link, puts no new secret in the place of the owner's: %j", async (fetched) => {
    const ask = await aRememberingServer();
    expect(await ask("POST", undefined, fetched)).toEqual({ body: { message: "FORBIDDEN" }, cookies: [] });
    const own = "x".repeat(43);
    expect((await ask("POST", `browser=${own}`, fetched)).body).toEqual({ before: own, after: own });
  });

  test.each([{ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }, { "sec-fetch-site": "none" }])(
    "a page of our own is remembered: %j",
    async (fetched) => {
      const ask = await aRememberingServer();
      expect((await ask("POST", undefined, fetched)).cookies).toHaveLength(1);
    },
  );
});
