// A report is shared with Fannie Mae: its token is on the page and on the PDF, until the officer stops sharing.
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { listBorrowers } from "../../features/borrowers/contract.ts";
import { apiPerson } from "../api.ts";
import { downloadReport } from "../borrower-pages.ts";
import { knownBy } from "../visitors.ts";

test("an officer shares a report with Fannie Mae, hands over its token, and stops sharing", async ({ visitors }) => {
  const officer = await apiPerson("registered@example.com");
  const { body: borrowers } = await officer.send(listBorrowers);
  const borrower = borrowers.find(({ latestReportId }) => latestReportId !== null)!; // the sample lender has one
  const page = await visitors.arrive({ ...knownBy(officer), permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  const copies = page.getByRole("list", { name: "Shared with investors" });
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "More formats and sharing" }).click();
  await page.getByRole("button", { name: "Share with Fannie Mae" }).click();
  await expect(dialog.getByText("Share this report with Fannie Mae?")).toBeVisible();
  await dialog.getByRole("button", { name: "Share report" }).click();
  const token = await copies.getByText(/^a-sandbox-/).innerText();
  await copies.getByRole("button", { name: "Copy token" }).click();
  await expect(copies.getByRole("status")).toHaveText("Token copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect((await downloadReport(page)).text).toContain(`Fannie Mae token (Plaid audit copy): ${token}`);

  await page.reload();
  await copies.getByRole("button", { name: "Stop sharing with Fannie Mae" }).click();
  await dialog.getByRole("button", { name: "Stop sharing" }).click();
  await expect(copies).toBeHidden();
  expect((await downloadReport(page)).text).not.toContain("Plaid audit copy");
});
