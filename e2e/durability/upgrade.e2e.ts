// The product is upgraded from two versions before, one after the other, while people use it: no request fails, and
// nothing that was acknowledged is lost. Then come migrations of the kinds that a large table makes difficult.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import pg from "pg";
import { Stripe } from "stripe";
import { exchangePublicToken, generateAssetReport, latestAssetReport } from "../../features/asset-reports/contract.ts";
import { stripeWebhook } from "../../features/billing/contract.ts";
import { recordConsent } from "../../features/borrower-portal/contract.ts";
import { createBorrower, findOwnBorrower, listBorrowers } from "../../features/borrowers/contract.ts";
import { freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { startPostgres } from "../../tools/postgres.ts";
import { root } from "../../tools/settings.ts";
import { apiPerson } from "../api.ts";
import { type AtEnd, test } from "../fixtures.ts";
import { type Stand, startStand } from "../stand.ts";
import { openBalancer } from "./balancer.ts";
import { ENGINES, type Query, withServer } from "./databases.ts";
import { aBorrower, aPublicToken, userIdOf } from "./lender.ts";
import { envBeside, run } from "./processes.ts";
import { sized } from "./size.ts";
import { type Scenario, startTraffic } from "./traffic.ts";
import { canCheckOut, checkOut, layOutNext, VERSIONS_BEFORE } from "./versions.ts";

/** In one organization, before the first upgrade. */
const BORROWERS = sized({ whole: 100_000, inCi: 20_000 });
/** The rule for migrations in docs/operating.md is two seconds, which a slow CI machine needs for itself. */
const MAX_LOCK_WAIT_MS = sized({ whole: 2_000, inCi: 10_000 });
const DRAIN_SECONDS = 2;
const WITHIN = { timeout: 90_000, intervals: [250] };
const WEBHOOK_SECRET = "whsec_keyturn_local_webhook_secret";

test("two versions before are upgraded under load: no request fails, nothing is lost, no lock is long", async ({
  atEnd,
}) => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  test.skip(!VERSIONS_BEFORE.every(canCheckOut), "a shallow clone, and its origin does not give the versions before");
  test.setTimeout(900_000);
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-versions-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  const [twoBefore = "", oneBefore = ""] = VERSIONS_BEFORE.map((version) => {
    const at = path.join(folder, version);
    checkOut(version, at);
    return at;
  });
  const next = path.join(folder, "next");
  layOutNext(next, path.join(import.meta.dirname, "next-migrations"));

  const { adminUrl, ownerUrl } = await aDatabase(atEnd);
  const ports = [await freePort(), await freePort()];
  const balancer = await openBalancer(ports);
  atEnd(() => balancer.close());
  const stand = await startStand({ databaseUrl: ownerUrl, server: path.join(twoBefore, "app/server/start.ts") });
  atEnd(() => stand.stop());
  const officer = await apiPerson("registered@example.com", { url: stand.url });
  await stand.killProduct();
  await withServer(adminUrl, (query) => addBorrowers(query, userIdOf(officer)));

  const log: string[] = [];
  const start = async (version: string, port: number) => {
    const env = {
      ...envBeside(stand, ownerUrl, port),
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      BACKEND_URL: balancer.url, // where Plaid's webhooks go
    };
    const args = [path.join(version, "app/server/start.ts")];
    const child = startChild({ name: "A product", args, env, onLine: (line) => log.push(line) });
    atEnd(() => child.stop());
    expect(await untilItAnswers(child, `http://localhost:${port}/health`), log.join("\n")).toBe(true);
    return child;
  };
  const migrate = async (version: string) => {
    const began = performance.now();
    const { code, output } = await run(path.join(version, "app/cli/migrate.ts"), { DATABASE_URL: ownerUrl });
    expect(code, output).toBe(0);
    return `${output.trim()} (${Math.round(performance.now() - began)} ms)`;
  };
  const products = await Promise.all(ports.map((port) => start(twoBefore, port)));
  const written: Written = { borrowers: [], reports: [] };
  const traffic = startTraffic(balancer.url, officer.token, scenarios(stand, written));
  atEnd(() => traffic.stop());
  const locks = await watchLocks(adminUrl);
  atEnd(() => locks.stop());
  await expect.poll(() => written.reports.length, WITHIN).toBeGreaterThan(2);

  for (const version of [oneBefore, root]) {
    say(await migrate(version));
    for (const [index, port] of ports.entries()) {
      const before = written.borrowers.length;
      await products[index]!.stop(60_000);
      expect(await products[index]!.ended).toMatchObject({ code: 0 });
      products[index] = await start(version, port);
      await expect.poll(() => written.borrowers.length, WITHIN).toBeGreaterThan(before + 20);
    }
  }
  say(await migrate(next));
  const reports = written.reports.length;
  await expect.poll(() => written.reports.length, WITHIN).toBeGreaterThan(reports + 1);
  await traffic.stop();
  const longestWait = await locks.stop();

  say(`${traffic.answered} requests, ${traffic.failures.length} failed; slowest ${traffic.slowest} ms`);
  say(`${written.borrowers.length} borrowers created, ${written.reports.length} reports ordered`);
  say(`longest wait for a lock of a migration: ${longestWait} ms`);
  expect(traffic.failures, log.filter((line) => line.includes('"level":50')).join("\n")).toEqual([]);
  expect(longestWait).toBeLessThan(MAX_LOCK_WAIT_MS);
  await expectWritten(adminUrl, written);
  await expectMigrated(adminUrl);
  const verified = await run("app/cli/verify-audit.ts", envBeside(stand, ownerUrl));
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining(", 0 errors.") });
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A database of a role that is no superuser, as docs/operating.md has it, so that row-level security binds it. */
async function aDatabase(atEnd: AtEnd): Promise<{ adminUrl: string; ownerUrl: string }> {
  const server = (await startPostgres())!; // ENGINES says that there is one
  atEnd(() => server.stop());
  await withServer(server.url, async (query) => {
    await query("create role keyturn_owner login createrole");
    await query("create database keyturn owner keyturn_owner");
  });
  const urlAs = (username: string) => Object.assign(new URL(server.url), { username, pathname: "/keyturn" }).href;
  return { adminUrl: urlAs("postgres"), ownerUrl: urlAs("keyturn_owner") };
}

