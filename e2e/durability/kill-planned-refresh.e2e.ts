// kill -9 on the day of planned refreshes, with a provider that is slow and then down: each is ordered and charged once.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { generateAssetReport, planRefresh, readExpirations } from "../../features/asset-reports/contract.ts";
import { findOwnBorrower, updateLoan } from "../../features/borrowers/contract.ts";
import { addDays, utcToday } from "../../platform/dates/days.ts";
import { apiPerson, bodyOf, type Client } from "../api.ts";
import { type Stand, startStand } from "../stand.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";
import { aConnectedBorrower, progressOf } from "./lender.ts";
import { sized } from "./size.ts";

const FILES = 6;
/** After a start; scheduled tasks begin two seconds after it. */
const KILLS_AFTER_MS = [2_050, 2_200, 2_500, 3_000].slice(0, sized({ whole: 4, inCi: 2 }));
const WITHIN = { timeout: 120_000, intervals: [500] };

test.describe("planned refreshes on their day", () => {
  test.describe.configure({ retries: 0 });
  let database: DurableDatabase;
  let stand: Stand;
  let officer: Client;

  test.beforeAll(async () => {
    database = await openDurableDatabase(ENGINES.at(-1)!); // the list is never empty
    stand = await startStand({ databaseUrl: database.url });
    officer = await apiPerson("registered@example.com", { url: stand.url });
  });
  test.afterAll(async () => {
    try {
      await stand?.stop();
    } finally {
      await database?.stop();
    }
  });

  const steer = (order: object) =>
    fetch(`${stand.sandboxUrl}/_steer/plaid`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    });
  const asOwner = (...statements: string[]) =>
    database.asOwner(stand.dataDir, async (query) => {
      for (const statement of statements.slice(0, -1)) await query(statement);
      return query(statements.at(-1)!); // one at least
    });

  /** A closing that the report of today serves no more, once its data is made older. */
  async function aFile(): Promise<string> {
    const { id } = await aConnectedBorrower(officer, stand.sandboxUrl);
    bodyOf(await officer.send(generateAssetReport, { borrowerId: id }));
    await expect(async () => expect((await progressOf(officer, id))?.state).toBe("ready")).toPass(WITHIN);
    const { version } = bodyOf(await officer.send(findOwnBorrower, { id }));
    const noteDate = addDays(utcToday(), 60);
    bodyOf(
      await officer.send(updateLoan, { id, version, loan: { program: "fha", noteDate, disbursementDate: noteDate } }),
    );
    return id;
  }

  test(`${KILLS_AFTER_MS.length} kills while ${FILES} are made: each is ordered and charged once, and the officer sees it`, async () => {
    test.setTimeout(600_000);
    const ids: string[] = [];
    for (let at = 0; at < FILES; at++) ids.push(await aFile());
    const all = `('${ids.join("','")}')`;
    const reports = `(select id from asset_reports where borrower_id in ${all})`;
    const [today, before] = [utcToday(), addDays(utcToday(), -100)];
    await asOwner(
      `update evaluations set figures = replace(figures::text, '${today}', '${before}')::jsonb where report_id in ${reports}`,
      `update asset_report_contents set parsed_report = replace(parsed_report::text, '${today}', '${before}')::jsonb
       where report_id in ${reports}`,
      `update line_items set occurred_at = occurred_at - interval '100 days' where borrower_id in ${all}`,
    );
    for (const id of ids) {
      const { suggestion, price } = bodyOf(await officer.send(readExpirations, { id }));
      if (suggestion.outcome !== "refresh") throw new Error(`no day is suggested: ${suggestion.outcome}`);
      bodyOf(await officer.send(planRefresh, { id, day: suggestion.day, price }));
    }
    await asOwner(
      `update planned_refreshes set day = '${today}' where borrower_id in ${all}`,
      `update borrowers set planned_refresh_on = '${today}' where id in ${all}`,
    );

    const left: number[] = [];
    for (const [at, afterMs] of KILLS_AFTER_MS.entries()) {
      await steer(at % 2 === 0 ? { mode: "slow", delayMs: 800 } : { mode: "down" });
      await stand.killProduct();
      await stand.startProduct();
      await sleep(afterMs);
      await stand.killProduct();
      const [{ count } = {}] = await asOwner(
        `select count(*)::int as count from asset_reports where borrower_id in ${all} and state in ('queued', 'generating')`,
      );
      left.push(Number(count));
      await stand.startProduct();
    }
    // While the provider is down, the officer reads that a report is being made.
    await expect(async () => {
      const [{ count } = {}] = await asOwner(
        `select count(*)::int as count from planned_refreshes where borrower_id in ${all} and state = 'planned'`,
      );
      expect(count).toBe(0);
    }).toPass(WITHIN);
    const { plan } = bodyOf(await officer.send(readExpirations, { id: ids[0]! })); // six of them
    expect(plan).toMatchObject({ state: "done", reason: null });
    await steer({ mode: "ok" });
    for (const id of ids)
      await expect(async () => expect((await progressOf(officer, id))?.state).toBe("ready")).toPass(WITHIN);

    const rows = await asOwner(
      `select (select count(*)::int from asset_reports r where r.borrower_id = b.id) as reports,
         (select count(*)::int from planned_refreshes p where p.borrower_id = b.id and p.state = 'done') as plans,
         (select array_agg(l.amount::int order by l.occurred_at) from line_items l where l.borrower_id = b.id) as charged
       from borrowers b where b.id in ${all}`,
    );
    for (const row of rows) expect(row).toEqual({ reports: 2, plans: 1, charged: [2500, 1000] });
    expect(rows).toHaveLength(FILES);
    process.stdout.write(`refreshes on their way at each kill: ${left.join(", ")}\n`);
  });
});
