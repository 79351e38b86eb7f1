import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { retrieveAssetReport } from "../../features/asset-reports/contract.ts";
import { type Borrower, listBorrowers, updateLoan } from "../../features/borrowers/contract.ts";
import { addEvidence, reviewEvidence, listEvidence, changeEvidence } from "../../features/underwriting/contract.ts";
import { apiBorrower, apiPerson, type Client } from "../api.ts";
import { findingsOn } from "../accessibility.ts";
import { connectBank, generateReport } from "../borrower-pages.ts";
import { aPdf, DEPOSITS_LOAN, LARGER_DEPOSIT } from "../borrower-portal/visit-pages.ts";
import { knownBy, type Visitors } from "../visitors.ts";

let officer: Client;
test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
});

/** The report page of a borrower whose loan depends on one deposit. */
async function openReport(visitors: Visitors, expects?: RegExp): Promise<{ page: Page; borrower: Borrower }> {
  const made = await apiBorrower(officer, { firstName: "Dana", lastName: "Whitfield" });
  const { body: borrower } = await officer.send(updateLoan, {
    id: made.id,
    loan: DEPOSITS_LOAN,
    version: made.version,
  });
  const page = await visitors.arrive({
    ...knownBy(officer),
    viewport: { width: 1440, height: 900 },
    ...(expects && { expects }),
  });
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await connectBank(page, { username: "user_deposits" });
  await generateReport(page);
  await explainOther(borrower.id);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Accounts" })).toBeVisible();
  return { page, borrower };
}

const retrieve = async (id: string) => (await officer.send(retrieveAssetReport, { id })).body;

/** All deposits that FHA wants documented, except the larger one. */
async function explainOther(borrowerId: string): Promise<void> {
  const { findings } = await retrieve(borrowerId);
  for (const { code, inputs, transactionIds } of findings) {
    if (code !== "DOCUMENT_SOURCE" || inputs["amountCents"] === 1_200_000) continue;
    const { status, body } = await officer.send(addEvidence, {
      transactionId: transactionIds[0]!,
      kind: "income",
      sourcedCents: Number(inputs["amountCents"]),
      borrowerId,
    });
    expect(status).toBe(201);
    const { id, version } = body;
    const review = { id, version, state: "accepted", reason: "Pay stub seen in the branch" } as const;
    expect((await officer.send(reviewEvidence, review)).status).toBe(200);
  }
}

const answerOf = (page: Page) => page.getByRole("region", { name: "Summary" });

async function openWorkbench(page: Page) {
  const finding = page.getByRole("listitem").filter({ hasText: `The deposit of ${LARGER_DEPOSIT} on` });
  await finding.getByRole("button", { name: /Explain deposit/ }).click();
  const bench = page.getByRole("dialog", { name: "Explain deposit" });
  await expect(bench.getByText(/explained, .* left\b|Fully explained/)).toBeVisible();
  return bench;
}

