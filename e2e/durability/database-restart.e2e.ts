// The database dies, restarts and hangs under load: the product reports it at once and recovers by itself.
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { generateAssetReport } from "../../features/asset-reports/contract.ts";
import { createBorrower, findOwnBorrower, listBorrowers } from "../../features/borrowers/contract.ts";
import { type Stand, startStand } from "../stand.ts";
import { bodyOf, type Client, apiPerson } from "../api.ts";
import { aBorrower, aConnectedBorrower, openPage, progressOf } from "./lender.ts";
import { startLoad, type Load } from "./load.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";
import { sized } from "./size.ts";

const WITHIN = { timeout: 90_000, intervals: [100] };
const OUTAGE_MS = sized({ whole: 60_000, inCi: 20_000 });

test.describe("PostgreSQL under load", () => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  let database: DurableDatabase;
  let stand: Stand;
  let officer: Client;

  test.beforeAll(async () => {
    database = await openDurableDatabase("postgres");
    stand = await startStand({ databaseUrl: database.url, env: { LIMITS: "off" } });
    officer = await apiPerson("registered@example.com", { url: stand.url });
  });
  test.afterAll(async () => {
    try {
      await stand?.stop();
    } finally {
      await database?.stop();
    }
  });

  test(`a database that is killed and away for ${OUTAGE_MS / 1000} s causes 503 with Retry-After and red health, and a restart heals all without restarting the product`, async ({
    atEnd,
  }) => {
    test.setTimeout(400_000);
    const page = openPage(stand.url, officer);
    await expect.poll(() => page.connections, WITHIN).toBe(1);
    const borrower = await aConnectedBorrower(officer, stand.sandboxUrl);
    const load = startLoad(officer);
    atEnd(load.stop);
    await expect.poll(() => load.created.length, WITHIN).toBeGreaterThan(20);
    bodyOf(await officer.send(generateAssetReport, { borrowerId: borrower.id }));

    await database.server!.kill9();
    await expectOutage(stand, officer, load);
    await sleep(OUTAGE_MS);
    expect(await healthOf(stand)).toBe(503);

    await database.server!.restart();
    await expect(async () => expect(await healthOf(stand)).toBe(200)).toPass(WITHIN);
    const before = load.created.length;
    await expect.poll(() => load.created.length, WITHIN).toBeGreaterThan(before + 20);
    await load.stop();
    expect(new Set(load.statuses)).toEqual(new Set([201, 503]));

    // The job that was queued before the kill.
    await expect(async () => expect(await progressOf(officer, borrower.id)).toMatchObject({ state: "ready" })).toPass(
      WITHIN,
    );
    // Missed events cannot be sent again, so the server closed the page's connection, and the page connected again.
    await expect.poll(() => page.connections, WITHIN).toBeGreaterThan(1);
    expect(page.closings).not.toContain(4401);
    const reported = bodyOf(await officer.send(createBorrower, aBorrower()));
    await expect.poll(() => page.heard.map(({ id }) => id), WITHIN).toContain(reported.id);
    page.close();

    const stored = new Set(bodyOf(await officer.send(listBorrowers)).map(({ id }) => id));
    expect(load.created.filter((id) => !stored.has(id))).toEqual([]);
    expectNeverRestarted(stand);
  });

  test("a hanging database causes 503 instead of hanging requests, and all continues when it resumes", async ({
    atEnd,
  }) => {
    test.setTimeout(400_000);
    const { id } = bodyOf(await officer.send(createBorrower, aBorrower()));
    const load = startLoad(officer);
    atEnd(load.stop);
    await expect.poll(() => load.created.length, WITHIN).toBeGreaterThan(5);
    const goOn = await standStill(database);
    try {
      await expectOutage(stand, officer, load);
    } finally {
      goOn();
    }
    await expect(async () => expect(await healthOf(stand)).toBe(200)).toPass(WITHIN);
    const before = load.created.length;
    await expect.poll(() => load.created.length, WITHIN).toBeGreaterThan(before + 5);
    await load.stop();
    expect(new Set(load.statuses)).toEqual(new Set([201, 503]));
    expect(await officer.send(findOwnBorrower, { id })).toMatchObject({ status: 200 });
    expectNeverRestarted(stand);
  });
});

/** Stops every process of the server where it is; the result lets them go on. */
async function standStill({ server, asOwner }: DurableDatabase): Promise<() => void> {
  const postmaster = Number.parseInt(readFileSync(path.join(server!.dataDir, "postmaster.pid"), "utf8"));
  const pids = await asOwner("", async (query) => {
    process.kill(postmaster, "SIGSTOP"); // first, so that it starts no further ones
    const rows = await query("select pid from pg_stat_activity where pid <> pg_backend_pid()");
    return [postmaster, ...rows.map(({ pid }) => Number(pid))];
  });
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  };
}

async function expectOutage(stand: Stand, officer: Client, load: Load): Promise<void> {
  await expect(async () => expect(await healthOf(stand)).toBe(503)).toPass(WITHIN);
  const refused = await officer.send(listBorrowers);
  expect(refused).toMatchObject({ status: 503, message: "OVERLOADED" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const refusals = () => load.statuses.filter((status) => status === 503).length;
  await expect.poll(() => refusals(), WITHIN).toBeGreaterThan(8);
}

async function healthOf({ url }: Stand): Promise<number> {
  const reply = await fetch(`${url}/health`);
  await reply.body?.cancel();
  return reply.status;
}

function expectNeverRestarted(stand: Stand): void {
  expect(stand.logs().match(/"msg":"listening"/g)).toHaveLength(1);
}
