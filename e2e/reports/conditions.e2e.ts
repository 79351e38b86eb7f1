// An FHA file from open to "Enough", by clearing its conditions, and back.
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { updateLoan } from "../../features/borrowers/contract.ts";
import { apiBorrower, apiPerson, type Client } from "../api.ts";
import { findingsOn } from "../accessibility.ts";
import { connectBank, generateReport } from "../borrower-pages.ts";
import { aPdf, DEPOSITS_LOAN } from "../borrower-portal/visit-pages.ts";
import { knownBy, type Visitors } from "../visitors.ts";

let officer: Client;
test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
});

/** Two deposits without a source, and a debt that is not on the application. */
async function openFile(visitors: Visitors, viewport: { width: number; height: number }): Promise<Page> {
  const made = await apiBorrower(officer, { firstName: "Dana", lastName: "Whitfield" });
  const { disclosedLiabilities: _, ...loan } = DEPOSITS_LOAN;
  const terms = { loan, version: made.version };
  const { body: borrower } = await officer.send(updateLoan, { id: made.id, ...terms });
  const page = await visitors.arrive({ ...knownBy(officer), viewport });
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await connectBank(page, { username: "user_deposits" });
  await generateReport(page);
  return page;
}

/** Of the page, with everything unfolded that it folds. */
async function widthWithAllOpen(page: Page): Promise<number> {
  await page.locator("main details").evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute("open", "");
  });
  return page.evaluate(() => document.documentElement.scrollWidth);
}

const answerOn = (page: Page): Locator => page.getByRole("region", { name: "Summary" });

async function explain(page: Page, amount: string, kind: string): Promise<Locator> {
  const finding = page.getByRole("listitem").filter({ hasText: `The deposit of ${amount} on` });
  await finding.getByRole("button", { name: /^Explain deposit/ }).click();
  const bench = page.getByRole("dialog", { name: "Explain deposit" });
  await bench.getByLabel("Kind").selectOption(kind);
  return bench;
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`an FHA file is cleared condition by condition and closes, and Undo opens it again, ${width} wide`, async ({
    visitors,
  }) => {
    const page = await openFile(visitors, { width, height });
    const answer = answerOn(page);
    await expect(answer.getByText("FHA: Open conditions")).toBeVisible();
    await expect(
      answer.getByText(/^Clear these 3 conditions, and the funds are enough to close under FHA\.$/),
    ).toBeVisible();
    expect(await findingsOn(page), "the report").toEqual([]);
    expect(await widthWithAllOpen(page)).toBe(width);

    const gift = await explain(page, "$8,000.00", "gift");
    await gift.getByLabel("Donor's name").fill("Marie Whitfield");
    await gift.getByLabel("Relationship").fill("Mother");
    await gift.getByLabel("Donor's address").fill("1 Elm Street, Boston");
    await gift.getByLabel("Donor's phone").fill("(617) 555-0100");
    await gift.getByLabel("The letter says that no repayment is expected").check();
    await gift.getByLabel("The transfer from the donor's account is documented").check();
    await gift.getByLabel("Document", { exact: true }).setInputFiles(aPdf("a gift letter"));
    expect(await findingsOn(page), "the form of a gift").toEqual([]);
    await gift.getByRole("button", { name: "Save" }).click();
    await expect(gift.getByRole("button", { name: "Download gift-letter.pdf" })).toBeVisible();
    await gift.getByRole("button", { name: "Accept" }).click();
    await expect(gift.getByText("Accepted", { exact: true })).toBeVisible();
    await gift.getByRole("button", { name: "Done" }).click();
    await expect(answer.getByText(/^Clear these 2 conditions/)).toBeVisible();

    const sale = await explain(page, "$12,000.00", "sale_of_personal_asset");
    await sale.getByRole("button", { name: "Save" }).click();
    await sale.getByRole("button", { name: "Accept" }).click();
    const accept = sale.getByRole("button", { name: "Accept without a document" });
    await expect(accept).toHaveAttribute("title", /at least 10 characters/);
    await sale.getByLabel("Reason for accepting without a document").fill("Bill of sale seen in the branch");
    await accept.click();
    await expect(sale.getByText("Accepted", { exact: true })).toBeVisible();
    await sale.getByRole("button", { name: "Done" }).click();
    await expect(
      answer.getByText(/^Clear this condition, and the funds are enough to close under FHA\.$/),
    ).toBeVisible();

    // The bank card's payments are a debt to confirm as well once there are three of them.
    const carLoan = page.getByRole("listitem").filter({ hasText: "Toyota Motor Credit is paid" });
    const confirmCarLoan = carLoan.getByRole("button", { name: /^Confirm not a debt/ });
    await confirmCarLoan.click();
    const dialog = page.getByRole("dialog", { name: "Confirm not a debt" });
    await dialog.getByLabel("Reason").fill("Pays the loan of a brother");
    expect(await findingsOn(page), "the confirmation").toEqual([]);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(answer.getByText("FHA: Enough")).toBeVisible();
    await expect(answer.getByText(/^Enough to close under FHA/)).toBeVisible();

    await page.getByText(/^Cleared \(\d+\)$/).click();
    const cleared = page.getByRole("list", { name: "Cleared conditions" });
    await expect(cleared.getByText("Confirmed", { exact: true }).first()).toBeVisible();
    expect(await findingsOn(page), "what is cleared").toEqual([]);

    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await expect(answer.getByText("FHA: Open conditions")).toBeVisible();
    await expect(confirmCarLoan).toBeVisible();
  });
}

test("a finding leads to its rule in plain English", async ({ visitors }) => {
  const page = await openFile(visitors, { width: 1440, height: 900 });
  await page.getByRole("link", { name: "Rule R3c: Large deposit" }).first().click();
  await page.waitForURL(/\/rules#R3c$/);
  const heading = page.getByRole("heading", { name: "R3c Large deposit" });
  await expect(heading).toBeVisible();
  await expect(heading).toBeFocused();
});
