// Rerunning a report, back-tests, overlays, break-even, Why, expirations, calendar and governance, by keyboard alone.
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { type Borrower, findOwnBorrower, listBorrowers, updateLoan } from "../../features/borrowers/contract.ts";
import { addDays, utcToday } from "../../platform/dates/days.ts";
import { insertReport, OLDEST, someFiles } from "../../testing/stored-reports.ts";
import { expectFocusSeen, findingsOn, pressByTab, tabTo } from "../accessibility.ts";
import { apiPerson, bodyOf, type Client } from "../api.ts";
import { openDurableDatabase } from "../durability/databases.ts";
import { testApart as test } from "../fixtures.ts";
import type { Stand } from "../stand.ts";
import { knownBy, type Visitors } from "../visitors.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
/** What the tests change in a report's JSON file. */
interface ReportJson {
  parsedReport: { items: { accounts: { currentCents: number | null }[] }[] };
  evaluation: { editionHash: string };
}

const CLOSING_IN_DAYS = 170;
const BACK_TEST = { timeout: 60_000 };

let admin: Client;
/** An FHA purchase with two large deposits, and one whose closing is far off. */
let [borrowerId, waitingId] = ["", ""];

test.beforeAll(async ({ stand }) => {
  test.setTimeout(240_000);
  await insertEarlierReports(stand);
  admin = await apiPerson("admin@example.com", { url: stand.url });
  const { id, version, loan } = await sampleBorrower("registered@example.com", "AC-2026-0103", stand);
  const noteDate = addDays(utcToday(), CLOSING_IN_DAYS);
  const terms = { ...loan, noteDate, disbursementDate: noteDate };
  bodyOf(await admin.send(updateLoan, { id, version, loan: terms }));
  waitingId = id;
  borrowerId = (await sampleBorrower("admin@example.com", "AC-2026-0203", stand)).id;
});

async function sampleBorrower(email: string, wanted: string, { url }: Stand): Promise<Borrower> {
  const person = await apiPerson(email, { url });
  const { id } = bodyOf(await person.send(listBorrowers)).find(({ loanNumber }) => loanNumber === wanted)!; // a sample
  return bodyOf(await person.send(findOwnBorrower, { id }));
}

/** Reports of the sample lender that the oldest edition evaluated; only a stopped product lets its database be opened. */
async function insertEarlierReports(stand: Stand): Promise<void> {
  await stand.killProduct();
  const { asOwner } = await openDurableDatabase("embedded");
  await asOwner(stand.dataDir, async (query) => {
    const [owner] = await query(
      `select m.organization_id as "organizationId", m.user_id as "userId" from memberships m
       join users u on u.id = m.user_id where u.email = 'admin@example.com'`,
    );
    for (const [at, question] of someFiles(24).entries()) {
      const inserted = await insertReport({ asOwner: query }, owner as never, question, { edition: OLDEST.hash });
      await query("update borrowers set last_name = $2, loan_number = $3 where id = $1", [
        inserted.borrowerId,
        `Quist ${at}`,
        at % 3 === 0 ? null : `OLD-${at}`,
      ]);
    }
  });
  await stand.startProduct();
}

/** What holds in every state: the focus is seen, nothing scrolls sideways, and axe finds nothing. */
async function expectSound(page: Page, where: string): Promise<void> {
  await expectFocusSeen(page, where);
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overhang(), `${where}: sideways scroll`).toBeLessThanOrEqual(0);
  expect(await findingsOn(page), where).toEqual([]);
}

/** Opens a dialog by a control, works in it, and expects the focus back on what opened it. */
async function inDialog(page: Page, title: string | RegExp, work: (dialog: Locator) => Promise<void>): Promise<void> {
  const opener = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await expectSound(page, `in ${String(title)}`);
  await work(dialog);
  await expect(dialog).toBeHidden();
  await expectFocusSeen(page, `after ${String(title)}`);
  const isBack = () => page.evaluate((element) => element === document.activeElement || !element?.isConnected, opener);
  await expect.poll(isBack, `the focus after ${String(title)}`).toBe(true);
}

/** Opens the list of further actions and moves to one of them. */
async function toAction(page: Page, menu: Locator, action: string): Promise<void> {
  await pressByTab(page, menu);
  await tabTo(page, page.getByRole("button", { name: action, exact: true }).filter({ visible: true }));
}

