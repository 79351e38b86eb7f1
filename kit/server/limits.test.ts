import { expect, test } from "vitest";
import { call } from "#kit/contract/call.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const spec = { method: "POST", summary: "A thing", who: "anyone", reply: null } as const;
const fromOne = call({ ...spec, path: "/from-one", limits: { perMinute: 3 } });
const fromAll = call({ ...spec, path: "/from-all", limits: { perMinuteInAll: 4 } });
const free = call({ ...spec, path: "/free" });

async function aLimitedServer(limits = true) {
  let reached = 0;
  const answer = async () => void reached++;
  const { app } = await aServer(
    [fromOne, fromAll, free].map((limited) => route(limited, answer)),
    { limits },
  );
  const ask = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) => {
    const reply = await app.inject({ method: "POST", url, remoteAddress, headers });
    return { status: reply.statusCode, retryAfter: Number(reply.headers["retry-after"]), body: reply.body };
  };
  const statuses = async (url: string, addresses: string[], headers?: Record<string, string>) => {
    const found = [];
    for (const address of addresses) found.push((await ask(url, address, headers)).status);
    return found;
  };
  return { ask, statuses, reached: () => reached };
}

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `192.0.2.${index + 1}`);

test("S9.28 A2 one address asks so often a minute, whatever its headers say; another one is free to", async () => {
  const { ask, statuses } = await aLimitedServer();
  const same = Array<string>(4).fill("192.0.2.1");
  expect(await statuses("/from-one", same, { "x-forwarded-for": "198.51.100.7" })).toEqual([204, 204, 204, 429]);
  const refused = await ask("/from-one", "192.0.2.1", { "x-forwarded-for": "198.51.100.8" });
  expect(refused).toMatchObject({ status: 429, body: '{"message":"TOO_MANY_REQUESTS"}' });
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect(refused.retryAfter).toBeLessThanOrEqual(60);
  expect((await ask("/from-one", "192.0.2.2")).status).toBe(204);
});

test("A2 addresses of one IPv6 network count as one", async () => {
  const { statuses } = await aLimitedServer();
  const network = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "2001:db8:1:3::1"];
  expect(await statuses("/from-one", network)).toEqual([204, 204, 204, 429, 204]);
});

test("A3 guesses spread over many addresses meet the limit of all together, and reach no rule beyond it", async () => {
  const { ask, statuses, reached } = await aLimitedServer();
  expect(await statuses("/from-all", addresses(6))).toEqual([204, 204, 204, 204, 429, 429]);
  expect(reached()).toBe(4);
  const refused = await ask("/from-all", "192.0.2.99");
  expect(refused).toMatchObject({ status: 429, body: '{"message":"TOO_MANY_REQUESTS"}' });
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect(await statuses("/free", addresses(20))).toEqual(Array(20).fill(204));
});

test("without limits nobody is held up", async () => {
  const { statuses } = await aLimitedServer(false);
  expect(await statuses("/from-one", Array<string>(10).fill("192.0.2.1"))).toEqual(Array(10).fill(204));
  expect(await statuses("/from-all", addresses(10))).toEqual(Array(10).fill(204));
});
