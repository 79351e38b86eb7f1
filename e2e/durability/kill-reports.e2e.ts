// kill -9 between "ready" at the provider and "stored" here, with both products: no report is lost, made twice or billed
// twice.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { createLinkToken, exchangePublicToken, generateAssetReport } from "../../features/asset-reports/contract.ts";
import { recordConsent } from "../../features/borrower-portal/contract.ts";
import { createBorrower } from "../../features/borrowers/contract.ts";
import { apiPerson, bodyOf, type Client } from "../api.ts";
import { type Stand, startStand } from "../stand.ts";
import { type DurableDatabase, openDurableDatabase, ENGINES } from "./databases.ts";
import { aBorrower, aConnectedBorrower, aPublicToken, userIdOf } from "./lender.ts";
import { envBeside, run } from "./processes.ts";
import { sized } from "./size.ts";

const KILLS = sized({ whole: 20, inCi: 5 });
/** While the provider takes this long for a reply, the product knows that reports are ready and does not have them. */
const REPLY_MS = 1_200;
const WITHIN = { timeout: 180_000, intervals: [500] };
const IDENTITY = {
  dateOfBirth: "1988-07-22",
  phone: "+14155550123",
  street: "123 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62704",
} as const;

test.describe("reports at the moment they are ready", () => {
  test.describe.configure({ retries: 0 });
  let database: DurableDatabase;
  let stand: Stand;
  let officers: { readonly assets: Client; readonly consumerReport: Client };

  test.beforeAll(async () => {
    database = await openDurableDatabase(ENGINES.at(-1)!); // the list is never empty
    stand = await startStand({ databaseUrl: database.url });
    officers = {
      assets: await apiPerson("registered@example.com", { url: stand.url }),
      consumerReport: await apiPerson("outsider@example.com", { url: stand.url }),
    };
    await database.asOwner(stand.dataDir, (query) =>
      query(`update organizations set bank_data_product = 'consumer_report' where id in
        (select organization_id from memberships where user_id = '${userIdOf(officers.consumerReport)}')`),
    );
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
  /** The reports of these borrowers, by state. */
  const statesOf = (borrowers: readonly string[]) =>
    database.asOwner(stand.dataDir, async (query) => {
      const rows = await query(`select state from asset_reports where borrower_id in ('${borrowers.join("','")}')`);
      return rows.map(({ state }) => String(state)).sort();
    });

  async function aBorrowerForConsumerReport(officer: Client): Promise<string> {
    const { id, email } = bodyOf(await officer.send(createBorrower, aBorrower()));
    bodyOf(await officer.send(recordConsent, { id, email, method: "attested", signedOn: "2026-01-05" }));
    const { linkToken } = bodyOf(await officer.send(createLinkToken, { borrowerId: id, identity: IDENTITY }));
    const link = await fetch(`${stand.sandboxUrl}/_state/plaid/link-tokens/${linkToken}`);
    const { userId } = (await link.json()) as { userId: string };
    const publicToken = await aPublicToken(stand.sandboxUrl, userId);
    bodyOf(await officer.send(exchangePublicToken, { borrowerId: id, publicToken }));
    return id;
  }

  test(`${KILLS} kills between ready and stored: each report becomes ready once and is charged once`, async () => {
    test.setTimeout(900_000);
    const all: string[] = [];
    let unstored = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const first = (await aConnectedBorrower(officers.assets, stand.sandboxUrl)).id;
      const second = await aBorrowerForConsumerReport(officers.consumerReport);
      const borrowers = [first, second];
      all.push(...borrowers);
      bodyOf(await officers.assets.send(generateAssetReport, { borrowerId: first }));
      bodyOf(await officers.consumerReport.send(generateAssetReport, { borrowerId: second }));
      await expect(async () => expect(await statesOf(borrowers)).toEqual(["generating", "generating"])).toPass({
        timeout: 30_000,
        intervals: [20],
      });
      await steer({ mode: "slow", delayMs: REPLY_MS });
      await sleep(READY_AFTER_MS + (kill * 2 * REPLY_MS) / KILLS);
      await stand.killProduct();
      unstored += (await statesOf(borrowers)).filter((state) => state === "generating").length;
      await steer({ mode: "ok" });
      await stand.startProduct();
    }
    expect(unstored, "reports that the provider had ready and the product had not stored").toBeGreaterThan(KILLS / 2);

    await expect(async () => expect(new Set(await statesOf(all))).toEqual(new Set(["ready"]))).toPass(WITHIN);
    await database.asOwner(stand.dataDir, async (query) => {
      const ids = `('${all.join("','")}')`;
      const rows = await query(`select r.product, r.price::int as price, count(*)::int as reports,
          (select count(*)::int from line_items l where l.borrower_id = r.borrower_id) as lines,
          (select sum(l.amount)::int from line_items l where l.borrower_id = r.borrower_id) as charged,
          (select count(*)::int from audit_rows a where a.object_id in
            (select id from asset_reports own where own.borrower_id = r.borrower_id) and a.action = 'report.ready') as audited
        from asset_reports r where r.borrower_id in ${ids} group by r.borrower_id, r.product, r.price`);
      expect(rows).toHaveLength(2 * KILLS);
      for (const row of rows) expect(row).toMatchObject({ reports: 1, lines: 1, charged: row["price"], audited: 1 });
      expect(rows.filter(({ product }) => product === "consumer_report")).toHaveLength(KILLS);
      expect(await query("select name, data from jobs.job where state = 'failed' or name = 'dead-letter'")).toEqual([]);
    });
    const verified = await run("app/cli/verify-audit.ts", envBeside(stand, database.url));
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining(", 0 errors.") });
    process.stdout.write(`${unstored} of ${2 * KILLS} reports were ready at the provider and not stored at a kill\n`);
  });
});

/** After its order, at the sandbox. */
const READY_AFTER_MS = 1_500;
