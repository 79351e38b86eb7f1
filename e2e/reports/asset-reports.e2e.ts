import { expect, type Page, type Request } from "@playwright/test";
import { testApart as test } from "../fixtures.ts";
import { type Borrower, changeBorrowerStatus } from "../../features/borrowers/contract.ts";
import { retrieveAssetReport, generateAssetReport, createLinkToken } from "../../features/asset-reports/contract.ts";
import { authorizedBorrower, apiPerson, type Client } from "../api.ts";
import {
  borrowerIdOf,
  connectBank,
  downloadReport,
  fillBorrower,
  generateReport,
  openBankDialog,
  sendBankLogIn,
  transactionLines,
} from "../borrower-pages.ts";
import { logIn, openFromUserMenu, sendLogIn } from "../login.ts";
import { providerAccounts } from "../providers.ts";
import type { Stand } from "../stand.ts";
import type { VisitOptions, Visitors } from "../visitors.ts";

// A separate running product, because the first test kills it and others take its provider down.
let stand: Stand;
let officer: Client;

test.beforeAll(async ({ stand: own }) => {
  stand = own;
  officer = await apiPerson("registered@example.com", stand);
});

/** The report's page of a new borrower, seen by their loan officer. */
async function openReportPage(visitors: Visitors, options?: VisitOptions): Promise<{ page: Page; borrower: Borrower }> {
  const borrower = await authorizedBorrower(officer);
  const page = await visitors.arrive(options);
  await logIn(page, "registered@example.com");
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await expect(page.getByRole("heading", { name: "Asset report", level: 1 })).toBeVisible();
  return { page, borrower };
}

