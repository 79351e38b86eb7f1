// An admin ends a bank connection, holds, exports and deletes a borrower, and finds it all in the activity.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson } from "../api.ts";
import { aConnectedBorrower } from "../durability/lender.ts";
import { knownBy } from "../visitors.ts";

async function downloadedBy(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

test("a borrower's records are held, exported and deleted, and the activity says so", async ({ visitors, stand }) => {
  const admin = await apiPerson("admin@example.com");
  const { id } = await aConnectedBorrower(admin, stand.sandboxUrl);
  // A page that reads the borrower again just as they are deleted gets a 404.
  const page = await visitors.arrive({ ...knownBy(admin), acceptDownloads: true, expects: /\b404\b/ });
  await page.goto(`/account/borrowers/view/${id}`);

  await page.getByRole("button", { name: "Disconnect First Platypus Bank" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("read no new data");
  await question.getByRole("button", { name: "Disconnect bank" }).click();
  await expect(page.getByText("No bank is connected.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("invited");

  await page.getByRole("button", { name: "Set legal hold" }).click();
  await page.getByLabel("Reason").fill("Subpoena 24-1181");
  await page.getByRole("dialog").getByRole("button", { name: "Set legal hold" }).click();
  await expect(page.getByText("Nothing of this borrower can be deleted.")).toContainText("Subpoena 24-1181");
  await expect(page.getByRole("button", { name: "Delete borrower" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Lift legal hold" }).click();
  await page.getByLabel("Reason").fill("Case closed");
  await page.getByRole("dialog").getByRole("button", { name: "Lift legal hold" }).click();
  await expect(page.getByText("Nothing of this borrower can be deleted.")).toHaveCount(0);

  const exported = await downloadedBy(page, "Export all data");
  expect(exported.name).toMatch(/^borrower-Dura-Able-[\d-]+\.json$/);
  expect(JSON.parse(exported.text)).toMatchObject({
    borrower: { id },
    bankConnections: [{ institutionId: "ins_109508" }],
  });

  await page.getByRole("button", { name: "Delete borrower" }).click();
  await page.getByLabel("Type “Dura Able” to confirm").fill("Dura Able");
  await page.getByRole("dialog").getByRole("button", { name: "Delete borrower" }).click();
  await expect(page.getByRole("heading", { name: "Borrowers", level: 1 })).toBeVisible();
  await expect(page.getByTestId("toast").filter({ hasText: "Borrower deleted" })).toBeVisible();

  await page.goto("/admin/audit");
  const rows = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await expect(rows.filter({ hasText: `borrower ${id.slice(0, 8)}` }).first()).toContainText(
    "Ada Admin deleted a borrower",
  );
  await page.getByRole("searchbox", { name: "Search" }).fill("legal hold lifted");
  await expect(rows.first()).toContainText("lifted the legal hold");
  const { name, text } = await downloadedBy(page, "CSV");
  expect(name).toMatch(/^activity-[\d-]+\.csv$/);
  expect(text).toContain("borrower.legal-hold-lifted");
  expect(text).not.toContain("borrower.deleted");
});
