// A borrower's pages as a loan officer uses them: the form, the bank dialog, the report and its file.
import { expect, type Locator, type Page } from "@playwright/test";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

export interface BorrowerWords {
  firstName: string;
  lastName: string;
  email: string;
}

/** Fills in the three fields that make a borrower. */
export async function fillBorrower(page: Page, { firstName, lastName, email }: BorrowerWords): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
}

/** The id in the address of the borrower's page, once it is there. */
export async function borrowerIdOf(page: Page): Promise<string> {
  await page.waitForURL(/\/account\/borrowers\/view\/[^/]+$/);
  return page.url().split("/").at(-1)!; // the pattern above has matched
}

/** Generates a report and waits until it can be read. */
export async function generateReport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Generate report" }).click();
  await expect(page.getByRole("heading", { name: "Accounts" })).toBeVisible();
}

export interface BankLogIn {
  username: string;
  password?: string;
}

/** Presses Connect bank, records the consent if it is missing, and waits for the form of the dialog. */
export async function openBankDialog(page: Page, button = "Connect bank"): Promise<Locator> {
  await page.getByRole("button", { name: button }).click();
  const step = page.getByRole("dialog", { name: /^Is .* with you\?$/ });
  const username = page.getByRole("dialog").getByLabel("Username");
  await expect(step.or(username).first()).toBeVisible();
  if (await step.isVisible()) await attestConsent(step);
  await expect(username).toBeVisible();
  return page.getByRole("dialog");
}

/** In the step before the bank dialog: the lender's own form is in the file. */
export async function attestConsent(step: Locator): Promise<void> {
  await step.getByRole("radio", { name: "A signed authorization is in the file" }).check();
  await step.getByLabel("Date signed").fill("2026-01-05");
  await step.getByRole("button", { name: "Attest and continue" }).click();
}

export async function sendBankLogIn(dialog: Locator, { username, password = "pass_good" }: BankLogIn): Promise<void> {
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

/** Goes through the dialog: sign-in, all accounts, and back on the page. */
export async function shareBank(page: Page, logIn: BankLogIn, button?: string): Promise<void> {
  const dialog = await openBankDialog(page, button);
  await sendBankLogIn(dialog, logIn);
  await expect(dialog.getByRole("checkbox").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toBeHidden();
}

/** Connects a bank from start to end, until the report's page shows the connection. */
export async function connectBank(page: Page, logIn: BankLogIn): Promise<void> {
  await shareBank(page, logIn);
  await expect(page.getByText("Ready to generate")).toBeVisible();
}

/** The report's document as a person gets it: saved by the browser, read by another program. */
export interface ReportFile {
  name: string;
  /** As the server announced it. */
  contentLength: number;
  bytes: number;
  sha256: string;
  /** By pdftotext, laid out as on paper. */
  text: string;
}

/** Presses Download report and reads the file that the browser saved. Needs pdftotext (Debian: poppler-utils). */
export async function downloadReport(page: Page): Promise<ReportFile> {
  const [download, reply] = await Promise.all([
    page.waitForEvent("download"),
    page.waitForResponse((response) => response.url().includes("/account/download-asset-report/")),
    page.getByRole("button", { name: "Download report" }).click(),
  ]);
  const path = await download.path();
  const content = await readFile(path);
  const { stdout } = await promisify(execFile)("pdftotext", ["-layout", path, "-"], { maxBuffer: 1e8 });
  return {
    name: download.suggestedFilename(),
    contentLength: Number(await reply.headerValue("content-length")),
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    text: stdout,
  };
}

/** Lines that begin with a day and end with an amount: the rows of the tables of transactions. */
export function transactionLines(text: string): string[] {
  return text.split("\n").filter((line) => /^ *[A-Z][a-z]{2} \d{1,2}, \d{4} .*[\d,]\.\d\d$/.test(line));
}
