import type { Page } from "playwright-core";

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
  await page.getByRole("heading", { name: "Accounts" }).waitFor();
}
