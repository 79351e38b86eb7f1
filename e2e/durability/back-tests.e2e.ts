// Back-tests of stored reports on a product that is killed, and the page that shows what they found.
import { expect } from "@playwright/test";
import pg from "pg";
import { test } from "../fixtures.ts";
import * as underwriting from "../../features/underwriting/contract.ts";
import { insertReport, NEWEST, OLDEST, someFiles } from "../../testing/stored-reports.ts";
import { apiPerson, bodyOf, type Client } from "../api.ts";
import { logIn } from "../login.ts";
import { type Stand, startStand } from "../stand.ts";
import { type DurableDatabase, ENGINES, openDurableDatabase } from "./databases.ts";
import { sized } from "./size.ts";

const KINDS = 12;
const COPIES = sized({ whole: 60, inCi: 20 });
const KILLS = sized({ whole: 3, inCi: 1 });
const SUBJECT = { kind: "edition", edition: NEWEST.hash } as const;
const WITHIN = { timeout: 120_000, intervals: [50] };

test.describe("back-tests", () => {
  test.skip(!ENGINES.includes("postgres"), "this machine has no PostgreSQL");
  test.describe.configure({ mode: "serial", retries: 0 });
  let database: DurableDatabase;
  let stand: Stand;
  let admin: Client;
  let client: pg.Client;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    database = await openDurableDatabase("postgres");
    stand = await startStand({ databaseUrl: database.url, env: { LIMITS: "off" } });
    admin = await apiPerson("admin@example.com", { url: stand.url });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const asOwner = async (sql: string, values: readonly unknown[] = []) =>
      (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    const [owner] = await asOwner(
      `select m.organization_id as "organizationId", m.user_id as "userId" from memberships m
       join users u on u.id = m.user_id where u.email = 'admin@example.com'`,
    );
    const questions = someFiles(KINDS);
    for (let copy = 0; copy < COPIES; copy++)
      for (const question of questions)
        await insertReport({ asOwner }, owner as never, question, { edition: OLDEST.hash });
  });
  test.afterAll(async () => {
    try {
      await client?.end();
      await stand?.stop();
    } finally {
      await database?.stop();
    }
  });

  const read = async (id: string) => bodyOf(await admin.send(underwriting.readBackTest, { id }));
  const resultOf = async (id: string) => {
    const { rows } = await client.query(
      "select report_id, programs, findings from back_test_changes where back_test_id = $1 order by report_id",
      [id],
    );
    return rows as { report_id: string }[];
  };

  test(`${KILLS} kills in the middle of a test change nothing in what it finds`, async () => {
    test.setTimeout(300_000);
    const undisturbed = bodyOf(await admin.send(underwriting.startBackTest, { subject: SUBJECT }));
    await expect.poll(async () => (await read(undisturbed.id)).state, WITHIN).toBe("finished");
    const { total, tested, changed } = await read(undisturbed.id);
    const expected = await resultOf(undisturbed.id);
    expect(total).toBeGreaterThanOrEqual(KINDS * COPIES);
    expect(changed).toBeGreaterThan(0);
    expect(expected).toHaveLength(changed);

    const killed = bodyOf(await admin.send(underwriting.startBackTest, { subject: SUBJECT }));
    let before = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      // Behind the product's back, so that a kill meets the test wherever it is.
      const testedNow = async () =>
        Number((await client.query("select tested from back_tests where id = $1", [killed.id])).rows[0].tested);
      await expect.poll(testedNow, WITHIN).toBeGreaterThan(before);
      await stand.killProduct();
      before = await testedNow();
      expect(before, "the kill came before the end").toBeLessThan(tested);
      await stand.startProduct();
    }
    await expect.poll(async () => (await read(killed.id)).state, WITHIN).toBe("finished");
    expect(await read(killed.id)).toMatchObject({ total, tested, changed, notTested: [] });
    expect(await resultOf(killed.id)).toEqual(expected);
  });

  test("an admin sees what an edition would change and evaluates one borrower again", async ({ browser }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({ baseURL: stand.url });
    const page = await context.newPage();
    await logIn(page, "admin@example.com");
    await page.goto("/admin/editions");
    const current = page.getByRole("list", { name: "Editions" }).getByRole("listitem").first();
    await expect(current).toContainText("Used for new evaluations");
    await expect(page.getByText(/of [\d,]+ reports change\./)).toBeVisible();
    await page.getByRole("button", { name: "Test again" }).click();
    await expect(page.getByRole("progressbar", { name: "Reports tested" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel test" }).click();
    await expect(page.getByText(/Canceled after/)).toBeVisible();
    await page.getByRole("button", { name: "Test again" }).click();
    await expect(page.getByText(/of [\d,]+ reports change\./)).toBeVisible({ timeout: 60_000 });

    const table = page.getByRole("table", { name: "Reports that change" });
    const row = table.getByRole("row").nth(1);
    await row.getByRole("checkbox").check();
    const link = await row.getByRole("link").first().getAttribute("href");
    const evaluateSelected = page.getByRole("button", { name: "Evaluate selected again" });
    const dialog = page.getByRole("dialog", { name: "Evaluate 1 report again?" });
    await page.route("**/evaluate-again", (route) => route.abort(), { times: 1 });
    await evaluateSelected.click();
    await expect(dialog).toContainText("Earlier evaluations stay in the history.");
    await dialog.getByRole("button", { name: "Evaluate again" }).click();
    await expect(page.getByTestId("toast").filter({ hasText: "Nothing was queued" })).toBeVisible();
    await evaluateSelected.click();
    await dialog.getByRole("button", { name: "Evaluate again" }).click();
    // Of many rows the table holds only those near the window, so the list is filtered.
    await page.getByRole("button", { name: "Evaluated again", exact: true }).click();
    await expect(table.getByText("Evaluated again", { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(current).toContainText("open borrower");

    await page.goto(link!.replace("/account/borrowers/view/", "/borrower/asset-report/"));
    await expect(page.getByText(NEWEST.ruleSetVersion).first()).toBeVisible();
    await page.goto("/admin/audit?kind=edition");
    await expect(page.getByText("evaluated 1 report again under the current rules")).toBeVisible();
    await context.close();
  });
});