/** What a control downloads. */
async function download(page: Page, control: Locator): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  await tabTo(page, control);
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  await expectFocusSeen(page, "after the download");
  const buffer = await readFile(await file.path());
  return { name: file.suggestedFilename(), mimeType: "application/octet-stream", buffer };
}

/** Into a date field, from whichever of its parts has the focus. */
async function typeDate(page: Page, day: string): Promise<void> {
  const [year, month, date] = day.split("-");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(`${month}${date}${year}`);
}

async function open(visitors: Visitors, stand: Stand, size: (typeof SIZES)[number], path: string, person = admin) {
  const page = await visitors.arrive({ ...knownBy(person, stand.url), viewport: size });
  await page.goto(path);
  return page;
}

for (const size of SIZES) {
  const { width } = size;
  test.describe(`without a mouse, ${width} wide`, () => {
    test("anyone reruns a downloaded report and checks a PDF and a packet", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, `/borrower/asset-report/${borrowerId}`);
      const pdf = await download(page, page.getByRole("button", { name: "Download report" }));
      const menu = page.getByRole("button", { name: "More formats and sharing" });
      await pressByTab(page, menu);
      const json = await download(page, page.getByRole("button", { name: "Download JSON" }));
      await expect(menu).toBeFocused();
      await page.goto("/admin/governance");
      const packet = await download(page, page.getByRole("button", { name: "Download JSON" }));

      await page.goto("/verify");
      const choose = page.getByRole("button", { name: "Choose a file" });
      await tabTo(page, choose);
      const check = async (file: typeof json, outcome: string | RegExp) => {
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
        await chooser.setFiles(file);
        await expect(page.getByText(outcome).first()).toBeVisible();
        await expect(choose).toBeFocused();
        await expectSound(page, `verifying ${file.name}`);
      };
      const edited = (name: string, edit: (report: ReportJson) => void) => {
        const report = JSON.parse(json.buffer.toString("utf8")) as ReportJson;
        edit(report);
        return { ...json, name, buffer: Buffer.from(JSON.stringify(report), "utf8") };
      };
      await check({ ...json, name: "report.json" }, "The rules give the same evaluation");
      const altered = edited("altered.json", ({ parsedReport }) => {
        parsedReport.items[0]!.accounts[0]!.currentCents = 1; // a report has both
      });
      await check(altered, "The data in this file was changed");
      const earlier = edited("earlier.json", ({ evaluation }) => {
        evaluation.editionHash = OLDEST.hash;
      });
      await check(earlier, "The rules give another evaluation");
      const unknown = edited("unknown.json", ({ evaluation }) => {
        evaluation.editionHash = "f".repeat(64);
      });
      await check(unknown, "The rules can't be rerun");
      await check({ ...pdf, name: "report.pdf" }, /^Issued by /);
      await check({ ...packet, name: "packet.json" }, /^Governance packet by /);
      await tabTo(page, page.getByRole("main").getByRole("link").last());
    });

    test("an admin tests an edition and evaluates one borrower again", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, "/admin/editions");
      await expect(page.getByRole("list", { name: "Editions" }).getByRole("listitem").first()).toContainText(
        "open borrower",
      );
      await pressByTab(page, page.getByRole("button", { name: /^(?:See what would change|Test again)$/ }));
      await expect(page.getByText(/of [\d,]+ reports change\./)).toBeVisible(BACK_TEST);
      await expectSound(page, "the changes of an edition");

      const table = page.getByRole("table", { name: "Reports that change" });
      const row = table.getByRole("row").nth(1);
      await tabTo(page, row.getByRole("checkbox"));
      await page.keyboard.press("ArrowDown");
      await expect(table.getByRole("row").nth(2).getByRole("checkbox")).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await tabTo(page, row.getByRole("button", { name: /: what changes for / }).filter({ visible: true }));
      await inDialog(page, /^What changes for /, async (dialog) => {
        await expect(dialog.getByRole("heading", { name: "Answers" })).toBeVisible();
        await page.keyboard.press("Escape");
      });
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Space");
      await expect(page.getByText("1 selected")).toBeVisible();
      await expectSound(page, "with a selected report");
      await tabTo(page, page.getByRole("button", { name: "Evaluate selected again" }));
      await inDialog(page, "Evaluate 1 report again?", async (dialog) => {
        await pressByTab(page, dialog.getByRole("button", { name: "Evaluate again" }));
      });
      await expect(page.getByText("1 selected")).toBeHidden();
      await expectSound(page, "after a report was queued");
      await page.getByRole("searchbox", { name: "Search" }).focus();
      await pressByTab(page, page.getByRole("button", { name: "Evaluated again", exact: true }));
      await expect(table.getByText("Evaluated again", { exact: true }).filter({ visible: true }).first()).toBeVisible();
      await expectSound(page, "the reports that were evaluated again");
    });

    test("admins draft, test, approve and end an overlay", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, "/admin/overlays");
      await tabTo(page, page.getByRole("button", { name: "Draft an overlay" }));
      await expectSound(page, "overlays");
      await inDialog(page, "Draft an overlay", async (dialog) => {
        await expect(dialog.getByLabel("Name")).toBeFocused();
        await page.keyboard.type(`Lakeside ${width}`);
        await tabTo(page, dialog.getByLabel("Large deposit, percent of monthly income"));
        await page.keyboard.type("60");
        await page.keyboard.press("Enter");
        await expect(dialog.getByText("This loosens a guide.")).toBeVisible();
        await expect(dialog.getByLabel("Large deposit, percent of monthly income")).toBeFocused();
        await expectSound(page, "a draft that loosens a guide");
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type("1");
        await pressByTab(
          page,
          dialog.getByRole("group", { name: "Raise findings" }).getByRole("button", { name: "Add finding" }),
        );
        await expectFocusSeen(page, "after a finding was added");
        await pressByTab(page, dialog.getByRole("button", { name: "Remove finding 1" }));
        await expectSound(page, "after a finding was removed");
        await pressByTab(page, dialog.getByRole("button", { name: "Save draft" }));
      });

      const row = page
        .getByRole("listitem")
        .filter({ hasText: `Lakeside ${width}, version` })
        .first();
      const more = row.getByRole("button", { name: /^More for / });
      await expect(row).toContainText("Draft");
      await toAction(page, more, "Test on past reports");
      await expectSound(page, "the overlay's actions");
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: `Test Lakeside ${width}` });
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await pressByTab(page, dialog.getByRole("button", { name: "Test on past reports" }));
      await expect(dialog.getByText(/of [\d,]+ reports change\./)).toBeVisible(BACK_TEST);
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await expectSound(page, "the changes of an overlay");
      const changed = dialog.getByRole("table", { name: "Reports that change" }).getByRole("row").nth(1);
      await tabTo(page, changed.getByRole("button", { name: /: what changes for / }).filter({ visible: true }));
      await inDialog(page, /^What changes for /, async (detail) => {
        await pressByTab(page, detail.getByRole("button", { name: "Close" }));
      });
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(more).toBeFocused();

      await page.keyboard.press("Shift+Tab");
      await expect(row.getByRole("button", { name: /^Propose / })).toBeFocused();
      await inDialog(page, /^Propose Lakeside/, async (question) => {
        await expect(question.getByText(/^Tested on past reports /)).toBeVisible();
        await pressByTab(page, question.getByRole("button", { name: "Propose overlay" }));
      });
      await expect(row).toContainText("Waiting for approval");
      await expect(row.locator(":focus")).toHaveCount(1);
      await expectSound(page, "a proposed overlay");
      await tabTo(page, row.getByRole("button", { name: /^Approve / }));
      await expect(row.getByRole("button", { name: /^Approve / })).toHaveAttribute("aria-disabled", "true");
      await page.keyboard.press("Enter");
      await expect(row).toContainText("Waiting for approval");

      const colleague = await apiPerson("multi@example.com", { url: stand.url });
      const second = await open(visitors, stand, size, "/admin/overlays", colleague);
      const proposed = second
        .getByRole("listitem")
        .filter({ hasText: `Lakeside ${width}, version` })
        .first();
      await tabTo(second, proposed.getByRole("button", { name: /^Approve / }));
      await inDialog(second, /^Approve Lakeside/, async (question) => {
        await pressByTab(second, question.getByRole("button", { name: "Approve overlay" }));
      });
      await expect(proposed).toContainText("In force");
      await expect(proposed.locator(":focus")).toHaveCount(1);
      await expectSound(second, "an overlay in force");
      await toAction(second, proposed.getByRole("button", { name: /^More for / }), "End");
      await inDialog(second, /^End Lakeside/, async (question) => {
        await pressByTab(second, question.getByRole("button", { name: "End overlay" }));
      });
      await expect(proposed).toContainText("Ended");
      await expectSound(second, "an ended overlay");
    });

    test("an officer reads the break-even and tries terms on its map", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, `/borrower/asset-report/${borrowerId}`);
      const breakEven = page.getByRole("region", { name: "Break-even" });
      const grid = breakEven.getByRole("grid", { name: "Price and down payment" });
      const focused = grid.locator("td:focus");
      await page.getByRole("button", { name: "What if: try other terms" }).focus(); // far down the page
      await page.keyboard.press("Enter");
      await expect(page.getByRole("region", { name: "Try other terms" }).locator(":focus")).toHaveCount(1);
      const program = breakEven.getByRole("tab", { selected: true });
      await tabTo(page, program);
      const name = await program.innerText();
      await page.keyboard.press("ArrowRight");
      await expect(program).not.toHaveText(name);
      await expect(program).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      await expect(program).toHaveText(name);
      await expect(grid).toBeVisible();
      await tabTo(page, grid.locator('td[tabindex="0"]'));
      await expect(focused).toHaveAttribute("aria-current", "true");
      await expect(grid.locator('td[tabindex="0"]')).toHaveCount(1);
      await expectSound(page, "the map");
      const at = () =>
        focused.evaluate((cell) => [
          (cell.parentElement as HTMLTableRowElement).sectionRowIndex,
          (cell as HTMLTableCellElement).cellIndex,
        ]);
      const [row, column] = (await at()) as [number, number];
      for (const [key, place] of [
        ["ArrowRight", [row, column + 1]],
        ["ArrowDown", [row + 1, column + 1]],
        ["ArrowLeft", [row + 1, column]],
        ["ArrowUp", [row, column]],
        ["Home", [row, 1]],
        ["ControlOrMeta+Home", [0, 1]],
      ] as const) {
        await page.keyboard.press(key);
        expect(await at(), key).toEqual(place);
      }
      const words = await focused.getAttribute("aria-label");
      await page.keyboard.press("Enter");
      await expect(grid.locator('td[aria-current="true"]')).toHaveAttribute("aria-label", `${words}, these terms`);
      await expect(focused).toHaveAttribute("aria-current", "true");
      await expectSound(page, "with tried terms");

      await page.keyboard.press("Shift+Tab");
      await expect(breakEven.getByRole("button", { name: "Show as table" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(breakEven.getByRole("button", { name: "Show as map" })).toBeFocused();
      await page.keyboard.press("Tab");
      const region = breakEven.getByRole("region", { name: /^Price and down payment under / });
      await expect(region).toBeFocused();
      if (await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)) {
        await page.keyboard.press("ArrowRight");
        await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
      }
      await expectSound(page, "the map as a table");
    });

    test("an officer asks why a finding is one and goes to its bank line", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, `/borrower/asset-report/${borrowerId}`);
      const finding = page.locator("[data-finding]").filter({ hasText: "The deposit of $12,000.00 on" }).first();
      await finding.focus();
      const summary = finding.locator("summary").filter({ hasText: "Why, and what would change it" });
      await pressByTab(page, summary);
      const panel = finding.locator("details[open]").filter({ hasText: "How it follows" });
      await expect(panel.getByRole("button", { name: "Copy explanation" })).toBeVisible();
      await expect(summary).toBeFocused();
      await expectSound(page, "why");
      await pressByTab(page, panel.getByRole("button", { name: /^Show in transactions: / }));
      const table = page.getByRole("table", { name: "Transactions" });
      await expect(table.getByRole("row")).toHaveCount(2); // its head, and the deposit
      await expect(page.locator(":focus").filter({ has: table })).toHaveCount(1);
      await tabTo(page, page.getByRole("button", { name: /Show all/ }));
      await expectSound(page, "the transactions of a finding");
    });

    test("an officer plans, moves and cancels a refresh", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, `/account/borrowers/view/${waitingId}`);
      const panel = page.getByRole("region", { name: "Expirations" });
      await tabTo(page, panel.getByRole("button", { name: "Plan refresh" }));
      await expectSound(page, "expirations");
      await inDialog(page, "Plan a refresh", async (dialog) => {
        await expect(dialog.getByLabel("Day")).toBeFocused();
        await typeDate(page, "2020-01-01");
        await page.keyboard.press("Enter");
        await expect(dialog.getByText("Choose today or a later day")).toBeVisible();
        await expect(dialog.getByLabel("Day")).toBeFocused();
        await expectSound(page, "a day in the past");
        await typeDate(page, addDays(utcToday(), CLOSING_IN_DAYS - 10));
        await page.keyboard.press("Enter");
      });
      const change = panel.getByRole("button", { name: "Change" });
      await expect(change).toBeVisible();
      await expectSound(page, "a planned refresh");
      await tabTo(page, change);
      await inDialog(page, "Change the planned refresh", async (dialog) => {
        await typeDate(page, addDays(utcToday(), CLOSING_IN_DAYS - 20));
        await pressByTab(page, dialog.getByRole("button", { name: "Save" }));
      });
      await expect(panel.locator(`time[datetime="${addDays(utcToday(), CLOSING_IN_DAYS - 20)}"]`)).toBeVisible();
      await expect(change).toBeFocused();
      await tabTo(page, panel.getByRole("button", { name: "Cancel refresh" }));
      await inDialog(page, "Cancel the planned refresh?", async (dialog) => {
        await pressByTab(page, dialog.getByRole("button", { name: "Cancel refresh" }));
      });
      await expect(panel.getByRole("button", { name: "Plan refresh" })).toBeVisible();
      await expect(panel.locator(":focus")).toHaveCount(1);
      await expectSound(page, "after the cancellation");
    });

    test("an admin creates, replaces and removes calendar addresses", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, "/account/settings/calendar");
      for (const whose of ["Your borrowers", "All borrowers of the organization"]) {
        const button = (verb: string) => page.getByRole("button", { name: `${verb} address: ${whose}` });
        await tabTo(page, button("Create"));
        await inDialog(page, "Calendar address", async (dialog) => {
          await pressByTab(page, dialog.getByRole("button", { name: "Done" }));
        });
        await expect(button("Replace")).toBeFocused();
        await inDialog(page, "Replace the calendar address?", () => page.keyboard.press("Escape"));
        await tabTo(page, button("Remove"));
        await inDialog(page, "Remove the calendar address?", async (dialog) => {
          await pressByTab(page, dialog.getByRole("button", { name: "Remove address" }));
        });
        await expect(button("Create")).toBeVisible();
        await expectSound(page, `without an address of ${whose}`);
        await page.getByRole("heading", { level: 1 }).focus();
      }
    });

    test("an officer finds borrowers by what expires next", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, "/account/borrowers/all");
      const isPhone = width < 768;
      const table = page.getByRole("table", { name: "Borrowers" });
      await expect(table.getByRole("row").nth(1).getByRole("link")).toBeVisible();
      const expiring = page.getByRole("button", { name: /^Expiring/ });
      await tabTo(page, expiring);
      await page.keyboard.press("Space");
      await expect(expiring).toHaveAttribute("aria-pressed", "true");
      await expect(expiring).toBeFocused();
      await expectSound(page, "the borrowers whose files expire");
      await page.keyboard.press("Space");
      await expect(expiring).toHaveAttribute("aria-pressed", "false");
      if (isPhone) {
        // The column is in the row's second line.
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Shift+Tab");
        await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
        await page.keyboard.type("Brandt");
        const row = table.getByRole("row").filter({ hasText: /(?:Bank data|Free refresh) through / });
        await tabTo(page, row.getByRole("link"));
        await expectSound(page, "what expires next on a phone");
        return;
      }
      const header = table.getByRole("columnheader", { name: "Expires next" });
      await tabTo(page, header.getByRole("button"));
      for (const direction of ["ascending", "descending"]) {
        await page.keyboard.press("Enter");
        await expect(header).toHaveAttribute("aria-sort", direction);
        await expect(header.getByRole("button")).toBeFocused();
      }
      await expectSound(page, "borrowers by expiry");
    });

    test("an admin chooses the period of a governance packet and downloads it", async ({ visitors, stand }) => {
      const page = await open(visitors, stand, size, "/admin/governance");
      await expect(page.getByRole("heading", { name: "What is not automated" })).toBeVisible();
      await tabTo(page, page.getByLabel("Period"));
      await expectSound(page, "the packet");
      await page.keyboard.type("Other");
      await tabTo(page, page.getByLabel("From"));
      await typeDate(page, "2020-01-01");
      await expect(page.getByText("A packet covers two years at most.")).toBeVisible();
      await expect(page.getByLabel("From")).toBeFocused();
      await expectSound(page, "a period that is too long");
      await typeDate(page, addDays(utcToday(), -30));
      await tabTo(page, page.getByLabel("To", { exact: true }));
      await typeDate(page, utcToday());
      const pdf = await download(page, page.getByRole("button", { name: "Download PDF" }));
      expect(pdf.buffer.subarray(0, 5).toString()).toBe("%PDF-");
      await expect(page.getByRole("button", { name: "Download PDF" })).toBeFocused();
      await expectSound(page, "after the download");
    });
  });
}
