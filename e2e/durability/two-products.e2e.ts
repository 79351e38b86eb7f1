// Two processes of the product on one PostgreSQL: each sees the other's changes, and nothing is done twice.
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { generateAssetReport } from "../../features/asset-reports/contract.ts";
import { createBorrower, findOwnBorrower } from "../../features/borrowers/contract.ts";
import { logOut } from "../../features/auth/contract.ts";
import { type Child, freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { type Stand, startStand } from "../stand.ts";
import { bodyOf, type Client, withToken, apiPerson } from "../api.ts";
import { aBorrower, aConnectedBorrower, openPage, progressOf } from "./lender.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";
import { envBeside } from "./processes.ts";

const WITHIN = { timeout: 90_000, intervals: [100] };
const AT_ONCE = 20;

test.describe("two products on one PostgreSQL", () => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  let database: DurableDatabase;
  let stand: Stand;
  let second: Child;
  let secondUrl: string;
  let officer: Client;
  let officerThere: Client;

  test.beforeAll(async () => {
    database = await openDurableDatabase("postgres");
    stand = await startStand({ databaseUrl: database.url, env: { LIMITS: "off" } });
    const port = await freePort();
    secondUrl = `http://localhost:${port}`;
    const env = envBeside(stand, database.url, port);
    second = startChild({ name: "The second product", args: ["app/server/start.ts"], env, onLine: () => {} });
    expect(await untilItAnswers(second, `${secondUrl}/health`)).toBe(true);
    officer = await apiPerson("registered@example.com", { url: stand.url });
    officerThere = withToken(officer.token, secondUrl);
  });
  test.afterAll(async () => {
    try {
      await second?.stop();
      await stand?.stop();
    } finally {
      await database?.stop();
    }
  });

  test("a page on one process is notified of a change on the other, and reads it there", async () => {
    const page = openPage(secondUrl, officer);
    await expect.poll(() => page.connections, WITHIN).toBe(1);
    const { id } = bodyOf(await officer.send(createBorrower, aBorrower()));
    await expect.poll(() => page.heard, WITHIN).toContainEqual({ type: "borrower.updated", id, version: 1 });
    expect(await officerThere.send(findOwnBorrower, { id })).toMatchObject({ status: 200, body: { id } });
    page.close();
  });

  test(`of ${AT_ONCE} requests to generate a report over both, one report is made`, async () => {
    const { id: borrowerId } = await aConnectedBorrower(officer, stand.sandboxUrl);
    const asked = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        (index % 2 === 0 ? officer : officerThere).send(generateAssetReport, { borrowerId }),
      ),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([202]));
    const [reportId, ...others] = new Set(asked.map(({ body }) => body.assetReportId));
    expect(others).toEqual([]);
    await expect(async () => expect(await progressOf(officer, borrowerId)).toMatchObject({ state: "ready" })).toPass(
      WITHIN,
    );
    await database.asOwner(stand.dataDir, async (query) => {
      expect(await query(`select id from asset_reports where borrower_id = '${borrowerId}'`)).toEqual([
        { id: reportId },
      ]);
      const lines = await query(`select action from audit_rows where object_id = '${reportId}' order by seq`);
      expect(lines.map(({ action }) => action)).toEqual(["report.requested", "report.ready"]);
    });
  });

  test("the database connections of a product have names", async () => {
    const names = await database.asOwner("", (query) =>
      query("select distinct application_name as name from pg_stat_activity where application_name like 'keyturn%'"),
    );
    const expected = ["keyturn-jobs", "keyturn-listen", "keyturn-tenant"];
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
  });

  test("a token that is logged out on one process is refused on the other", async () => {
    const leaving = await apiPerson("editor@example.com", { url: stand.url });
    const there = withToken(leaving.token, secondUrl);
    expect(await there.send(createBorrower, aBorrower())).toMatchObject({ status: 201 });
    await leaving.send(logOut);
    expect(await there.send(createBorrower, aBorrower())).toMatchObject({ status: 401, message: "INVALID_JWT" });
  });
});
