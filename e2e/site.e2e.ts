import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { apiPerson, type ApiPerson } from "./api.ts";
import { tabTo } from "./keyboard.ts";
import { logIn, SAMPLE_PASSWORD } from "./log-in.ts";
import { openSitePage, privatePages, PUBLIC_PAGES, type SitePage } from "./site-pages.ts";
import { openVisitors, type VisitOptions } from "./visitors.ts";

const WIDTHS = [320, 390, 820, 992, 1440, 1920];

const visitors = openVisitors();
let officer: ApiPerson;
let pages: readonly SitePage[];

beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
  pages = [...PUBLIC_PAGES, ...(await privatePages(officer))];
});

/** The public pages with somebody unknown, the private ones with somebody who is logged in. */
async function eachKind(options: VisitOptions = {}): Promise<{ page: Page; pages: SitePage[] }[]> {
  const token = { origin: inject("stand").url, localStorage: [{ name: "token", value: officer.token }] };
  const known = { ...options, storageState: { cookies: [], origins: [token] } };
  return [
    { page: await visitors.arrive(options), pages: pages.filter(({ isPrivate }) => !isPrivate) },
    { page: await visitors.arrive(known), pages: pages.filter(({ isPrivate }) => isPrivate) },
  ];
}

/** What axe finds, in a line each. */
async function findingsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test("axe finds nothing on any page, and no page complains in the console", async () => {
    for (const part of await eachKind({ colorScheme })) {
      for (const one of part.pages) {
        await openSitePage(part.page, one);
        expect(await findingsOn(part.page), one.name).toEqual([]);
      }
    }
  });

  test("axe finds nothing where a form shows its faults, the user menu or a question is open", async () => {
    const page = await visitors.arrive({ colorScheme });
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/create");
    await page.getByLabel("First name").fill("Half");
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await page.getByText("Last name required").waitFor();
    expect(await findingsOn(page), "faults").toEqual([]);
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Log Out" }).waitFor();
    expect(await findingsOn(page), "user menu").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await findingsOn(page), "question").toEqual([]);
  });
});

function widthsOf(page: Page): Promise<{ scrollWidth: number; clientWidth: number }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
}

test("no page scrolls sideways, from a small phone to a large screen", async () => {
  const tooWide: string[] = [];
  for (const part of await eachKind()) {
    for (const one of part.pages) {
      await openSitePage(part.page, one);
      for (const width of WIDTHS) {
        await part.page.setViewportSize({ width, height: 900 });
        const { scrollWidth, clientWidth } = await widthsOf(part.page);
        if (scrollWidth > clientWidth) tooWide.push(`${one.name} at ${width}: ${scrollWidth}`);
      }
    }
  }
  expect(tooWide).toEqual([]);
});

test("each page has a title of its own, one level-1 heading and its landmarks; private ones ask not to be indexed", async () => {
  const titles: string[] = [];
  for (const part of await eachKind()) {
    for (const one of part.pages) {
      await openSitePage(part.page, one);
      titles.push(await part.page.title());
      await expectLandmarks(part.page, one);
    }
  }
  // The report's page has one title, whether there is a report or not.
  expect(titles).toHaveLength(pages.length);
  expect(new Set(titles).size, titles.join("; ")).toBe(pages.length - 1);
});

async function expectLandmarks(page: Page, { name, isPrivate }: SitePage): Promise<void> {
  expect(await page.getByRole("heading", { level: 1 }).count(), name).toBe(1);
  for (const landmark of ["banner", "main", "contentinfo"] as const)
    expect(await page.getByRole(landmark).count(), `${landmark} of ${name}`).toBe(1);
  expect(await page.locator("meta[name=robots]").count(), `noindex of ${name}`).toBe(isPrivate ? 1 : 0);
  expect(await page.locator("link[rel=canonical]").count(), `canonical of ${name}`).toBe(isPrivate ? 0 : 1);
}

test("the start page tells what this is and leads on", async () => {
  const page = await visitors.arrive();
  await page.goto("/");
  await page.getByText("Intelligent Mortgage Tools").first().waitFor();
  await page.getByRole("heading", { level: 1, name: "Know what a borrower can close with" }).waitFor();
  await page.getByRole("contentinfo").getByText("Copyright © Keyturn 2022").waitFor();
  for (const [link, heading] of [
    ["Privacy", "Privacy Policy"],
    ["Terms", "Terms and Conditions"],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.goBack();
  }
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await page.getByRole("heading", { level: 1, name: "Register" }).waitFor();
});

test("logging in and creating a borrower need no mouse", async () => {
  const page = await visitors.arrive();
  await page.goto("/auth/login");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type("registered@example.com");
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(SAMPLE_PASSWORD);
  await page.keyboard.press("Enter");

  await tabTo(page, page.getByRole("button", { name: "User menu" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Borrowers" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Create Borrower" }));
  await page.keyboard.press("Enter");
  for (const [label, words] of [
    ["First name", "Keya"],
    ["Last name", "Board"],
    ["Email", "keya.board@example.net"],
  ] as const) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(words);
  }
  await tabTo(page, page.getByRole("button", { name: "Create Borrower" }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Keya Board", level: 1 }).waitFor();
});
