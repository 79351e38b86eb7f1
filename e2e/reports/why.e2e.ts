// Why a finding is one, and what would change it, with the keyboard alone.
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { updateLoan } from "../../features/borrowers/contract.ts";
import { findingsOn, pressByTab, tabTo } from "../accessibility.ts";
import { apiBorrower, apiPerson } from "../api.ts";
import { connectBank, generateReport } from "../borrower-pages.ts";
import { DEPOSITS_LOAN, LARGER_DEPOSIT } from "../borrower-portal/visit-pages.ts";
import { knownBy } from "../visitors.ts";

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a finding says how it follows and what clears it, by keyboard, ${width} wide`, async ({ visitors }) => {
    const officer = await apiPerson("registered@example.com");
    const made = await apiBorrower(officer, { firstName: "Dana", lastName: "Whitfield" });
    const terms = { loan: DEPOSITS_LOAN, version: made.version };
    const { body: borrower } = await officer.send(updateLoan, { id: made.id, ...terms });
    const page = await visitors.arrive({ ...knownBy(officer), viewport: { width, height } });
    await page.goto(`/borrower/asset-report/${borrower.id}`);
    await connectBank(page, { username: "user_deposits" });
    await generateReport(page);

    const finding = page.locator("[data-finding]").filter({ hasText: `The deposit of ${LARGER_DEPOSIT} on` });
    await finding.focus();
    await pressByTab(page, finding.locator("summary").filter({ hasText: "Why, and what would change it" }));
    const panel = finding.locator("details[open]").filter({ hasText: "How it follows" });
    const change = `Not a finding with the source of the deposit of ${LARGER_DEPOSIT} on`;
    await expect(panel.getByRole("listitem").filter({ hasText: change })).toBeVisible();
    await expect(panel.getByText(/is more than .* \(threshold\)/).first()).toBeVisible();
    expect(await findingsOn(page), "the explanation").toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await tabTo(page, panel.getByRole("button", { name: /^Show in transactions: / }));
    await page.keyboard.press("Enter");
    const table = page.getByRole("table", { name: "Transactions" });
    await expect(table.getByRole("row")).toHaveCount(2); // its head, and the deposit
  });
