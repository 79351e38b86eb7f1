// kill -9 of two products in turn while events are sent: each arrives, always under one id, and none after the endpoint
// was disabled.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { createBorrower } from "../../features/borrowers/contract.ts";
import { createWebhookEndpoint, disableWebhookEndpoint } from "../../features/developers/contract.ts";
import { type Child, freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { apiPerson, bodyOf, type Client, withToken } from "../api.ts";
import { type Stand, startStand } from "../stand.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";
import { aBorrower } from "./lender.ts";
import { envBeside } from "./processes.ts";
import { sized } from "./size.ts";

const KILLS = sized({ whole: 20, inCi: 4 });
const EVENTS = 50 * KILLS;
const AT_ONCE = 20;
/** How long the receiver takes, so that kills cut attempts off. */
const ANSWER_MS = 150;
const WITHIN = { timeout: 120_000, intervals: [500] };

interface Received {
  readonly id: string;
  readonly body: string;
  /** Milliseconds since 1970 at which the attempt began, to the second. */
  readonly attemptedAt: number;
}

test.describe("webhooks while products are killed", () => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  test.describe.configure({ retries: 0 });
  let database: DurableDatabase;
  let stand: Stand;
  let second: Child;
  let receiver: Server;
  let status = 200;
  let underWay = 0;
  const received: Received[] = [];

  test.beforeAll(async () => {
    database = await openDurableDatabase("postgres");
    stand = await startStand({ databaseUrl: database.url, env: { LIMITS: "off" } });
    receiver = createServer((request, reply) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString("utf8")));
      request.on("end", () => {
        const { "webhook-id": id, "webhook-timestamp": seconds } = request.headers;
        received.push({ id: String(id), body, attemptedAt: Number(seconds) * 1_000 });
        underWay++;
        reply.on("close", () => underWay--);
        setTimeout(() => reply.writeHead(status).end(), ANSWER_MS);
      });
    });
    await new Promise<void>((resolve) => {
      receiver.listen(0, "localhost", resolve);
    });
  });
  test.afterAll(async () => {
    receiver?.close();
    try {
      await second?.stop();
      await stand?.stop();
    } finally {
      await database?.stop();
    }
  });

  const query = (text: string) => database.asOwner(stand.dataDir, (run) => run(text));

  test(`${EVENTS} events and ${KILLS} kills: each event arrives under one id, and none once it is disabled`, async () => {
    test.setTimeout(600_000);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const startSecond = async () => {
      const env = envBeside(stand, database.url, port);
      second = startChild({ name: "The second product", args: ["dist/server/start.js"], env, onLine: () => {} });
      expect(await untilItAnswers(second, `${url}/health`)).toBe(true);
    };
    await startSecond();
    const admin = await apiPerson("admin@example.com", { url: stand.url });
    const there = withToken(admin.token, url);
    const { endpoint } = bodyOf(
      await admin.send(createWebhookEndpoint, {
        url: `http://localhost:${(receiver.address() as AddressInfo).port}/`,
        description: "",
        events: ["borrower.created"],
      }),
    );
    /** How many were created for sure: a request that a kill cut off may have been carried out or not. */
    const create = async (count: number, by: readonly Client[]) => {
      const replies = await Promise.allSettled(
        Array.from({ length: count }, (_, at) => by[at % by.length]!.send(createBorrower, aBorrower())),
      );
      return replies.filter((reply) => reply.status === "fulfilled" && reply.value.status === 201).length;
    };

    let created = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const creating = create(EVENTS / KILLS, [admin, there]);
      await expect.poll(() => underWay, WITHIN).toBeGreaterThan(0);
      if (kill % 2 === 0) {
        await second.kill9();
        await startSecond();
      } else {
        await stand.killProduct();
        await stand.startProduct();
      }
      created += await creating;
    }
    // A few at a time, so that none is refused under load.
    while (created < EVENTS) created += await create(Math.min(AT_ONCE, EVENTS - created), [admin, there]);
    await expect(async () =>
      expect(await query("select distinct status from webhook_deliveries")).toEqual([{ status: "delivered" }]),
    ).toPass(WITHIN);
    const sent = await query("select event_id, body, organization_id from webhook_deliveries");
    expect(sent.length).toBeGreaterThanOrEqual(EVENTS);
    const [{ count }] = (await query(
      `select count(*)::int as count from borrowers b join webhook_endpoints w using (organization_id)
       where b.created_at > w.created_at`,
    )) as [{ count: number }];
    expect(sent, "one event for each borrower").toHaveLength(count);
    const idsByBody = Map.groupBy(received, ({ body }) => body);
    for (const { event_id: id, body } of sent) {
      const arrived = idsByBody.get(String(body));
      expect(new Set(arrived?.map((one) => one.id)), String(body)).toEqual(new Set([id]));
    }
    expect(received.length, "kills cut attempts off").toBeGreaterThan(sent.length);
    process.stdout.write(`${sent.length} events arrived with ${received.length} requests\n`);

    status = 500;
    const before = received.length;
    await create(AT_ONCE, [admin, there]);
    await expect.poll(() => received.length, WITHIN).toBeGreaterThan(before);
    bodyOf(await admin.send(disableWebhookEndpoint, { id: endpoint.id }));
    const disabledAt = Date.now();
    status = 200;
    expect(await create(AT_ONCE, [admin, there])).toBe(AT_ONCE);
    await second.kill9();
    await startSecond();
    await expect(async () => {
      const due = `select id from jobs.job where name = 'webhooks.deliver' and state < 'completed'
        and start_after < now() + interval '20 seconds'`;
      expect(await query(due)).toEqual([]);
    }).toPass(WITHIN);
    expect(received.filter(({ attemptedAt }) => attemptedAt > disabledAt)).toEqual([]);
    const states = await query("select distinct status from webhook_deliveries order by 1");
    expect(states).toEqual([{ status: "canceled" }, { status: "delivered" }]);
  });
});
