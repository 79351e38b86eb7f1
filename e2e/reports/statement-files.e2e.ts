// An officer without a bank connection makes a report of files from the bank's website.
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson, bodyOf } from "../api.ts";
import { createBorrower } from "../../features/borrowers/contract.ts";
import { aBorrower } from "../durability/lender.ts";
import { knownBy } from "../visitors.ts";

const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(["Date,Description,Amount,Balance", ...lines].join("\n")),
});
const september = [
  "09/01/2026,LARKMEAD FOODS DES:PAYROLL,2500.00,3500.00",
  "09/10/2026,RENT,-1295.90,2204.10",
  "09/30/2026,CITY POWER,-100.00,2104.10",
];
const october = ["09/30/2026,CITY POWER,-100.00,2104.10", "10/15/2026,LARKMEAD FOODS DES:PAYROLL,2500.00,4604.10"];

test("a report is made of statement files, and says that it is not from the bank", async ({ visitors }) => {
  const officer = await apiPerson("registered@example.com");
  const { id } = bodyOf(await officer.send(createBorrower, { ...aBorrower(), firstName: "Dura", lastName: "Able" }));
  const page = await visitors.arrive(knownBy(officer));
  await page.goto(`/account/borrowers/view/${id}`);
  await page.getByRole("button", { name: "Add statement files" }).click();
  const dialog = page.getByRole("dialog");
  const wrong = september.map((line) => line.replace("2204.10", "2240.10"));
  await dialog.getByLabel("Statement file", { exact: true }).setInputFiles([file("september.csv", wrong)]);
  await expect(dialog.getByText("Details needed")).toBeVisible();
  await dialog.getByLabel("Bank", { exact: true }).fill("First Platypus Bank");
  await dialog.getByLabel("Last four digits of the account").fill("4471");
  await dialog.getByLabel("Type of account").selectOption("checking");
  await dialog.getByLabel("Account holders, as printed, separated by commas").fill("Dura Able");
  await dialog.getByRole("button", { name: "Update preview" }).click();
  await dialog.getByLabel("Opening balance").fill("1,000");
  await dialog.getByRole("button", { name: "Update preview" }).click();
  await expect(dialog.getByText("Line 3: balance should be $2,204.10, the file says $2,240.10.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Create report" })).toHaveAttribute("aria-disabled", "true");

  await dialog.getByRole("button", { name: "Remove september.csv" }).click();
  const both = [file("september.csv", september), file("october.csv", october)];
  await dialog.getByLabel("Statement file", { exact: true }).setInputFiles(both);
  for (const name of ["september.csv", "october.csv"]) {
    const chosen = dialog.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
    await chosen.getByLabel("Bank", { exact: true }).fill("First Platypus Bank");
    await chosen.getByLabel("Last four digits of the account").fill("4471");
    await chosen.getByLabel("Type of account").selectOption("checking");
    await chosen.getByLabel("Account holders, as printed, separated by commas").fill("Dura Able");
  }
  await dialog.getByRole("button", { name: "Update preview" }).click();
  await dialog.getByLabel("Opening balance").fill("1,000");
  await dialog.getByRole("button", { name: "Update preview" }).click();
  await expect(dialog.getByText("october.csv: 1 line was already in september.csv.")).toBeVisible();
  await dialog.getByRole("button", { name: "Create report" }).click();

  await expect(page.getByRole("heading", { name: "Asset report", level: 1 })).toBeVisible();
  await expect(page.getByText("From uploaded files, not from the bank", { exact: true })).toBeVisible();
  await expect(page.getByText("Compare it with the bank's own statements").first()).toBeVisible();
});
