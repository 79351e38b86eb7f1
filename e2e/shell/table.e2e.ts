import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson, type Client } from "../api.ts";
import { tabTo } from "../accessibility.ts";
import { consoleOf } from "../support-console.ts";
import { knownBy, type Visitors } from "../visitors.ts";
import { type Borrower, BORROWER_STATUSES, listBorrowers } from "../../features/borrowers/contract.ts";

let officer: Client;

test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
});

const tableOf = (page: Page): Locator => page.getByRole("table", { name: "Borrowers" });
const linksIn = (page: Page): Locator => tableOf(page).getByRole("row").getByRole("link");
const pagesOf = (page: Page): Locator => page.getByRole("navigation", { name: "Pagination" });
const headerOf = (page: Page, name: string): Locator => page.getByRole("columnheader", { name, exact: true });
const searchIn = (page: Page): Locator => page.getByRole("searchbox", { name: "Search" });
const statusChip = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Status" }).getByRole("button", { name });

async function openList(visitors: Visitors, count: number, query = ""): Promise<Page> {
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 1440, height: 900 } });
  await answerWithBorrowers(page, await madeUpBorrowers(officer, count));
  await page.goto(`/account/borrowers/all${query}`);
  await expect(linksIn(page).first()).toBeVisible();
  return page;
}

async function sortBy(page: Page, name: string): Promise<void> {
  await headerOf(page, name).getByRole("button").click();
}

/** The first name in the list, once it is this. */
async function expectFirst(page: Page, number: string): Promise<void> {
  await expect(linksIn(page).first()).toHaveText(`Borrower ${number}`);
}

async function expectShown(page: Page, words: string): Promise<void> {
  await expect(pagesOf(page).getByText(words, { exact: true })).toBeVisible();
}

for (const [count, words] of [
  [99, "1–10 of 99"],
  [100, "1–25 of 100"],
  [4_999, "1–25 of 4,999"],
  [5_000, "1–500 of 5,000"],
] as const) {
  test(`of ${count} rows the first page shows ${words}`, async ({ visitors }) => {
    const page = await openList(visitors, count);
    await expectShown(page, words);
    await expectFirst(page, "00001");
    await pagesOf(page).getByRole("button", { name: "Next page" }).click();
    const size = Number(/–(\d+)/.exec(words)?.[1]);
    await expectFirst(page, String(size + 1).padStart(5, "0"));
    expect(await consoleOf(page, (app, n) => app.table.pageSizeFor(n), count)).toBe(size);
  });
}

test.describe("sorting", () => {
  test("a header button sorts ascending, descending and not at all, with an arrow, and restores the first order", async ({
    visitors,
  }) => {
    const page = await openList(visitors, 30, "?direction=none"); // not the list's default order
    const seen: (string | null)[][] = [];
    const look = async () => {
      const icon = headerOf(page, "Name").getByTestId("sort-icon");
      const arrow = (await icon.count()) > 0 ? await icon.getAttribute("data-direction") : null;
      seen.push([await headerOf(page, "Name").getAttribute("aria-sort"), arrow]);
    };
    await look();
    for (const first of ["00001", "00030", "00001"]) {
      await sortBy(page, "Name");
      await expectFirst(page, first);
      await look();
    }
    expect(seen).toEqual([
      ["none", null],
      ["ascending", "asc"],
      ["descending", "desc"],
      ["none", null],
    ]);
  });

  test("sorting by another column starts ascending and clears the first", async ({ visitors }) => {
    const page = await openList(visitors, 30);
    await sortBy(page, "Name");
    await sortBy(page, "Name");
    await expectFirst(page, "00030");
    await sortBy(page, "Loan number");
    await expectFirst(page, "00001");
    await expect(headerOf(page, "Loan number")).toHaveAttribute("aria-sort", "ascending");
    await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "none");
  });

  test("a phone sorts by a column that it leaves out, which a reload keeps", async ({ visitors }) => {
    const page = await openList(visitors, 30);
    const choice = page.getByRole("combobox", { name: "Sort by" });
    await expect(choice).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(headerOf(page, "Last change")).toBeHidden();
    await expectFirst(page, "00001");
    await tabTo(page, choice);
    await page.keyboard.press("ArrowUp"); // from descending
    await expectFirst(page, "00030");
    await expect(choice).toBeFocused();
    await page.reload();
    await expectFirst(page, "00030");
    await expect(choice.getByRole("option", { selected: true })).toHaveText("Last change, ascending");
  });
});

