import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { test as base } from "../fixtures.ts";
import { apiPerson } from "../api.ts";
import { ENGINES, openDurableDatabase, type Query } from "../durability/databases.ts";
import { type Stand, startStand } from "../stand.ts";
import { knownBy } from "../visitors.ts";

const ROWS = 30_000;
const OFFICER = "registered@example.com";

/** A product of its own, whose officer has so many borrowers besides the sample ones. */
const test = base.extend<object, { stand: Stand }>({
  stand: [
    async ({}, use) => {
      const database = await openDurableDatabase(ENGINES.at(-1)!); // one at least
      const stand = await startStand({ databaseUrl: database.url });
      await stand.killProduct();
      await database.asOwner(stand.dataDir, insertBorrowers);
      await stand.startProduct();
      await use(stand);
      await stand.stop();
      await database.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** "Zoe 00001" and on, the first changed last; every fifth has each status, and one has a letter that no other has. */
async function insertBorrowers(query: Query): Promise<void> {
  await query("update borrowers set updated_at = '2026-01-01', status = 'closed'");
  await query(`insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id,
      status, invited_at, loan, updated_at, created_at)
    select m.organization_id, gen_random_uuid(), 'Zoe',
      lpad(n::text, 5, '0') || case when n = 12345 then ' Østby' else '' end,
      'person.' || n || '@example.net', m.user_id, m.user_id,
      (array['new', 'invited', 'bank-connected', 'report-ready', 'closed'])[1 + n % 5],
      case when n % 5 = 1 then now() - n * interval '1 minute' end,
      case when n % 1000 = 0 then jsonb_build_object('noteDate', to_char(now() + interval '3 days', 'YYYY-MM-DD')) else '{}' end,
      now() - n * interval '1 second', now() - n * interval '1 second'
    from generate_series(1, ${ROWS}) n, memberships m join users u on u.id = m.user_id where u.email = '${OFFICER}'`);
  await query("analyze borrowers");
}

const tableOf = (page: Page): Locator => page.getByRole("table", { name: "Borrowers" });
const linksIn = (page: Page): Locator => tableOf(page).getByRole("row").getByRole("link");
const pagesOf = (page: Page): Locator => page.getByRole("navigation", { name: "Pagination" });
const headerOf = (page: Page, name: string): Locator => page.getByRole("columnheader", { name, exact: true });
const chip = (page: Page, group: string, name: RegExp): Locator =>
  page.getByRole("group", { name: group }).getByRole("button", { name });
const expectShown = (page: Page, words: string) =>
  expect(pagesOf(page).getByText(words, { exact: true })).toBeVisible();

async function openList(
  visitors: { arrive: (options: object) => Promise<Page> },
  { url }: Stand,
  { query = "", width = 1440 } = {},
) {
  const officer = await apiPerson(OFFICER, { url });
  const page = await visitors.arrive({ ...knownBy(officer, url), viewport: { width, height: 900 } });
  // The dialog of the operating system, which no test can answer. Other browsers have none.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  await page.goto(`/account/borrowers/all${query}`);
  await expect(linksIn(page).first()).toBeVisible();
  return page;
}

test("a list of 30,000 is walked to its 5,000th row, and going back returns to the same place", async ({
  visitors,
  stand,
}) => {
  const page = await openList(visitors, stand);
  await expectShown(page, "1–500");
  await expect(linksIn(page).first()).toHaveText("Zoe 00001");
  await expect(chip(page, "Today", /^Needs you\s*1,000\+$/)).toBeVisible();
  for (let at = 2; at <= 10; at++) {
    await pagesOf(page).getByRole("button", { name: "Next page" }).click();
    await expectShown(page, `${((at - 1) * 500 + 1).toLocaleString("en-US")}–${(at * 500).toLocaleString("en-US")}`);
  }
  await linksIn(page).first().focus();
  await page.keyboard.press("End");
  const last = linksIn(page).filter({ hasText: "Zoe 05000" });
  await expect(last).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Zoe 05000" })).toBeVisible();
  await page.goBack();
  await expectShown(page, "4,501–5,000");
  await expect(last).toBeInViewport();
});

test("a list of 30,000 is sorted, filtered and searched by the server", async ({ visitors, stand }) => {
  const page = await openList(visitors, stand);
  await headerOf(page, "Name").getByRole("button").click();
  await headerOf(page, "Name").getByRole("button").click();
  await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "descending");
  await expect(linksIn(page).first()).toHaveText("Zoe 30000");
  await chip(page, "Status", /^Invited/).click();
  await expect(linksIn(page).first()).toHaveText("Zoe 29996");
  await chip(page, "Status", /^Invited/).click();
  await chip(page, "Today", /^Closing this week/).click();
  await headerOf(page, "Closing").getByRole("button").click();
  await expect(linksIn(page).first()).toHaveText("Zoe 30000");
  await expectShown(page, "1–30");
  await chip(page, "Today", /^Closing this week/).click();
  await page.getByRole("searchbox", { name: "Search" }).fill("Ø");
  await expect(linksIn(page)).toHaveText(["Zoe 12345 Østby"]);
  await page.reload();
  await expect(linksIn(page)).toHaveText(["Zoe 12345 Østby"]);
  await expect(headerOf(page, "Closing")).toHaveAttribute("aria-sort", "ascending");
});

test("of a list of 30,000 rows are selected over pages, and all that are found are saved", async ({
  visitors,
  stand,
}) => {
  const page = await openList(visitors, stand, { query: "?status=invited" });
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await expect(page.getByText("500 selected")).toBeVisible();
  await pagesOf(page).getByRole("button", { name: "Next page" }).click();
  await expect(linksIn(page).first()).toHaveText("Zoe 02501");
  await tableOf(page).getByRole("checkbox", { name: "Select row" }).first().check();
  await expect(page.getByText("501 selected")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all as CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(1 + ROWS / 5);
  expect(lines[1]).toMatch(/^Zoe 00001,Invited,/);
  expect(lines.at(-1)).toMatch(/^Zoe 29996,Invited,/);
});

/** Answers the browser's dialog with a file in its private storage, each part of which waits until it may be written. */
async function chooseFile(page: Page): Promise<void> {
  await page.evaluate(() => {
    const held: (() => void)[] = [];
    let isHeld = true;
    const wait = (canceled: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (!isHeld || canceled.aborted) resolve();
        held.push(resolve);
        canceled.addEventListener("abort", () => resolve());
      });
    async function showSaveFilePicker({ suggestedName }: { suggestedName: string }) {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle(suggestedName, { create: true });
      return {
        async createWritable() {
          const writer = (await file.createWritable()).getWriter();
          return new WritableStream({
            write: async (part, { signal }) => (await wait(signal), writer.write(part)),
            close: () => writer.close(),
            abort: (reason) => writer.abort(reason),
          });
        },
      };
    }
    const letWrite = () => {
      isHeld = false;
      for (const go of held) go();
    };
    Object.assign(globalThis, { showSaveFilePicker, letWrite });
  });
}

const letWrite = (page: Page) => page.evaluate(() => (globalThis as unknown as { letWrite(): void }).letWrite());

const savedLines = (page: Page) =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle("borrowers.csv")).getFile();
    const text = await file.text();
    return text === "" ? [] : text.trimEnd().split("\r\n");
  });

