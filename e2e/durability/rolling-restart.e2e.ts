// Two products behind a balancer, restarted in turn under load: no request fails.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { createBorrower, listBorrowers } from "../../features/borrowers/contract.ts";
import type { Call } from "../../platform/contract/call.ts";
import { type Child, freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { startStand } from "../stand.ts";
import { apiPerson } from "../api.ts";
import { aBorrower } from "./lender.ts";
import { ENGINES, openDurableDatabase } from "./databases.ts";
import { envBeside } from "./processes.ts";
import net, { type AddressInfo } from "node:net";

interface Balancer {
  readonly url: string;
  close(): void;
}

const CHECK_EVERY_MS = 100;

/**
 * As small as can be: each new connection goes to the next of the products at these ports that is healthy, which each
 * is asked at /health, and accepts it.
 */
async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const healthy = new Set<number>();
  const check = async (port: number) => {
    const reply = await fetch(`http://localhost:${port}/health`, {
      headers: { connection: "close" },
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null);
    if (reply?.ok) healthy.add(port);
    else healthy.delete(port);
  };
  await Promise.all(ports.map(check));
  const checks = ports.map((port) => setInterval(() => void check(port), CHECK_EVERY_MS));

  let turn = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    const inTurn = ports.map((_port, index) => ports[(turn + index) % ports.length]!);
    turn++;
    const candidates = inTurn.toSorted((one, other) => Number(healthy.has(other)) - Number(healthy.has(one)));
    sockets.add(client);
    client.on("error", () => {}).once("close", () => sockets.delete(client));
    forward(client, candidates);
  });
  server.listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      for (const timer of checks) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Nothing was sent before a backend accepts, so the next one can be tried in its place. */
function forward(client: net.Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy();
  const backend = net.connect({ port, host: "localhost", allowHalfOpen: true });
  const tryNext = () => forward(client, others);
  backend.once("error", tryNext);
  backend.once("connect", () => {
    backend.off("error", tryNext).on("error", () => client.destroy());
    client.once("close", () => backend.destroy());
    client.pipe(backend).pipe(client);
  });
}

const CLIENTS = 8;
const DRAIN_SECONDS = 2;

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