test.describe("searching and filtering", () => {
  test("part of a word is found in any case, only in the searched fields", async ({ visitors }) => {
    const page = await openList(visitors, 99);
    for (const [term, words] of [
      ["BORROWER 0002", "1–10 of 10"],
      ["oRRoweR 00042", "1–1 of 1"],
      ["PERSON.00007@", "1–1 of 1"],
      ["  00099 ", "1–1 of 1"],
    ] as const) {
      await searchIn(page).fill(term);
      await expectShown(page, words);
    }
    await searchIn(page).fill("report-ready"); // a value of a column that is not searched
    await expect(page.getByText("No results")).toBeVisible();
  });

  test("special characters in a search break nothing", async ({ visitors }) => {
    const page = await openList(visitors, 12);
    for (const term of [".*", "\\", "%", "<b>", "🏡", "a".repeat(5_000)]) {
      await searchIn(page).fill(term);
      await expect(page.getByText("No results")).toBeVisible();
      await page.getByRole("button", { name: "Clear search and filters" }).click();
      await expectShown(page, "1–10 of 12");
    }
  });

  test("a row matches any of the listed values", async ({ visitors }) => {
    const page = await openList(visitors, 50);
    await statusChip(page, "Invited").click();
    await expectShown(page, "1–10 of 10");
    await statusChip(page, "Closed").click();
    await expectShown(page, "1–10 of 20");
    await statusChip(page, "Invited").click();
    await statusChip(page, "Closed").click();
    await expectShown(page, "1–10 of 50");
  });

  test("search and filters apply together and return to page 1", async ({ visitors }) => {
    const page = await openList(visitors, 99);
    await pagesOf(page).getByRole("button", { name: "Next page" }).click();
    await expectShown(page, "11–20 of 99");
    await searchIn(page).fill("borrower 000");
    await expectShown(page, "1–10 of 99");
    await pagesOf(page).getByRole("button", { name: "Next page" }).click();
    await expectShown(page, "11–20 of 99");
    await statusChip(page, "New").click();
    await expectShown(page, "1–10 of 20");
    await searchIn(page).fill("0005");
    await expectShown(page, "1–2 of 2");
    await expect(linksIn(page)).toHaveText(["Borrower 00051", "Borrower 00056"]);
  });

  test("a range is entered in dollars and returns to page 1", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/version");
    const minimum = page.getByLabel("Minimum amount");
    await minimum.scrollIntoViewIfNeeded();
    const all = await pagesOf(page).first().innerText();
    await pagesOf(page).first().getByRole("button", { name: "Next page" }).click();
    await minimum.fill("10000");
    await page.getByLabel("Maximum amount").fill("60000.50");
    await expect(pagesOf(page).first()).toHaveText(/^1–/, { useInnerText: true });
    expect(await pagesOf(page).first().innerText()).not.toBe(all);
    const cells = await page.getByRole("table").first().getByRole("cell").allInnerTexts();
    const amounts = cells
      .filter((text) => /^\$[\d,]+\.\d\d$/.test(text))
      .map((text) => Number(text.replaceAll(/[$,]/g, "")));
    expect(amounts.length).toBeGreaterThan(0);
    for (const amount of amounts) expect(amount >= 10_000 && amount <= 60_000.5, String(amount)).toBe(true);
  });
});

