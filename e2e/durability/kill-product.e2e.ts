// kill -9 of the product, again and again: what was acknowledged stays, once, and work that was under way is done.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { downloadAssetReport, generateAssetReport } from "../../features/asset-reports/contract.ts";
import { findOwnBorrower } from "../../features/borrowers/contract.ts";
import { chanceOf } from "../../sandbox/plaid/bank-data/seeded-random.ts";
import { type Stand, startStand } from "../stand.ts";
import { bodyOf, type Client, apiPerson } from "../api.ts";
import { aConnectedBorrower, progressOf } from "./lender.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";
import {
  endedConnections,
  expectLedger,
  expectRemovedAtProvider,
  type Ledger,
  writeBorrowers,
  writeConnections,
} from "./ledger.ts";
import { envBeside, run } from "./processes.ts";
import { sized } from "./size.ts";

const KILLS = sized({ whole: 20, inCi: 5 });
const WITHIN = { timeout: 120_000, intervals: [250] };

for (const engine of ENGINES) {
  test.describe(`the product on ${engine}`, () => {
    // A second try would meet the writers of the first.
    test.describe.configure({ retries: 0 });
    let database: DurableDatabase;
    let stand: Stand;
    let people: Client[];

    test.beforeAll(async () => {
      database = await openDurableDatabase(engine);
      stand = await startStand({ databaseUrl: database.url, env: { LIMITS: "off" } });
      const names = ["registered", "editor", "admin", "outsider"];
      people = await Promise.all(names.map((name) => apiPerson(`${name}@example.com`, { url: stand.url })));
    });
    test.afterAll(async () => {
      try {
        await stand?.stop();
      } finally {
        await database?.stop();
      }
    });

    const title = `D3 ${KILLS} kills while 8 writers write: no acknowledged write lost, none half-applied, none doubled`;
    test(title, async () => {
      test.setTimeout(900_000);
      const ledger: Ledger = { entries: [], acknowledged: 0 };
      let goesOn = true;
      const writers = people.flatMap((client, index) => [
        writeBorrowers(client, `${engine}-a${index}`, ledger, () => goesOn),
        index < 2
          ? writeConnections(client, `${engine}-b${index}`, stand.sandboxUrl, ledger, () => goesOn)
          : writeBorrowers(client, `${engine}-b${index}`, ledger, () => goesOn),
      ]);
      const written = Promise.all(writers).finally(() => (goesOn = false));
      const kills = killAgainAndAgain(stand, ledger, () => goesOn).finally(() => (goesOn = false));
      await Promise.all([written, kills]);
      await untilConnectionsEnded(people[2]!, ledger);

      await stand.killProduct();
      const ended = await database.asOwner(stand.dataDir, endedConnections);
      await stand.startProduct();
      await expect(() => expectRemovedAtProvider(stand.sandboxUrl, ended)).toPass(WITHIN);
      await stand.killProduct();
      await database.asOwner(stand.dataDir, async (query) => {
        await expectLedger(query, ledger);
        expect(await query("select name, data from jobs.job where state = 'failed' or name = 'dead-letter'")).toEqual(
          [],
        );
      });
      const verified = await run("app/cli/verify-audit.ts", envBeside(stand, database.url));
      expect(verified).toMatchObject({ code: 0, output: expect.stringContaining(", 0 errors.") });
    });

    test("a kill while reports are made: each becomes ready, once", async () => {
      test.setTimeout(400_000);
      await stand.startProduct();
      const [officer] = people as [Client];
      const borrowers = await Promise.all([1, 2, 3, 4].map(() => aConnectedBorrower(officer, stand.sandboxUrl)));
      for (const { id } of borrowers) bodyOf(await officer.send(generateAssetReport, { borrowerId: id }));
      // As soon as one has come from the provider and is being read and written down.
      const steps = () => Promise.all(borrowers.map(async ({ id }) => (await progressOf(officer, id))?.step));
      await expect(async () => expect((await steps()).some((step) => step !== "asked")).toBe(true)).toPass({
        timeout: 60_000,
        intervals: [5],
      });
      await stand.killProduct();
      await stand.startProduct();
      for (const { id } of borrowers) {
        await expect(async () => expect(await progressOf(officer, id)).toMatchObject({ state: "ready" })).toPass(
          WITHIN,
        );
        const file = await officer.send(downloadAssetReport, { id });
        const report = await progressOf(officer, id);
        expect(
          createHash("sha256")
            .update(file.body as unknown as Buffer)
            .digest("hex"),
        ).toBe(report?.pdfSha256);
      }

      await stand.killProduct();
      await database.asOwner(stand.dataDir, async (query) => {
        for (const { id } of borrowers) {
          const [report, ...more] = await query(`select id from asset_reports where borrower_id = '${id}'`);
          expect(more).toEqual([]);
          const lines = await query(`select action from audit_rows where object_id = '${String(report?.["id"])}'
          and action like 'report.%' and action <> 'report.downloaded' order by seq`);
          expect(lines.map(({ action }) => action)).toEqual(["report.requested", "report.ready"]);
        }
      });
    });
  });
}

/** Each time after some acknowledged writes and a moment more, both by chance, so that writes are under way. */
async function killAgainAndAgain(stand: Stand, ledger: Ledger, goesOn: () => boolean): Promise<void> {
  const chance = chanceOf("kill -9");
  for (let kill = 0; kill < KILLS && goesOn(); kill++) {
    const enough = ledger.acknowledged + chance.whole(8, 32);
    await expect.poll(() => ledger.acknowledged, { timeout: 90_000, intervals: [5] }).toBeGreaterThan(enough);
    await sleep(chance.whole(0, 25));
    await stand.killProduct();
    await stand.startProduct();
  }
}

async function untilConnectionsEnded(admin: Client, { entries }: Ledger): Promise<void> {
  for (const { id } of entries.filter(({ hasBank }) => hasBank))
    await expect(async () =>
      expect(bodyOf(await admin.send(findOwnBorrower, { id }))).toMatchObject({ items: [] }),
    ).toPass(WITHIN);
}