test("on a phone a list of 30,000 is written to a file as it arrives, with its progress, and can be canceled", async ({
  visitors,
  stand,
}) => {
  const page = await openList(visitors, stand, { width: 390 });
  await chooseFile(page);
  await page.getByRole("button", { name: "Download all as CSV" }).focus();
  await page.keyboard.press("Enter");
  const bar = page.getByRole("progressbar", { name: "Rows downloaded" });
  await expect(bar).toBeVisible();
  await expect(page.getByText(/^[\d,]+ of 30,0\d\d rows$/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.getByRole("button", { name: "Cancel download" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Download canceled.")).toBeVisible();
  await expect(bar).toBeHidden();
  await letWrite(page);
  expect(await savedLines(page)).toEqual([]);

  await page.getByRole("button", { name: "Download all as CSV" }).press("Enter");
  await expect(page.getByText(/^30,0\d\d rows downloaded\.$/)).toBeVisible({ timeout: 60_000 });
  const lines = await savedLines(page);
  expect(lines.filter((line) => line.startsWith("Zoe"))).toHaveLength(ROWS);
  expect(lines[1]).toMatch(/^Zoe 00001,/);
});

test("Today and the command palette know all of 30,000 borrowers", async ({ visitors, stand }) => {
  const page = await openList(visitors, stand);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Needs you 1,000+" })).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting on borrower 1,000+" });
  await expect(waiting.getByRole("listitem").first(), "the one that waits longest").toContainText("Zoe 29996");
  await expect(page.getByRole("region", { name: "Closing this week 30" }).getByRole("listitem")).toHaveCount(5);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump to" }).fill("person.25000@");
  await page.getByRole("listbox").getByRole("option", { name: "Zoe 25000" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Zoe 25000" })).toBeVisible();
});
