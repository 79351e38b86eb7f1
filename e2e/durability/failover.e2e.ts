// The database's server is killed under load and its standby takes over: nothing that was acknowledged is lost.
import { expect } from "@playwright/test";
import { startPostgres } from "../../tools/postgres.ts";
import { apiPerson } from "../api.ts";
import { test } from "../fixtures.ts";
import { startStand } from "../stand.ts";
import { ENGINES } from "./databases.ts";
import { openPair } from "./failover.ts";
import { startLoad } from "./load.ts";

const WITHIN = { timeout: 60_000, intervals: [50] };

test("a standby takes over twice: no acknowledged borrower is lost, and the product finds the new primary by itself", async ({
  atEnd,
}) => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  test.setTimeout(200_000);
  const pair = await openPair((await startPostgres({ durable: true }))!); // ENGINES says that there is one
  atEnd(pair.stop);
  const stand = await startStand({ databaseUrl: pair.url, env: { LIMITS: "off" } });
  atEnd(stand.stop);
  const load = startLoad(await apiPerson("registered@example.com", { url: stand.url }));
  atEnd(load.stop);

  for (let promotions = 0; promotions < 2; promotions++) {
    const before = load.created.length;
    await expect.poll(() => load.created.length, WITHIN).toBeGreaterThan(before + 50);
    await pair.failOver();
    const afterwards = load.created.length;
    await expect.poll(() => load.created.length, WITHIN).toBeGreaterThan(afterwards + 50);
    expect(await pair.missing([...load.created])).toEqual([]);
    await pair.restoreStandby();
  }
  await load.stop();
  expect(await pair.missing(load.created)).toEqual([]);
  expect(new Set(load.statuses)).toEqual(new Set([201, 503]));
  expect(stand.logs().match(/"msg":"listening"/g)).toHaveLength(1);
});
