import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { API_KEY_REQUESTS_PER_MINUTE, call } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import { API_KEY_PREFIX } from "#platform/contract/who.ts";
import type { ApiKeyHolder } from "./authenticate-request.ts";
import { route } from "./serve.ts";
import { aServer } from "./test-server.ts";
import { networkOf } from "./network.ts";
import { LISTS_AT_ONCE, LISTS_WAITING, openListTurns } from "./list-turns.ts";
import { securityEvent, type SecurityEvent } from "./security-log.ts";

/** As many as `@fastify/rate-limit` counts for at once. */
const COUNTERS = 5_000;

const HOLDER: ApiKeyHolder = {
  ...{ userId: randomUUID(), email: "a@example.org", emailConfirmed: true, ownsEmail: false },
  ...{ authenticatedAt: new Date(0).toISOString(), hasNewerAuthentication: false },
  apiKey: { id: randomUUID(), name: "Loan system" },
  scopes: [],
  membership: {
    ...{ id: randomUUID(), organizationId: randomUUID(), role: "admin" },
    ...{ isSecondFactorMissing: false, isSsoMissing: false, onlyGroups: null },
  },
};

describe("limits", () => {
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
    const network = [
      "2001:db8:1:2::1",
      "2001:db8:1:2::2",
      "2001:db8:1:2::3",
      "2001:db8:1:2:ffff::4",
      "2001:db8:1:3::1",
    ];
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
});

describe("API keys", () => {
  const forKeys = call({
    ...({
      method: "GET",
      path: "/for-keys",
      summary: "A thing",
      who: ["admin"],
      apiScope: "any",
      reply: null,
    } as const),
  });
  const VALID = `${API_KEY_PREFIX}valid`;
  const ELSEWHERE = `${API_KEY_PREFIX}elsewhere`;

  async function aLimitedServer() {
    const authenticateApiKey = async (secret: string) => {
      if (secret === ELSEWHERE) throw new AppError("ADDRESS_NOT_ALLOWED");
      if (secret !== VALID) throw new AppError("INVALID_API_KEY");
      return HOLDER;
    };
    const { app } = await aServer([route(forKeys, async () => {})], { limits: true, authenticateApiKey });
    return async (authorization: string, remoteAddress: string) =>
      (await app.inject({ method: "GET", url: "/for-keys", remoteAddress, headers: { authorization } })).statusCode;
  }

  test("a key counts once, however its header is written", async () => {
    const ask = await aLimitedServer();
    const schemes = ["Bearer", "bearer", "BEARER"];
    for (let request = 0; request < API_KEY_REQUESTS_PER_MINUTE; request++)
      expect(await ask(`${schemes[request % 3]} ${VALID}`, `192.0.2.${request % 200}`)).toBe(204);
    for (const scheme of schemes) expect(await ask(`${scheme} ${VALID}`, "192.0.2.1")).toBe(429);
  });

  test("a key that is refused for another reason is no invalid one", async () => {
    const ask = await aLimitedServer();
    for (let request = 0; request <= API_KEY_REQUESTS_PER_MINUTE; request++)
      expect(await ask(`Bearer ${ELSEWHERE}`, "192.0.2.4")).toBe(403);
    expect(await ask(`Bearer ${VALID}`, "192.0.2.4")).toBe(204);
  });

  test("invalid keys count by address, and take no counter of a valid one", async () => {
    const ask = await aLimitedServer();
    const askInvalid = (number: number, address: string) => ask(`Bearer ${API_KEY_PREFIX}${number}`, address);
    for (let request = 0; request < API_KEY_REQUESTS_PER_MINUTE; request++) {
      expect(await ask(`Bearer ${VALID}`, "192.0.2.1")).toBe(204);
      expect(await askInvalid(request, "192.0.2.2")).toBe(401);
    }
    expect(await askInvalid(0, "192.0.2.2")).toBe(429);
    expect(await askInvalid(0, "192.0.2.3")).toBe(401);
    for (let request = 0; request < COUNTERS; request++)
      await askInvalid(request, `198.51.${Math.floor(request / 200)}.${request % 200}`);
    expect(await ask(`Bearer ${VALID}`, "192.0.2.1")).toBe(429);
  });
});

describe("network", () => {
  test("an IPv6 address counts by its first four groups, however it is written", () => {
    for (const address of [
      "2001:db8::1",
      "2001:db8::2",
      "2001:0DB8:0:0::ffff",
      "2001:db8:0:0:1:2:3:4",
      "2001:db8::1%eth0",
    ])
      expect(networkOf(address), address).toBe("2001:db8:0:0");
    expect(networkOf("2001:db8:1:2::")).toBe("2001:db8:1:2");
    expect(networkOf("2001:db8:0:1::1")).toBe("2001:db8:0:1");
    expect([networkOf("::1"), networkOf("::")]).toEqual(["0:0:0:0", "0:0:0:0"]);
  });

  test("an IPv4 address counts by itself, wrapped in IPv6 or not", () => {
    for (const address of ["1.2.3.4", "::ffff:1.2.3.4", "::FFFF:102:304", "0:0:0:0:0:ffff:1.2.3.4"])
      expect(networkOf(address), address).toBe("1.2.3.4");
    expect(networkOf("::ffff:255.0.255.1")).toBe("255.0.255.1");
    expect(networkOf("64:ff9b::1.2.3.4")).toBe("64:ff9b:0:0");
  });

  test("text that is not an address counts unchanged", () => {
    for (const text of ["", "unknown", "1.2.3.4:80", ":::", "%"]) expect(networkOf(text)).toBe(text);
  });
});

