import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { apiPerson, type ApiPerson } from "../api.ts";
import { privatePages, type SitePage } from "../site-pages.ts";
import { consoleOf } from "../support-console.ts";
import { knownBy, openVisitors } from "../visitors.ts";

const visitors = openVisitors();
let officer: ApiPerson;
let admin: ApiPerson;
let report: SitePage;

beforeAll(async () => {
  [officer, admin] = await Promise.all([apiPerson("registered@example.com"), apiPerson("admin@example.com")]);
  report = (await privatePages(officer)).find(({ name }) => name === "a report")!; // one of them
});

/** The visible side nav: each section with its links and their addresses. */
async function sideNavOf(page: Page): Promise<[section: string, links: string[]][]> {
  const nav = page.getByRole("navigation", { name: "Side navigation" });
  await nav.getByRole("link").first().waitFor();
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
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const landmark of ["banner", "main", "contentinfo"] as const)
    expect(await page.getByRole(landmark).count(), landmark).toBe(1);
  expect(await page.getByRole("navigation", { name: "Side navigation" }).count()).toBe(hasSideNav ? 1 : 0);
}

/** Copyright, privacy, terms. */
async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole("contentinfo");
  const name = await consoleOf(page, (app) => app.config()["productName"]);
  expect(await footer.innerText()).toContain(`Copyright © ${String(name)} 2022`);
  expect(await footer.innerText()).not.toMatch(/[{}]/);
  expect(await footer.getByRole("link", { name: /privacy/i }).getAttribute("href")).toBe("/privacy-policy");
  expect(await footer.getByRole("link", { name: /terms/i }).getAttribute("href")).toBe("/terms-and-conditions");
}

test("the site layout has a top nav and a footer on public pages", async () => {
  const page = await visitors.arrive();
  await page.goto("/");
  await expectLandmarks(page, { hasSideNav: false });
  await expectFooter(page);
});

test("the borrower layout has the same on a report", async () => {
  const page = await visitors.arrive(knownBy(officer));
  await page.goto(report.path);
  await expectLandmarks(page, { hasSideNav: false });
  await expectFooter(page);
});

test("the account layout has a top nav, and a side nav with SETTINGS and BORROWERS", async () => {
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
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  }
});

test("the admin layout has a side nav with AUTH, CUSTOMERS and BILLING", async () => {
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

test("the first keyboard stop is a link that skips the navigation", async () => {
  const page = await visitors.arrive(knownBy(officer));
  await page.goto("/account/settings/profile");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  expect(await page.getByRole("main").evaluate((main) => main === document.activeElement)).toBe(true);
});