test("a gift letter settles a deposit and changes the outcome, and the loan terms that were tried are stored", async ({
  visitors,
}) => {
  const { page } = await openReport(visitors);
  await expect(answerOf(page).getByText(/once 1 open condition is cleared/)).toBeVisible();

  const bench = await openWorkbench(page);
  await bench.getByLabel("Kind").selectOption("gift");
  expect(await findingsOn(page), "the workbench").toEqual([]);
  await bench.getByLabel("Donor's name").fill("Marie Charleson");
  await bench.getByLabel("Relationship").fill("Mother");
  await bench.getByLabel("Donor's address").fill("1 Elm Street, Boston");
  await bench.getByLabel("Donor's phone").fill("(617) 555-0100");
  await bench.getByLabel("The letter says that no repayment is expected").check();
  await bench.getByLabel("The transfer from the donor's account is documented").check();
  const letter = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  await bench
    .getByLabel("Document", { exact: true })
    .setInputFiles({ name: "gift-letter.pdf", mimeType: "application/pdf", buffer: letter });
  await bench.getByRole("button", { name: "Save" }).click();
  await expect(bench.getByRole("button", { name: "Download gift-letter.pdf" })).toBeVisible();
  await expect(answerOf(page).getByText(/once 1 open condition is cleared/)).toBeVisible();
  await bench.getByRole("button", { name: "Accept" }).click();
  await expect(bench.getByText("Accepted", { exact: true })).toBeVisible();
  await bench.getByRole("button", { name: "Done" }).click();
  await expect(
    answerOf(page).getByText(/^Enough to close under FHA, with [\d.]+ months of reserves left/),
  ).toBeVisible();

  await page.getByRole("button", { name: "What if: try other terms" }).click();
  await page.getByRole("textbox", { name: "Loan amount" }).fill("200,000");
  await expect(answerOf(page).getByText(/short of closing under FHA/)).toBeVisible();
  await expect(page.getByText("What if: nothing is saved yet").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Loan amount" }).fill("288,000");
  await page.getByRole("button", { name: "Save these terms" }).click();
  await expect(page.getByRole("button", { name: "What if: try other terms" })).toBeVisible();
  await page.reload();
  const terms = page.getByRole("complementary", { name: "Loan terms" });
  await expect(terms.getByText("$288,000.00")).toBeVisible();
  await expect(answerOf(page).getByText(/^Enough to close under FHA/)).toBeVisible();
});

test("the break-even shows how far terms may move, on wide and narrow pages and by keyboard alone", async ({
  visitors,
}) => {
  const { page } = await openReport(visitors);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("button", { name: "What if: try other terms" }).click();
    const part = page.getByRole("region", { name: "Break-even" });
    await expect(part.getByText("Highest price")).toBeVisible();
    await expect(part.getByText(/^Limited by .+\. Rule R/).first()).toBeVisible();
    const grid = part.getByRole("grid", { name: "Price and down payment" });
    const here = grid.getByRole("gridcell", { name: /, these terms$/ });
    await expect(here).toHaveCount(1);
    await here.focus();
    await page.keyboard.press("ArrowRight");
    const next = grid.locator("td:focus");
    const words = (await next.getAttribute("aria-label"))!; // each cell has one
    await page.keyboard.press("Enter");
    const price = page.getByRole("textbox", { name: "Sales price" });
    await expect(price).toHaveValue(words.slice(1, words.indexOf(".")));
    await expect(page.getByText("What if: nothing is saved yet").first()).toBeVisible();
    await expect(here).toBeFocused();
    expect(await findingsOn(page), `${width} wide`).toEqual([]);
    const overflow = await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow, `${width} wide`).toBeLessThanOrEqual(0);
    await part.getByRole("button", { name: "Show as table" }).click();
    await expect(part.getByRole("table", { name: /^Price and down payment under/ })).toBeVisible();
    await page.getByRole("button", { name: "Close", exact: true }).click();
  }
});

test("when two people work on one finding, the second sees what the first changed", async ({ visitors }) => {
  const { page, borrower } = await openReport(visitors, /\b409\b|ERR_FAILED|NETWORK/);
  const bench = await openWorkbench(page);
  await bench.getByLabel("Kind").selectOption("income");
  await bench.getByLabel("Document", { exact: true }).setInputFiles(aPdf("a pay stub"));
  await bench.getByRole("button", { name: "Save" }).click();
  await expect(bench.getByRole("button", { name: "Download gift-letter.pdf" })).toBeVisible();

  // The socket would notify in time, so reloading fails here and only the refusal can notify the page.
  const list = "**/account/evidence/*";
  await page.route(list, (route) => route.abort());
  const { body } = await officer.send(listEvidence, { borrowerId: borrower.id });
  const { id, transactionId, version } = body.evidence.find(({ state }) => state === "proposed")!;
  const change = { id, transactionId, kind: "income", sourcedCents: 1_000_000, version } as const;
  expect((await officer.send(changeEvidence, change)).status).toBe(200);
  const refused = page.waitForResponse((response) => response.status() === 409);
  await bench.getByRole("button", { name: "Accept" }).click();
  await refused;
  await page.unroute(list);
  await expect(bench.getByText("Someone else updated this evidence")).toBeVisible();
  await expect(bench.getByText(/Changed: Amount/)).toBeVisible();
  await bench.getByRole("button", { name: "Accept" }).click();
  await expect(bench.getByText("Accepted", { exact: true })).toBeVisible();
});