describe("list turns", () => {
  afterEach(() => void vi.useRealTimers());

  /** Takes so many turns of one person; how many were given, and what gives one back. */
  const LIMITS = { atOnce: LISTS_AT_ONCE, waiting: LISTS_WAITING };

  function takeMany(turns: ReturnType<typeof openListTurns>, person: string, count: number) {
    const taken: (() => void)[] = [];
    const refused: unknown[] = [];
    for (let at = 0; at < count; at++)
      void turns.take(person).then(
        (leave) => taken.push(leave),
        (error: unknown) => refused.push(error),
      );
    return { taken, refused };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test("a person gets a limited number of lists at once, in turn, and lists beyond the queue are refused", async () => {
    const turns = openListTurns({ ...LIMITS, perMinute: Infinity });
    const { taken, refused } = takeMany(turns, "ann", LISTS_AT_ONCE + LISTS_WAITING + 2);
    await settle();
    expect(taken).toHaveLength(LISTS_AT_ONCE);
    expect(refused).toMatchObject([
      { code: "TOO_MANY_REQUESTS", retryAfter: 1 },
      { code: "TOO_MANY_REQUESTS", retryAfter: 1 },
    ]);
    taken[0]!();
    await settle();
    expect(taken).toHaveLength(LISTS_AT_ONCE + 1);
    for (let at = 1; at < taken.length; at++) {
      taken[at]!();
      await settle();
    }
    expect(taken).toHaveLength(LISTS_AT_ONCE + LISTS_WAITING);
    await expect(turns.take("ann")).resolves.toBeInstanceOf(Function);
  });

  test("another person does not wait", async () => {
    const turns = openListTurns({ ...LIMITS, perMinute: Infinity });
    takeMany(turns, "ann", LISTS_AT_ONCE + LISTS_WAITING);
    const { taken } = takeMany(turns, "ben", 1);
    await settle();
    expect(taken).toHaveLength(1);
  });

  test("lists are counted per person and minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-02T12:00:00Z") });
    const turns = openListTurns({ ...LIMITS, perMinute: 2 });
    const ask = async (person: string) => (await turns.take(person))();
    await ask("ann");
    await ask("ann");
    vi.setSystemTime(Date.parse("2026-11-02T12:00:20Z"));
    await expect(ask("ann")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfter: 40 });
    await expect(ask("ben")).resolves.toBeUndefined();
    vi.setSystemTime(Date.parse("2026-11-02T12:01:00Z"));
    await expect(ask("ann")).resolves.toBeUndefined();
  });
});

describe("security log", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  const DENIED: SecurityEvent = { event: "access-denied", route: "GET /admin/user", network: "192.0.2.7" };

  function aLog() {
    const lines: unknown[] = [];
    return { lines, log: { warn: (line: unknown) => void lines.push(line) } };
  }

  test("the same event is logged once a minute, and the next line says how often it was repeated", () => {
    const { lines, log } = aLog();
    for (let time = 0; time < 40; time++) securityEvent(log, { ...DENIED, userId: `person ${time}` });
    expect(lines).toEqual([{ security: { ...DENIED, userId: "person 0" } }]);
    vi.advanceTimersByTime(60_000);
    expect(lines[1]).toEqual({ security: { ...DENIED, userId: "person 0", repeated: 39 } });
    securityEvent(log, DENIED);
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    expect(lines, "nothing more of what came once").toHaveLength(3);
  });

  test("another kind, call or network is a line of its own, and another log counts for itself", () => {
    const [one, other] = [aLog(), aLog()];
    for (const more of [{}, { event: "unknown-id" }, { route: "GET /admin/post" }, { network: "192.0.2.8" }] as const)
      securityEvent(one.log, { ...DENIED, ...more });
    expect(one.lines).toHaveLength(4);
    securityEvent(other.log, DENIED);
    expect(other.lines).toHaveLength(1);
  });

  test("refusals from ever new networks do not fill the log and are still counted", () => {
    const { lines, log } = aLog();
    for (let host = 0; host < 2_000; host++) securityEvent(log, { ...DENIED, network: `2001:db8:0:${host}` });
    expect(lines).toHaveLength(501);
    vi.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toEqual({
      security: { event: "access-denied", route: "various", network: null, repeated: 1_499 },
    });
  });
});