/** As the document formats it. */
function dollars(amount: number): string {
  return `$${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

test("an officer logs in and downloads a report that matches the bank's figures and survives a restart", async ({
  visitors,
}) => {
  const page = await visitors.arrive({ expects: /WebSocket|ERR_CONNECTION_REFUSED/ });
  const sent: Request[] = [];
  page.on("request", (request) => sent.push(request));

  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
  await sendLogIn(page, "registered@example.com");
  await openFromUserMenu(page, "Borrowers");
  await page.getByRole("main").getByRole("link", { name: "Create Borrower" }).click();
  await fillBorrower(page, { firstName: "Alma", lastName: "Beckford", email: "alma.beckford@example.net" });
  await page.getByRole("button", { name: "Create Borrower" }).click();
  const id = await borrowerIdOf(page);

  await page.getByRole("link", { name: "Asset report" }).click();
  await connectBank(page, { username: "user_good" });
  const bodyOf = (path: string): unknown => sent.find((request) => request.url().endsWith(path))?.postDataJSON();
  expect(bodyOf("/plaid/create-link-token")).toEqual({ borrowerId: id });
  expect(bodyOf("/plaid/exchange-public-token")).toMatchObject({
    borrowerId: id,
    publicToken: expect.stringMatching(/^public-sandbox-/),
  });

  // A colleague's page beside it updates without input.
  const beside = await page.context().newPage();
  await beside.goto(`/account/borrowers/view/${id}`);
  const status = beside.getByRole("combobox", { name: "Status" });
  await expect(status).toHaveValue("bank-connected");

  await page.bringToFront();
  const loads: string[] = [];
  for (const open of [page, beside]) open.on("framenavigated", (frame) => loads.push(frame.url()));
  const stepsSeen = await watchSteps(page);
  await generateReport(page);
  const steps = await stepsSeen();
  expect(steps).toContain("Ready, to come");
  // How many of the states between are visible depends on how fast the report is made.
  expect(steps.length, `states of the four steps: ${steps.join("; ")}`).toBeGreaterThanOrEqual(4);
  await expect(page.getByRole("list", { name: "Report progress" })).toBeHidden();
  await expect(status).toHaveValue("report-ready");
  expect(loads, "navigations while the report was made").toEqual([]);

  const file = await downloadReport(page);
  expect(file.name).toMatch(/^asset-report-Beckford-\d{4}-\d\d-\d\d\.pdf$/);
  expect(file.bytes).toBeGreaterThan(10_000);
  expect(file.bytes).toBe(file.contentLength);
  const retrieved = await officer.send(retrieveAssetReport, { id });
  const accounts = await providerAccounts(stand.sandboxUrl, retrieved.body.parsedReport.providerReportId);
  expect(accounts.length).toBeGreaterThan(2);
  expect(file.text).toContain("Alma Beckford");
  for (const { name, mask, balances } of accounts) {
    const lines = file.text.split("\n").filter((line) => line.includes(name) && line.includes(mask));
    expect(lines.join("\n"), `${name} ending in ${mask}`).toContain(dollars(balances.current));
  }
  expect(transactionLines(file.text)).toHaveLength(accounts.flatMap(({ transactions }) => transactions).length);

  await stand.killProduct();
  await stand.startProduct();
  await page.goto("/account/borrowers/all?search=Beckford");
  await expect(
    page
      .getByRole("row", { name: /Alma Beckford/ })
      .first() // an earlier attempt may have left another one
      .getByText("Report ready"),
  ).toBeVisible();
  await page.goto(`/borrower/asset-report/${id}`);
  await expect(page.getByRole("heading", { name: "Accounts" })).toBeVisible();
  expect((await downloadReport(page)).sha256).toBe(file.sha256);
});

test.describe("when the bank is not connected", () => {
  test("the report cannot be generated, and the page says why", async ({ visitors }) => {
    const { page, borrower } = await openReportPage(visitors);
    const generate = page.getByRole("button", { name: "Generate report" });
    await expect(generate).toHaveAttribute("aria-disabled", "true");
    await expect(generate).toHaveAttribute("title", /No bank is connected/);
    const refused = await officer.send(generateAssetReport, { borrowerId: borrower.id });
    expect(refused).toMatchObject({ status: 409, body: { message: "NO_BANK_CONNECTION" } });
  });

  test("a wrong bank password is reported in the dialog, and on the page after it closes", async ({ visitors }) => {
    const { page } = await openReportPage(visitors, { expects: /status of 400/ });
    const dialog = await openBankDialog(page);
    await sendBankLogIn(dialog, { username: "user_good", password: "not the password" });
    await expect(dialog.getByRole("alert").filter({ hasText: "INVALID_CREDENTIALS" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "We couldn't connect the bank" })).toBeVisible();
    await expect(page.getByText("No bank connected").first()).toBeVisible();
  });

  test("closing the dialog changes nothing", async ({ visitors }) => {
    const { page } = await openReportPage(visitors);
    await openBankDialog(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await connectBank(page, { username: "user_good" });
  });

  test("a blocked bank script is reported plainly, and works once it is allowed", async ({ visitors }) => {
    const { page } = await openReportPage(visitors, { expects: /ERR_FAILED/ });
    await page.route("**/link-initialize.js", (route) => route.abort());
    await page.getByRole("button", { name: "Connect bank" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The bank window didn't open" });
    await expect(alert.getByText("ad blocker")).toBeVisible();
    await page.unroute("**/link-initialize.js");
    await connectBank(page, { username: "user_good" });
  });
});

test.describe("when the provider fails", () => {
  test("the page reports that it is down and still works", async ({ visitors, steer }) => {
    const { page } = await openReportPage(visitors, { expects: /\b502\b/ });
    await steer("plaid", { mode: "down" });
    await page.getByRole("button", { name: "Connect bank" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The bank-data provider isn't responding" })).toBeVisible();
    await page.getByRole("link", { name: "Paula" }).click();
    await expect(page.getByRole("combobox", { name: "Status" })).toBeVisible();
  });

  test("a report requested while it is down becomes ready once it is back", async ({ visitors, steer }) => {
    const { page } = await openReportPage(visitors);
    await connectBank(page, { username: "user_good" });
    await steer("plaid", { mode: "error500" });
    await page.getByRole("button", { name: "Generate report" }).click();
    await expect(page.getByRole("list", { name: "Report progress" })).toBeVisible();
    await steer("plaid", { mode: "ok" });
    await expect(page.getByRole("heading", { name: "Accounts" })).toBeVisible({ timeout: 30_000 });
  });

  test("a failed report says so and what to do", async ({ visitors }) => {
    const { page } = await openReportPage(visitors);
    await connectBank(page, { username: "user_report_fails" });
    await page.getByRole("button", { name: "Generate report" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The last report failed" });
    await expect(alert.getByText("reconnect the bank")).toBeVisible();
    await expect(page.getByRole("button", { name: "Generate report" })).not.toHaveAttribute("aria-disabled");
  });

  test("a bank that requires a new login is repaired from the page and then delivers the report", async ({
    visitors,
  }) => {
    const { page } = await openReportPage(visitors);
    await connectBank(page, { username: "user_login_required" });
    await page.getByRole("button", { name: "Generate report" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Reconnect First Platypus" })).toBeVisible();
    const dialog = await openBankDialog(page, "Reconnect");
    await sendBankLogIn(dialog, { username: "user_login_required" });
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("alert").filter({ hasText: "Reconnect First Platypus" })).toBeHidden();
    await generateReport(page);
  });

  test("a report arrives even when its webhook never does", async ({ visitors }) => {
    const { page } = await openReportPage(visitors);
    await connectBank(page, { username: "user_no_webhook" });
    await generateReport(page);
  });
});

test("a closed borrower's report stays readable, and the bank gets no new requests", async ({ visitors }) => {
  const { page, borrower } = await openReportPage(visitors);
  await connectBank(page, { username: "user_good" });
  await generateReport(page);
  const closed = await officer.send(changeBorrowerStatus, { id: borrower.id, status: "closed" });
  expect(closed.status).toBe(200);
  for (const name of ["Connect bank", "Generate report"]) {
    const button = page.getByRole("button", { name });
    await expect(button).toHaveAttribute("title", /This borrower is closed/);
  }
  expect((await downloadReport(page)).text).toContain(borrower.lastName);
  const refused = await officer.send(createLinkToken, { borrowerId: borrower.id });
  expect(refused).toMatchObject({ status: 409, body: { message: "INVALID_STATUS_TRANSITION" } });
});

/**
 * Records the steps that a page shows while a report is made, because they pass too fast to wait for each. Starts to
 * record each step in each state it is shown in: "Requesting data, now", "Requesting data, done".
 */
async function watchSteps(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const note = () => {
      for (const step of document.querySelectorAll("[aria-label='Report progress'] li")) seen.add(step.textContent);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seenSteps: seen });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenSteps: Set<string> }).seenSteps]);
}
