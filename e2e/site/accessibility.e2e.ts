import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson, type Client } from "../api.ts";
import { arriveFor, KINDS, openSitePage, privatePages } from "../site-pages.ts";
import { knownBy, type Visitors } from "../visitors.ts";
import { findingsOn } from "../accessibility.ts";
import { logIn } from "../login.ts";

test.describe("display settings", () => {
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
});

test.describe("axe", () => {
  /** A phone and a desk: below and above where the side nav is a drawer. */
  const WIDTHS = [390, 1440];
  const PATIENCE_MS = 300_000; // four looks at each of twenty pages, also on a busy machine

  for (const kind of KINDS) {
    test(`axe finds nothing on any ${kind} page, narrow or wide, light or dark`, async ({ visitors }) => {
      test.setTimeout(PATIENCE_MS);
      const { page, pages } = await arriveFor(kind, visitors);
      for (const one of pages) {
        await openSitePage(page, one);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          expect(await findingsOn(page), `${one.name} at ${width}`).toEqual([]);
        }
      }
    });
  }

  test("axe finds nothing while form errors, the user menu or a dialog are open", async ({ visitors }) => {
    const page = await visitors.arrive();
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/create");
    await page.getByLabel("First name").fill("Half");
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await expect(page.getByText("Last name required")).toBeVisible();
    expect(await findingsOn(page), "errors").toEqual([]);
    await page.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Log Out" })).toBeVisible();
    expect(await findingsOn(page), "user menu").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await findingsOn(page), "question").toEqual([]);
  });
});
