import { expect, test } from "vitest";
import { call } from "#platform/contract/call.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";

const spec = { method: "POST", summary: "A thing", who: "anyone", reply: null } as const;
const fromOne = call({ ...spec, path: "/from-one", limits: { perMinute: 3 } });

async function aLimitedServer(limits = true) {
  const { app } = await aServer([route(fromOne, async () => {})], { limits });
  const ask = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) => {
    const reply = await app.inject({ method: "POST", url, remoteAddress, headers });
    return { status: reply.statusCode, retryAfter: Number(reply.headers["retry-after"]), body: reply.body };
  };
  const statuses = async (url: string, addresses: string[], headers?: Record<string, string>) => {
    const found = [];
    for (const address of addresses) found.push((await ask(url, address, headers)).status);
    return found;
  };
  return { ask, statuses };
}

test("requests per minute are limited by address, whatever the headers say", async () => {
  const { ask, statuses } = await aLimitedServer();
  const same = Array<string>(4).fill("192.0.2.1");
  expect(await statuses("/from-one", same, { "x-forwarded-for": "198.51.100.7" })).toEqual([204, 204, 204, 429]);
  const refused = await ask("/from-one", "192.0.2.1", { "x-forwarded-for": "198.51.100.8" });
  expect(refused).toMatchObject({ status: 429, body: '{"message":"TOO_MANY_REQUESTS"}' });
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect(refused.retryAfter).toBeLessThanOrEqual(60);
  expect((await ask("/from-one", "192.0.2.2")).status).toBe(204);
});

test("addresses of one IPv6 network count as one", async () => {
  const { statuses } = await aLimitedServer();
  const network = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "2001:db8:1:3::1"];
  expect(await statuses("/from-one", network)).toEqual([204, 204, 204, 429, 204]);
});

test("they do so too where the network is written with `::`, and IPv4 in IPv6 counts as IPv4", async () => {
  const { statuses } = await aLimitedServer();
  const network = ["2001:db8::1", "2001:db8::2", "2001:0db8:0::3", "2001:db8::ffff:4", "2001:db8:0:1::1"];
  expect(await statuses("/from-one", network)).toEqual([204, 204, 204, 429, 204]);
  const wrapped = ["::ffff:192.0.2.1", "192.0.2.1", "::ffff:c000:201", "192.0.2.1", "::ffff:192.0.2.2"];
  expect(await statuses("/from-one", wrapped)).toEqual([204, 204, 204, 429, 204]);
});

test("without limits no request is refused", async () => {
  const { statuses } = await aLimitedServer(false);
  expect(await statuses("/from-one", Array<string>(10).fill("192.0.2.1"))).toEqual(Array(10).fill(204));
});
