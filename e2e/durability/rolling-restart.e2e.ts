// Two products behind a balancer, restarted in turn under load: no request fails.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBorrower, listBorrowers } from "../../features/borrowers/contract.ts";
import type { Call } from "../../platform/contract/call.ts";
import { startChild, untilItAnswers, type Child } from "../../tools/child.ts";
import { freePort } from "../../tools/ports.ts";
import { startStand } from "../stand.ts";
import { openBalancer } from "./balancer.ts";
import { logInAs } from "./client.ts";
import { ENGINES, openDurableDatabase } from "./databases.ts";
import { aBorrower } from "./lender.ts";
import { envBeside } from "./processes.ts";

const CLIENTS = 8;
const DRAIN_SECONDS = 2;

describe.runIf(ENGINES.includes("postgres"))("two products behind a balancer", () => {
  test("restarted in turn under load, none of the requests fails", { timeout: 300_000 }, async () => {
    const database = await openDurableDatabase("postgres");
    onTestFinished(() => database.stop());
    const stand = await startStand({ databaseUrl: database.url });
    onTestFinished(() => stand.stop());
    const { token } = await logInAs(stand.url, "registered@example.com");
    await stand.killProduct();

    const ports = [await freePort(), await freePort()];
    const start = async (port: number): Promise<Child> => {
      const env = { ...envBeside(stand, database.url, port), DRAIN_SECONDS: String(DRAIN_SECONDS) };
      const child = startChild({ name: "A product", args: ["app/server/start.ts"], env, onLine: () => {} });
      onTestFinished(() => child.stop());
      expect(await untilItAnswers(child, `http://localhost:${port}/health`)).toBe(true);
      return child;
    };
    const products = [await start(ports[0]!), await start(ports[1]!)];
    const balancer = await openBalancer(ports);
    onTestFinished(() => balancer.close());

    const load = startLoad(balancer.url, token);
    await sleep(1_000);
    for (const [index, product] of products.entries()) {
      await product.stop(60_000);
      expect(await product.ended).toMatchObject({ code: 0 });
      await start(ports[index]!);
      await sleep(1_000);
    }
    const { statuses, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect([...statuses.keys()].toSorted()).toEqual([200, 201]);
    expect(statuses.get(200)).toBeGreaterThan(500);
  });
});

/** Half of the clients keep their connection as long as they may, the others open one for each request. */
function startLoad(url: string, token: string) {
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  let goesOn = true;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = new http.Agent({ keepAlive: client % 2 === 0, maxSockets: 1 });
    for (let index = 0; goesOn; index++) {
      const asked = index % 10 === 0 ? ask(createBorrower, aBorrower()) : ask(listBorrowers);
      const status = await asked.catch((error: Error) => failures.push(error.message));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(10);
    }
    agent.destroy();

    function ask({ method, path }: Call, body?: object): Promise<number> {
      return new Promise((resolve, reject) => {
        const headers = { authorization: `bearer ${token}`, ...(body && { "content-type": "application/json" }) };
        const request = http.request(`${url}/api/latest${path}`, { method, headers, agent }, (reply) => {
          reply.resume().once("end", () => resolve(reply.statusCode ?? 0));
          reply.once("error", reject);
        });
        request.once("error", reject);
        request.end(body && JSON.stringify(body));
      });
    }
  });
  return {
    async stop() {
      goesOn = false;
      await Promise.all(clients);
      return { statuses, failures };
    },
  };
}