test("the bank lines of a finding are fully readable on wide and narrow pages", async ({ visitors }) => {
  const { page } = await openReport(visitors);
  const finding = page.getByRole("listitem").filter({ hasText: `The deposit of ${LARGER_DEPOSIT} on` });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const line = finding.getByRole("listitem").filter({ hasText: /MOBILE CHECK DEPOSIT/ });
    await expect(line.getByText(/^Platypus Saving \u2026\d{4}$/)).toBeVisible();
    const cut = await line.evaluate((row) =>
      [...row.querySelectorAll("span")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(cut, `${width} wide`).toEqual([]);
  }
});

test("a slider stays under the finger while the answer above it changes, on wide and narrow pages", async ({
  visitors,
}) => {
  const { page } = await openReport(visitors);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    // Not every browser keeps what is read in its place by itself.
    await page.evaluate(() => document.documentElement.style.setProperty("overflow-anchor", "none"));
    await page.getByRole("button", { name: "What if: try other terms" }).click();
    const slider = page.getByRole("slider", { name: "Loan amount" });
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width: length, height: thick } = (await slider.boundingBox())!; // it is seen
    const words = [await answerOf(page).innerText()];
    for (const share of [0.1, 0.63, 0.1, 0.63]) {
      await page.mouse.move(x + length * share, y + thick / 2);
      if (words.length === 1) await page.mouse.down();
      await expect.poll(() => answerOf(page).innerText()).not.toBe(words.at(-1));
      words.push(await answerOf(page).innerText());
      const off = async () => Math.abs(((await slider.boundingBox())?.y ?? 0) - y);
      await expect.poll(off, { message: `${width} wide, at ${share}` }).toBeLessThan(1);
    }
    await page.mouse.up();
    expect(words.join("\n"), `${width} wide`).toMatch(/short of closing[^]*Enough to close/);
  }
});

test("the form of all loan terms uses the page's width, with Save in sight", async ({ visitors }) => {
  const { body: borrowers } = await officer.send(listBorrowers);
  const id = borrowers.find(({ latestReportId, loanNumber }) => latestReportId !== null && loanNumber !== null)?.id;
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await visitors.arrive({ ...knownBy(officer), viewport });
    await page.goto(`/borrower/asset-report/${id}`);
    await page.getByRole("button", { name: "Edit the loan's terms" }).click();
    await expect(page.getByRole("button", { name: "Save terms" })).toBeInViewport({ ratio: 1 });
    const form = await page.locator("form").filter({ hasText: "Sales price" }).boundingBox();
    const main = await page.getByRole("main").boundingBox();
    expect(form!.width).toBeGreaterThan(main!.width * 0.8);
  }
});

test("the other formats, printing and sharing are in a menu that works by keyboard, on a phone too", async ({
  visitors,
}) => {
  const { body: borrowers } = await officer.send(listBorrowers);
  const id = borrowers.find(({ latestReportId }) => latestReportId !== null)?.id;
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 390, height: 844 } });
  await page.goto(`/borrower/asset-report/${id}`);
  const opener = page.getByRole("button", { name: "More formats and sharing" });
  await opener.press("Enter");
  const json = page.getByRole("button", { name: "Download JSON" });
  await expect(json).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(json).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(json).toBeFocused();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  await expect(json).toBeHidden();
});