test("a selected row stays selected across pages, sorting and search", async ({ visitors }) => {
  const page = await openList(visitors, 99);
  const boxOf = (number: string) =>
    tableOf(page)
      .getByRole("row", { name: `Borrower ${number}` })
      .getByRole("checkbox", { name: "Select row" });
  await boxOf("00002").check();
  await boxOf("00003").check();
  await pagesOf(page).getByRole("button", { name: "Next page" }).click();
  await expectShown(page, "11–20 of 99");
  await expect(boxOf("00012")).not.toBeChecked();
  await pagesOf(page).getByRole("button", { name: "Previous page" }).click();
  await expectShown(page, "1–10 of 99");
  await sortBy(page, "Name");
  await searchIn(page).fill("0000");
  await expectShown(page, "1–9 of 9");
  for (const [number, isChecked] of [
    ["00001", false],
    ["00002", true],
    ["00003", true],
  ] as const)
    await expect(boxOf(number), number).toBeChecked({ checked: isChecked });
  await expect(page.getByText("2 selected")).toBeVisible();
});

test("a link to a list shows it in the same state, and ignores invalid parts of the address", async ({ visitors }) => {
  const page = await openList(
    visitors,
    99,
    "?search=borrower&sort=name&direction=descending&page=2&status=invited,closed",
  );
  await expectShown(page, "11–20 of 39");
  await expectFirst(page, "00072");
  await page.goto("/account/borrowers/all?sort=nothing&direction=ascending&page=-7&status=unheard-of");
  await expect(linksIn(page).first()).toBeVisible();
  await expectFirst(page, "00001");
});

for (const width of [390, 768, 992, 1200, 1440]) {
  test(`at ${width} px no column is cut off, and the page does not scroll sideways`, async ({ visitors }) => {
    const page = await visitors.arrive({ ...knownBy(officer), viewport: { width, height: 900 } });
    await answerWithBorrowers(page, await madeUpBorrowers(officer, 30));
    await page.goto("/account/borrowers/all");
    await expect(linksIn(page).first()).toBeVisible();
    const cut = await tableOf(page).evaluate((table) => {
      const frame = table.parentElement!; // it scrolls
      return [frame, document.documentElement].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    });
    expect(cut).toEqual([0, 0]);
    for (const header of ["Name", "Status"]) await expect(headerOf(page, header)).toBeVisible();
  });
}

test("columns wider than the window can be reached by keyboard", async ({ visitors }) => {
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 500, height: 900 } });
  await answerWithBorrowers(page, await madeUpBorrowers(officer, 30));
  await page.goto("/account/borrowers/all");
  await expect(linksIn(page).first()).toBeVisible();
  const scrolled = () => tableOf(page).evaluate((table) => table.parentElement!.scrollLeft); // as above
  await tableOf(page).evaluate((table) => (table.style.minWidth = "60rem")); // of many columns
  await linksIn(page).first().focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(scrolled).toBeGreaterThan(0);
});

/**
 * A list of borrowers of any length, like one that the person has. The names run "Borrower 00001" and on; every fifth
 * has each status.
 */
async function madeUpBorrowers(person: Client, count: number): Promise<Borrower[]> {
  const { body } = await person.send(listBorrowers, { limit: 1 });
  const like = body[0];
  if (!like) throw new Error("there is no borrower to make others like");
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(5, "0");
    return {
      ...like,
      id: `00000000-0000-4000-8000-0000000${number}`,
      firstName: "Borrower",
      lastName: number,
      email: `person.${number}@example.net`,
      loanNumber: null,
      notes: "",
      coBorrowers: [],
      ...{ nextExpiryOn: "2026-01-30", nextExpiryKind: "data" as const },
      status: BORROWER_STATUSES[at % BORROWER_STATUSES.length]!, // within it by the remainder
      updatedAt: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    };
  });
}

/** Returned in place of the server's list, from the page's next load. */
async function answerWithBorrowers(page: Page, borrowers: readonly Borrower[]): Promise<void> {
  const body = JSON.stringify(borrowers);
  await page.route(/\/api\/latest\/account\/borrower(?:\?.*)?$/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ contentType: "application/json", body }) : route.fallback(),
  );
}
