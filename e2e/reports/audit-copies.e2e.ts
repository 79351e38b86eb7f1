// A report is shared with an auditor, who reads and checks it in a browser of their own, until the officer ends it.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, type Download, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { listBorrowers } from "../../features/borrowers/contract.ts";
import { apiPerson } from "../api.ts";
import { linkIn, newestMailTo } from "../new-person.ts";
import { knownBy } from "../visitors.ts";

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "audit-copies-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Shares with the form, and returns what is shown only once. */
async function share(page: Page, borrowerId: string, auditorEmail: string): Promise<{ passCode: string; url: string }> {
  await page.goto(`/borrower/audit-copies/${borrowerId}`);
  await page.getByLabel("Auditor's name").fill("Ada Auditor");
  await page.getByLabel("Auditor's email").fill(auditorEmail);
  await page.getByRole("button", { name: "Share report" }).click();
  const shown = page.getByRole("region", { name: "Shared now" });
  const reported = (term: string) => shown.locator(`dt:text-is("${term}") + dd`).innerText();
  return { passCode: await reported("Passcode"), url: await reported("Link") };
}

async function openWith(page: Page, passCode: string): Promise<void> {
  await page.getByLabel("Passcode").fill(passCode);
  await page.getByRole("button", { name: "Open report" }).click();
}

async function downloaded(page: Page, label: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `Download ${label}` }).click(),
  ]);
  return download;
}

test("an auditor opens a shared report and checks its file until the officer ends access", async ({ visitors }) => {
  const officer = await apiPerson("registered@example.com");
  const { body: borrowers } = await officer.send(listBorrowers);
  const borrower = borrowers.find(({ latestReportId }) => latestReportId !== null)!; // the sample lender has one
  const page = await visitors.arrive(knownBy(officer));
  const auditorEmail = `ada.${Date.now()}@example.net`;
  const { passCode, url } = await share(page, borrower.id, auditorEmail);

  const auditor = await visitors.arrive({ acceptDownloads: true, expects: /410/ });
  const asked: string[] = [];
  auditor.on("request", (request) => asked.push(request.url()));
  const mailed = linkIn(await newestMailTo(auditorEmail, "An asset report was shared with you")).href;
  expect(mailed).not.toBe(url);
  await auditor.goto(mailed);
  await openWith(auditor, "WRONG-GUESS");
  await expect(auditor.getByRole("alert").getByText("That passcode didn't work")).toBeVisible();
  expect(new URL(auditor.url()).hash).toBe("");
  expect(asked.filter((one) => one.includes(mailed.split("#t=")[1]!))).toEqual([]); // the link has one
  await openWith(auditor, passCode.toLowerCase());
  await expect(auditor.getByRole("heading", { name: "Files" })).toBeVisible();
  await expect(auditor.getByText(`${borrower.firstName} ${borrower.lastName}`)).toBeVisible();

  const file = await downloaded(auditor, "Document (PDF)");
  const saved = path.join(folder, file.suggestedFilename());
  await file.saveAs(saved);
  await auditor.getByRole("main").getByRole("link", { name: "verify a report" }).click();
  await expect(auditor.getByRole("heading", { name: "Verify a report" })).toBeVisible();
  await auditor.getByLabel("Report file").setInputFiles(saved);
  await expect(auditor.getByText(/Issued by Keyturn for Acme Lending/)).toBeVisible();
  await expect(auditor.getByText(/Valid\. Checked in your browser/)).toBeVisible();

  const bytes = await readFile(saved);
  bytes[bytes.length >> 1]! ^= 1;
  const altered = path.join(folder, "altered.pdf");
  await writeFile(altered, bytes);
  await auditor.getByLabel("Report file").setInputFiles(altered);
  await expect(auditor.getByText("We can't verify this file")).toBeVisible();

  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: auditorEmail });
  await row.getByText("3 looks").click();
  for (const act of ["Refused", "Opened", "Downloaded (PDF)"]) await expect(row.getByText(act)).toBeVisible();
  await row.getByRole("button", { name: "Revoke access of Ada Auditor" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke access" }).click();
  await expect(row.getByText("Revoked")).toBeVisible();

  for (const link of [mailed, url]) {
    await auditor.goto("about:blank");
    await auditor.goto(link);
    await openWith(auditor, passCode);
    await expect(auditor.getByRole("alert").getByText("That passcode didn't work")).toBeVisible();
  }
});
