import { expect, test } from "vitest";
import * as z from "zod/mini";
import { call, file, type Reply } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Who } from "#platform/contract/who.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const aCall = <R extends Reply>(path: `/${string}`, who: Who, reply: R) =>
  call({ method: "GET", path, summary: "A thing", who, reply } as never);

async function cacheControlOf(path: string) {
  const text = z.object({ token: z.string() });
  const { app } = await aServer([
    route(aCall("/token", "anyone", text), async () => ({ token: "a" }) as never),
    route(aCall("/nothing", "anyone", null), async () => null),
    route(aCall("/dead", "anyone", text), () => Promise.reject(new AppError("LINK_DEAD"))),
    route(aCall("/own", "signed-in", text), async () => ({ token: "a" }) as never),
    route(aCall("/own-file", "signed-in", file("image/png")), () => Promise.reject(new AppError("NOT_FOUND"))),
    route(aCall("/refused", ["guest"], text), async () => ({ token: "a" }) as never),
    route(aCall("/picture", "anyone", file("image/png")), () => Promise.reject(new AppError("NOT_FOUND"))),
  ]);
  const { headers } = await app.inject({ url: path, headers: { authorization: "bearer x" } });
  return headers["cache-control"];
}

test.each([
  ["/token", "no-store"],
  ["/nothing", "no-store"],
  ["/dead", "no-store"],
  ["/own", "no-store"],
  ["/own-file", "no-store"],
  ["/refused", "no-store"],
  ["/picture", undefined],
])("no cache keeps anything but files that anyone may ask for: %s", async (path, expected) => {
  expect(await cacheControlOf(path)).toBe(expected);
});
