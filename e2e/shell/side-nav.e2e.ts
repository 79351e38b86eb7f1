import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { listBorrowers } from "../../features/borrowers/contract.ts";
import { apiPerson, type Client } from "../api.ts";
import { knownBy, type VisitOptions, type Visitors } from "../visitors.ts";

const WIDE = { viewport: { width: 1200, height: 800 } };
const NARROW = { viewport: { width: 390, height: 800 } };
let officer: Client;

test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
});

const navOf = (page: Page): Locator => page.getByRole("navigation", { name: "Side navigation" });
const linkIn = (page: Page, name: string): Locator => navOf(page).getByRole("link", { name, exact: true });
const sectionIn = (page: Page, name: string): Locator => navOf(page).getByRole("button", { name });

async function openSettings(visitors: Visitors, options: VisitOptions = WIDE): Promise<Page> {
  const page = await visitors.arrive({ ...knownBy(officer), ...options });
  await page.goto("/account/settings/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  return page;
}

test.describe("a section", () => {
  test("is open at first, closes and opens with its button, and keeps its state after a reload", async ({
    visitors,
  }) => {
    const page = await openSettings(visitors);
    const section = sectionIn(page, "BORROWERS");
    await expect(section).toHaveAttribute("aria-expanded", "true");
    await expect(linkIn(page, "Create Borrower")).toBeVisible();
    await section.click();
    await expect(section).toHaveAttribute("aria-expanded", "false");
    await expect(linkIn(page, "Create Borrower")).toBeHidden();
    await expect(linkIn(page, "Authorization")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("sideNavExpanded"))).toBe('{"BORROWERS":false}');

    await page.reload();
    await expect(linkIn(page, "Authorization")).toBeVisible();
    await expect(section).toHaveAttribute("aria-expanded", "false");
    await expect(linkIn(page, "Create Borrower")).toHaveCount(0);
    await section.press("Enter");
    await expect(linkIn(page, "Create Borrower")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("sideNavExpanded"))).toBe('{"BORROWERS":true}');
  });

  test("takes 0.2 seconds to close, or no time with reduced motion", async ({ visitors }) => {
    const page = await openSettings(visitors, { ...WIDE, reducedMotion: "no-preference" });
    const closing = sectionIn(page, "BORROWERS").evaluate(async (button) => {
      const panel = document.getElementById(button.getAttribute("aria-controls") ?? "")!; // aria-controls names it
      const before = panel.offsetHeight;
      (button as HTMLElement).click();
      const end = await new Promise<TransitionEvent>((resolve) =>
        panel.addEventListener("transitionend", (event) => {
          if (event.target === panel && event.propertyName.startsWith("grid")) resolve(event);
        }),
      );
      return { before, after: panel.offsetHeight, seconds: end.elapsedTime };
    });
    const { before, after, seconds } = await closing;
    expect(before).toBeGreaterThan(40);
    expect(after).toBe(0);
    expect(seconds).toBeCloseTo(0.2, 3);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await sectionIn(page, "BORROWERS").click();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test("is still shown when its stored state is invalid", async ({ visitors }) => {
    const page = await openSettings(visitors);
    for (const stored of ["not json", "null", "[1]", '{"SETTINGS":"no"}']) {
      await page.evaluate((value) => localStorage.setItem("sideNavExpanded", value), stored);
      await page.reload();
      await expect(linkIn(page, "Create Borrower")).toBeVisible();
    }
  });
});

test("only the link of the current page is active; Borrowers is also active on one borrower's page", async ({
  visitors,
}) => {
  const { body: borrowers } = await officer.send(listBorrowers);
  const page = await visitors.arrive({ ...knownBy(officer), ...WIDE });
  for (const [path, active] of [
    ["/account/settings/profile", "Profile"],
    ["/account/settings/authorization", "Authorization"],
    ["/account/borrowers/all", "Borrowers"],
    ["/account/borrowers/all?search=a", "Borrowers"],
    ["/account/borrowers/create", "Create Borrower"],
    [`/account/borrowers/view/${borrowers[0]?.id}`, "Borrowers"],
    [`/account/borrowers/edit/${borrowers[0]?.id}`, "Borrowers"],
  ] as const) {
    await page.goto(path);
    await expect(linkIn(page, active)).toBeVisible();
    const current = navOf(page).locator('[aria-current="page"]');
    await expect(current, path).toHaveText([active]);
  }
});

test.describe("on a narrow screen", () => {
  test("the side nav is a drawer that its button opens and that closes on a click on the content or a link", async ({
    visitors,
  }) => {
    const page = await openSettings(visitors, NARROW);
    const toggle = page.getByRole("button", { name: "Toggle navigation" });
    await expect(navOf(page)).toHaveCount(0);
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await toggle.click();
    await expect(linkIn(page, "Create Borrower")).toBeVisible();
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await page.mouse.click(370, 500);
    await expect(navOf(page)).toBeHidden();

    await toggle.click();
    await sectionIn(page, "SETTINGS").click();
    await expect(linkIn(page, "Create Borrower")).toBeVisible(); // a section's button does not count as content
    await linkIn(page, "Create Borrower").click();
    await expect(page.getByRole("heading", { level: 1, name: "Create Borrower" })).toBeVisible();
    await expect(navOf(page)).toBeHidden();
  });

  test("991 px is narrow and 992 px is not", async ({ visitors }) => {
    const page = await openSettings(visitors, { viewport: { width: 991, height: 800 } });
    await expect(navOf(page)).toHaveCount(0);
    await page.setViewportSize({ width: 992, height: 800 });
    await expect(navOf(page)).toBeVisible();
    await page.setViewportSize({ width: 991, height: 800 });
    await expect(navOf(page)).toBeHidden();
  });
});

test("on a wide screen a click on the content leaves it open", async ({ visitors }) => {
  const page = await openSettings(visitors);
  await page.getByRole("heading", { level: 1 }).click();
  await page.mouse.click(1150, 700);
  await expect(linkIn(page, "Create Borrower")).toBeVisible();
  const toggle = page.getByRole("button", { name: "Toggle navigation" });
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await toggle.click();
  await expect(navOf(page)).toBeHidden();
});
