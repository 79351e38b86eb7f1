import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Borrower } from "../../features/borrowers/contract.ts";
import { apiPerson, type ApiPerson } from "../api.ts";
import { knownBy, openVisitors, type VisitOptions } from "../visitors.ts";

const visitors = openVisitors();
const WIDE = { viewport: { width: 1200, height: 800 } };
const NARROW = { viewport: { width: 390, height: 800 } };
let officer: ApiPerson;

beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
});

const navOf = (page: Page): Locator => page.getByRole("navigation", { name: "Side navigation" });
const linkIn = (page: Page, name: string): Locator => navOf(page).getByRole("link", { name, exact: true });
const sectionIn = (page: Page, name: string): Locator => navOf(page).getByRole("button", { name });

async function openSettings(options: VisitOptions = WIDE): Promise<Page> {
  const page = await visitors.arrive({ ...knownBy(officer), ...options });
  await page.goto("/account/settings/profile");
  await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
  return page;
}

describe("a section", () => {
  test("is open at first, closes and opens with its button, and keeps its state after a reload", async () => {
    const page = await openSettings();
    const section = sectionIn(page, "BORROWERS");
    expect(await section.getAttribute("aria-expanded")).toBe("true");
    await linkIn(page, "Create Borrower").waitFor();
    await section.click();
    expect(await section.getAttribute("aria-expanded")).toBe("false");
    await linkIn(page, "Create Borrower").waitFor({ state: "hidden" });
    await linkIn(page, "Authorization").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("sideNavExpanded"))).toBe('{"BORROWERS":false}');

    await page.reload();
    await linkIn(page, "Authorization").waitFor();
    expect(await section.getAttribute("aria-expanded")).toBe("false");
    expect(await linkIn(page, "Create Borrower").count()).toBe(0);
    await section.press("Enter");
    await linkIn(page, "Create Borrower").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("sideNavExpanded"))).toBe('{"BORROWERS":true}');
  });

  test("takes 0.2 seconds to close, or no time with reduced motion", async () => {
    const page = await openSettings({ ...WIDE, reducedMotion: "no-preference" });
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

  test("is still shown when its stored state is invalid", async () => {
    const page = await openSettings();
    for (const stored of ["not json", "null", "[1]", '{"SETTINGS":"no"}']) {
      await page.evaluate((value) => localStorage.setItem("sideNavExpanded", value), stored);
      await page.reload();
      await linkIn(page, "Create Borrower").waitFor();
    }
  });
});

test("only the link of the current page is active; Borrowers is also active on one borrower's page", async () => {
  const { body: borrowers } = await officer.send<Borrower[]>("GET", "/account/borrower");
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
    await linkIn(page, active).waitFor();
    const current = navOf(page).locator('[aria-current="page"]');
    expect(await current.allTextContents(), path).toEqual([active]);
  }
});

describe("on a narrow screen", () => {
  test("the side nav is a drawer that its button opens and that closes on a click on the content or a link", async () => {
    const page = await openSettings(NARROW);
    const toggle = page.getByRole("button", { name: "Toggle navigation" });
    expect(await navOf(page).count()).toBe(0);
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
    await toggle.click();
    await linkIn(page, "Create Borrower").waitFor();
    expect(await toggle.getAttribute("aria-expanded")).toBe("true");
    await page.mouse.click(370, 500);
    await navOf(page).waitFor({ state: "hidden" });

    await toggle.click();
    await sectionIn(page, "SETTINGS").click();
    await linkIn(page, "Create Borrower").waitFor(); // a section's button does not count as content
    await linkIn(page, "Create Borrower").click();
    await page.getByRole("heading", { level: 1, name: "Create Borrower" }).waitFor();
    await navOf(page).waitFor({ state: "hidden" });
  });

  test("991 px is narrow and 992 px is not", async () => {
    const page = await openSettings({ viewport: { width: 991, height: 800 } });
    expect(await navOf(page).count()).toBe(0);
    await page.setViewportSize({ width: 992, height: 800 });
    await navOf(page).waitFor();
    await page.setViewportSize({ width: 991, height: 800 });
    await navOf(page).waitFor({ state: "hidden" });
  });
});

test("on a wide screen a click on the content leaves it open", async () => {
  const page = await openSettings();
  await page.getByRole("heading", { level: 1 }).click();
  await page.mouse.click(1150, 700);
  await linkIn(page, "Create Borrower").waitFor();
  const toggle = page.getByRole("button", { name: "Toggle navigation" });
  expect(await toggle.getAttribute("aria-expanded")).toBe("true");
  await toggle.click();
  await navOf(page).waitFor({ state: "hidden" });
});
