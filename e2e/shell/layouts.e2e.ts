import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson, type Client } from "../api.ts";
import { privatePages, type SitePage } from "../site-pages.ts";
import { consoleOf } from "../support-console.ts";
import { knownBy } from "../visitors.ts";

let officer: Client;
let admin: Client;
let report: SitePage;

test.beforeAll(async () => {
  [officer, admin] = await Promise.all([apiPerson("registered@example.com"), apiPerson("admin@example.com")]);
  report = (await privatePages(officer)).find(({ name }) => name === "a report")!; // one of them
});

/** The visible side nav: each section with its links and their addresses. */
async function sideNavOf(page: Page): Promise<[section: string, links: string[]][]> {
  const nav = page.getByRole("navigation", { name: "Side navigation" });
  await expect(nav.getByRole("link").first()).toBeVisible();
  return nav.evaluate((element) =>
    [...element.querySelectorAll("button")].map((button) => {
      const panel = document.getElementById(button.getAttribute("aria-controls") ?? "");
      const links = [...(panel?.querySelectorAll("a") ?? [])];
      return [
        button.textContent,
        links.map((link) => `${link.firstChild?.textContent} ${link.getAttribute("href")}`),
      ] as [string, string[]];
    }),
  );
}

async function expectLandmarks(page: Page, { hasSideNav }: { hasSideNav: boolean }): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const landmark of ["banner", "main", "contentinfo"] as const)
    await expect(page.getByRole(landmark), landmark).toHaveCount(1);
  await expect(page.getByRole("navigation", { name: "Side navigation" })).toHaveCount(hasSideNav ? 1 : 0);
}

/** Copyright, privacy, terms. */
async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole("contentinfo");
  const name = await consoleOf(page, (app) => app.config()["productName"]);
  await expect(footer).toContainText(`Copyright © ${String(name)} 2022`, { useInnerText: true });
  expect(await footer.innerText()).not.toMatch(/[{}]/);
  await expect(footer.getByRole("link", { name: /privacy/i })).toHaveAttribute("href", "/privacy-policy");
  await expect(footer.getByRole("link", { name: /terms/i })).toHaveAttribute("href", "/terms-and-conditions");
}

test("the site layout has a top nav and a footer on public pages", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/");
  await expectLandmarks(page, { hasSideNav: false });
  await expectFooter(page);
});

test("the borrower layout has the same on a report", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(officer));
  await page.goto(report.path);
  await expectLandmarks(page, { hasSideNav: false });
  await expectFooter(page);
});

test("the account layout has a top nav, and a side nav with SETTINGS and BORROWERS", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(officer));
  await page.goto("/account/settings/profile");
  await expectLandmarks(page, { hasSideNav: true });
  const sections = await sideNavOf(page);
  expect(sections.map(([name]) => name)).toEqual(["SETTINGS", "BORROWERS"]);
  expect(sections[0]?.[1].slice(0, 2)).toEqual([
    "Profile /account/settings/profile",
    "Authorization /account/settings/authorization",
  ]);
  expect(sections[1]?.[1].slice(0, 2)).toEqual([
    "Borrowers /account/borrowers/all",
    "Create Borrower /account/borrowers/create",
  ]);
  const nav = page.getByRole("navigation", { name: "Side navigation" });
  for (const [link, heading] of [
    ["Authorization", "Authorization"],
    ["Create Borrower", "Create Borrower"],
    ["Borrowers", "Borrowers"],
    ["Profile", "Profile"],
  ] as const) {
    await nav.getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
  }
});

test("the admin layout has a side nav with AUTH, CUSTOMERS and BILLING", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(admin));
  await page.goto("/admin/borrowers/all");
  await expectLandmarks(page, { hasSideNav: true });
  const sections = await sideNavOf(page);
  expect(sections.map(([name]) => name)).toEqual(["AUTH", "CUSTOMERS", "BILLING"]);
  expect(sections[0]?.[1].slice(0, 3)).toEqual([
    "Organization /admin/organization",
    "Users /admin/users",
    "Groups /admin/groups",
  ]);
  expect(sections[1]?.[1][0]).toBe("All Borrowers /admin/borrowers/all");
  expect(sections[2]?.[1].slice(0, 2)).toEqual([
    "Current Period /admin/billing/current-period",
    "Statements /admin/billing/statements",
  ]);
});

test("the first keyboard stop is a link that skips the navigation", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(officer));
  await page.goto("/account/settings/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
