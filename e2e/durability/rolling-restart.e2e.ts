// Two products behind a balancer, restarted in turn under load: no request fails.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { createBorrower, listBorrowers } from "../../features/borrowers/contract.ts";
import { type Child, freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { startStand } from "../stand.ts";
import { apiPerson } from "../api.ts";
import { openBalancer } from "./balancer.ts";
import { aBorrower } from "./lender.ts";
import { ENGINES, openDurableDatabase } from "./databases.ts";
import { envBeside } from "./processes.ts";
import { type Scenario, startTraffic } from "./traffic.ts";

const CLIENTS = 8;
const DRAIN_SECONDS = 2;

const writeAndRead: Scenario = async (send) => {
  await send(createBorrower, aBorrower());
  for (let reads = 0; reads < 9; reads++) await send(listBorrowers);
};

test.describe("two products behind a balancer", () => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  test("restarted in turn under load, none of the requests fails", async ({ atEnd }) => {
    test.setTimeout(300_000);
    const database = await openDurableDatabase("postgres");
    atEnd(() => database.stop());
    const stand = await startStand({ databaseUrl: database.url });
    atEnd(() => stand.stop());
    const { token } = await apiPerson("registered@example.com", { url: stand.url });
    await stand.killProduct();

    const ports = [await freePort(), await freePort()];
    const start = async (port: number): Promise<Child> => {
      const env = { ...envBeside(stand, database.url, port), DRAIN_SECONDS: String(DRAIN_SECONDS) };
      const child = startChild({ name: "A product", args: ["app/server/start.ts"], env, onLine: () => {} });
      atEnd(() => child.stop());
      expect(await untilItAnswers(child, `http://localhost:${port}/health`)).toBe(true);
      return child;
    };
    const products = [await start(ports[0]!), await start(ports[1]!)];
    const balancer = await openBalancer(ports);
    atEnd(() => balancer.close());

    const traffic = startTraffic(balancer.url, token, Array<Scenario>(CLIENTS).fill(writeAndRead));
    atEnd(() => traffic.stop());
    await sleep(1_000);
    for (const [index, product] of products.entries()) {
      await product.stop(60_000);
      expect(await product.ended).toMatchObject({ code: 0 });
      await start(ports[index]!);
      await sleep(1_000);
    }
    await traffic.stop();
    expect(traffic.failures).toEqual([]);
    expect(traffic.answered).toBeGreaterThan(500);
  });
});
