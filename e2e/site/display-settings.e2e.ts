import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson, type Client } from "../api.ts";
import { privatePages } from "../site-pages.ts";
import { knownBy, type Visitors } from "../visitors.ts";

let officer: Client;
let reportPath: string;

test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
  reportPath = (await privatePages(officer)).find(({ path }) => path.startsWith("/borrower/asset-report/"))!.path;
});

const backgroundOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

async function arriveInForcedColors(visitors: Visitors): Promise<Page> {
  const page = await visitors.arrive(knownBy(officer));
  await page.emulateMedia({ forcedColors: "active" });
  return page;
}

test.describe("in forced colors", () => {
  test("a pressed filter and the current page's link look different from the others", async ({ visitors }) => {
    const page = await arriveInForcedColors(visitors);
    await page.goto("/account/borrowers/all");
    const filters = page.getByRole("group", { name: "Status" }).getByRole("button");
    await filters.first().click();
    await expect(page.getByRole("group", { name: "Status" }).getByRole("button", { pressed: true })).toBeVisible();
    expect(await backgroundOf(filters.first())).not.toBe(await backgroundOf(filters.nth(1)));
    const links = page.getByRole("navigation", { name: "Side navigation" }).getByRole("link");
    const current = links.and(page.locator("[aria-current=page]"));
    const other = links.and(page.locator(":not([aria-current=page])")).first();
    expect(await backgroundOf(current)).not.toBe(await backgroundOf(other));
  });

  test("the selected tab of the report and of the editor looks different from the others", async ({ visitors }) => {
    const page = await arriveInForcedColors(visitors);
    for (const path of [reportPath, "/account/posts/create"]) {
      await page.goto(path);
      await expect(page.getByRole("tab", { selected: true }).first()).toBeVisible();
      const [selected, other] = [true, false].map((isSelected) =>
        page.getByRole("tab", { selected: isSelected }).first(),
      );
      expect(await backgroundOf(selected!), path).not.toBe(await backgroundOf(other!));
    }
  });
});

test("at 400 % zoom no header or footer covers the page", async ({ visitors }) => {
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 320, height: 256 } });
  await page.goto("/account/borrowers/create");
  await expect(page.getByTestId("sticky-footer")).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 300));
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((node) => ["fixed", "sticky"].includes(getComputedStyle(node).position))
      // The toast area exists even without a toast.
      .filter((node) => node.textContent !== "" && node.checkVisibility({ visibilityProperty: true }))
      .map((node) => node.getBoundingClientRect())
      .filter(({ top, bottom, left, right }) => bottom > 0 && top < innerHeight && right > 0 && left < innerWidth)
      .reduce((sum, { top, bottom }) => sum + Math.min(bottom, innerHeight) - Math.max(top, 0), 0),
  );
  expect(covered).toBe(0);
});