async function addBorrowers(query: Query, userId: string): Promise<void> {
  await query(`insert into borrowers (organization_id, id, first_name, last_name, email, created_by)
    select organization_id, gen_random_uuid(), 'Ann', 'Number ' || n, 'ann.' || n || '@example.net', user_id
    from generate_series(1, ${BORROWERS}) n,
      (select organization_id, user_id from memberships where user_id = '${userId}' limit 1) officer`);
  await query("analyze borrowers");
}

/** What was acknowledged, by id. */
interface Written {
  readonly borrowers: string[];
  /** Of the borrowers whose report was ordered. */
  readonly reports: string[];
}

function scenarios(stand: Stand, written: Written): Scenario[] {
  const create: Scenario = async (send) => {
    const { id } = await send(createBorrower, aBorrower());
    written.borrowers.push(id);
    await send(findOwnBorrower, { id });
  };
  const list: Scenario = async (send) => {
    await send(listBorrowers, { limit: 25 });
    await sleep(50);
  };
  const orderReport: Scenario = async (send) => {
    const { id, email } = await send(createBorrower, aBorrower());
    written.borrowers.push(id);
    await send(recordConsent, { id, email, method: "attested", signedOn: "2026-01-05" });
    await send(exchangePublicToken, { borrowerId: id, publicToken: await aPublicToken(stand.sandboxUrl) });
    await send(generateAssetReport, { borrowerId: id });
    written.reports.push(id);
    await send(latestAssetReport, { id });
    await sleep(1_000);
  };
  const sendWebhook: Scenario = async (send) => {
    const object = { id: `in_${randomBytes(8).toString("hex")}`, object: "invoice", parent: null };
    const event = { id: `evt_${randomBytes(8).toString("hex")}`, type: "invoice.updated", livemode: false };
    const body = { ...event, object: "event", data: { object } };
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify(body),
      secret: WEBHOOK_SECRET,
    });
    await send(stripeWebhook, body, { "stripe-signature": signature });
    await sleep(200);
  };
  return [create, create, create, list, list, list, orderReport, sendWebhook];
}

/** Looks all the time how long the product has been waiting for a lock that a migration has or waits for. */
async function watchLocks(url: string): Promise<{ stop(): Promise<number> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let [longest, goesOn] = [0, true];
  const watching = (async () => {
    while (goesOn) {
      const { rows } = await client.query<{ ms: number }>(`
        select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::int as ms
        from pg_locks join pg_stat_activity waiting using (pid)
        where not granted and waiting.application_name <> 'keyturn-owner' and exists (
          select from unnest(pg_blocking_pids(pid)) blocking join pg_stat_activity owner on owner.pid = blocking
          where owner.application_name = 'keyturn-owner')`);
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await sleep(10);
    }
    await client.end();
  })();
  return {
    async stop() {
      goesOn = false;
      await watching;
      return longest;
    },
  };
}

async function expectWritten(url: string, { borrowers, reports }: Written): Promise<void> {
  await withServer(url, async (query) => {
    const stored = new Set((await query("select id from borrowers where last_name = 'Able'")).map(({ id }) => id));
    expect(borrowers.filter((id) => !stored.has(id))).toEqual([]);
    const states = () =>
      query(`select state, count(*)::int from asset_reports
        where borrower_id in ('${reports.join("', '")}') group by state`);
    await expect.poll(states, WITHIN).toEqual([{ state: "ready", count: reports.length }]);
    expect(await query("select name, data from jobs.job where state = 'failed' or name = 'dead-letter'")).toEqual([]);
  });
}

/** The borrowers from before the migrations have the new column's value, and its index is whole. */
async function expectMigrated(url: string): Promise<void> {
  await withServer(url, async (query) => {
    expect(
      await query("select count(*)::int from borrowers where last_name like 'Number %' and region = 'west'"),
    ).toEqual([{ count: BORROWERS }]);
    expect(await query("select indisvalid from pg_index where indexrelid = 'borrowers_by_region'::regclass")).toEqual([
      { indisvalid: true },
    ]);
  });
}
