import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { listStatements, listNonBilledLineItems, findCurrentPeriod } from "../../features/billing/contract.ts";
import { listMembers, createGroup, deleteGroup } from "../../features/organizations/contract.ts";
import { apiBorrower, apiPerson } from "../api.ts";
import { connectBank } from "../borrower-pages.ts";
import { knownBy, type Visitors } from "../visitors.ts";

async function arriveAs(visitors: Visitors, email: string, path: string, options = {}): Promise<Page> {
  const page = await visitors.arrive({ ...options, ...knownBy(await apiPerson(email)) });
  await page.goto(path);
  return page;
}
const numbersOn = (page: Page) => page.getByRole("table", { name: "Statements" }).getByRole("row").getByRole("link");

async function saved(page: Page, button: string): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

test("the statements of the sample lender are listed and found by their amount", async ({ visitors }) => {
  const page = await arriveAs(visitors, "admin@example.com", "/admin/billing/statements");
  await expect(page.getByRole("link", { name: /^ST-/ }).nth(1)).toBeVisible();
  const all = await numbersOn(page).allTextContents();
  expect(all.length).toBeGreaterThanOrEqual(2);
  await page.getByLabel("Minimum amount").fill("75");
  await page.getByLabel("Maximum amount").fill("75");
  await expect(numbersOn(page)).toHaveCount(1);
  await page.getByLabel("Maximum amount").fill("");
  await expect(numbersOn(page)).toHaveText(all);
});

test("a statement opens by its address and is downloaded as PDF and CSV", async ({ visitors }) => {
  const admin = await apiPerson("admin@example.com");
  const [statement] = (await admin.send(listStatements)).body;
  const page = await arriveAs(visitors, "admin@example.com", `/admin/billing/statements/view/${statement!.id}`);
  await expect(page.getByRole("heading", { level: 1, name: `Statement ${statement!.number}` })).toBeVisible();
  const pdf = await saved(page, "Download PDF");
  expect(pdf.name).toBe(`${statement!.number}.pdf`);
  const { stdout } = await promisify(execFile)("pdftotext", ["-layout", pdf.path, "-"]);
  expect(stdout).toContain(`Statement ${statement!.number}`);
  expect(stdout).toContain("Acme Lending");
  expect(stdout).toContain("Page 1 of 1");
  expect(stdout.match(/Asset report, .*\$25\.00/g)).toHaveLength(statement!.lineItems.length);
  const csv = await saved(page, "Download CSV");
  expect(await readFile(csv.path, "utf8")).toContain(`${statement!.number},,Total,,,,`);
});

test("a printed statement says who bills and where to pay", async ({ visitors }) => {
  const admin = await apiPerson("admin@example.com");
  const owed = (await admin.send(listStatements)).body.find(
    ({ due, status, hostedURL }) => due > 0 && status !== "paid" && hostedURL !== null,
  )!;
  const page = await arriveAs(visitors, "admin@example.com", `/admin/billing/statements/view/${owed.id}`);
  const link = page.getByRole("link", { name: "Pay this statement" });
  const added = (to: Locator) => to.evaluate((one) => getComputedStyle(one, "::after").content);
  expect(await added(link)).toBe("none");
  await page.emulateMedia({ media: "print" });
  expect(await added(link)).toContain(owed.hostedURL);
  expect(await added(page.locator("[data-words]").first())).toBe('", billed by Keyturn"');
});

test("on a phone a charge is fully readable, with its date", async ({ visitors }) => {
  const page = await arriveAs(visitors, "admin@example.com", "/admin/billing/current-period", {
    viewport: { width: 375, height: 740 },
  });
  const cell = page.getByRole("table", { name: "Non-billed line items" }).locator("[data-row] td:not([data-check])");
  await expect(cell.first().locator("time")).toBeVisible();
  const words = cell.first().locator("span").first();
  expect(await words.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});

test("the price is shown before a report is generated, and its line item appears afterwards", async ({ visitors }) => {
  const admin = await apiPerson("admin@example.com");
  const lines = async () => (await admin.send(listNonBilledLineItems)).body;
  const borrower = await apiBorrower(admin);
  const page = await arriveAs(visitors, "admin@example.com", `/borrower/asset-report/${borrower.id}`);
  await expect(page.getByText("$25.00 when the report is ready")).toBeVisible();
  await connectBank(page, { username: "user_good" });
  await page.getByRole("button", { name: "Generate report" }).click();
  expect((await lines()).filter(({ borrowerId }) => borrowerId === borrower.id)).toEqual([]);
  await expect(page.getByText(/Refresh: Free until/)).toBeVisible();
  expect((await lines()).filter(({ borrowerId }) => borrowerId === borrower.id)).toMatchObject([{ amount: 2500 }]);

  await page.goto("/admin/billing/current-period");
  await expect(page.getByRole("heading", { level: 1, name: "Current Period" })).toBeVisible();
  const { body: period } = await admin.send(findCurrentPeriod);
  expect(period.amount).toBe((await lines()).reduce((sum, { amount }) => sum + amount, 0));
});

test("an editor in a billing group reads what is billed, and is refused outside the group", async ({ visitors }) => {
  const admin = await apiPerson("admin@example.com");
  const refused = await arriveAs(visitors, "editor@example.com", "/admin/billing/statements", { expects: /\b403\b/ });
  await expect(refused.getByRole("heading", { level: 1, name: /403/ })).toBeVisible();

  const { body: people } = await admin.send(listMembers);
  const editor = people.find(({ email }) => email === "editor@example.com");
  const details = { name: `Accounts ${process.pid}`, flags: { billing: true }, memberIds: [editor!.userId!] };
  const { body: group } = await admin.send(createGroup, details);
  try {
    const page = await arriveAs(visitors, "editor@example.com", "/admin/billing/statements");
    await page.getByRole("link", { name: /^ST-/ }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: /^Statement ST-/ })).toBeVisible();
  } finally {
    await admin.send(deleteGroup, { id: group.id });
  }
});
