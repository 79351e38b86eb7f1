import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson, type Client } from "../api.ts";
import { adminPages, openSitePage, privatePages, PUBLIC_PAGES, type SitePage } from "../site-pages.ts";
import { untilOpen } from "../support-console.ts";
import { knownBy } from "../visitors.ts";
import { sharedStand } from "../global-setup.ts";

let officer: Client;
let ownPages: readonly SitePage[];

test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
  ownPages = await privatePages(officer);
});

function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}

/** All page warnings from now on. */
function warningsOf(page: Page): string[] {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  return warnings;
}

function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  return expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

const UNINDEXED = ["an unknown address", "audit copy", "single sign-on return"];
const isUnindexed = ({ name }: SitePage) => UNINDEXED.includes(name);

/** The metadata in the head of a page. */
function headOf(page: Page) {
  return page.evaluate(() => {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute("content") ?? null;
    return {
      title: document.title,
      description: content('meta[name="description"]'),
      ogTitle: content('meta[property="og:title"]'),
      robots: content('meta[name="robots"]'),
      canonical: [...document.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(({ href }) => href),
    };
  });
}

async function expectLandmarks(page: Page, { name }: SitePage): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }), name).toHaveCount(1);
  for (const landmark of ["banner", "main", "contentinfo"] as const)
    await expect(page.getByRole(landmark), `${landmark} of ${name}`).toHaveCount(1);
}

const PUBLIC_HEAD = { description: expect.stringMatching(/\w/), ogTitle: expect.stringMatching(/\w/), robots: null };
const UNINDEXED_HEAD = { description: null, ogTitle: null, robots: "noindex", canonical: [] };

test("public pages are open to anyone, with landmarks, a unique title, meta tags, one canonical link and no warning", async ({
  visitors,
}) => {
  const page = await visitors.arrive();
  const warnings = warningsOf(page);
  const titles: string[] = [];
  for (const one of PUBLIC_PAGES) {
    await openSitePage(page, one);
    await expectLandmarks(page, one);
    const path = one.path.split(/[?#]/)[0];
    expect(pathOf(page)).toBe(path);
    const head = await headOf(page);
    expect(titles).not.toContain(head.title);
    titles.push(head.title);
    if (isUnindexed(one)) expect(head).toMatchObject(UNINDEXED_HEAD);
    else expect(head, one.name).toMatchObject({ ...PUBLIC_HEAD, canonical: [`${sharedStand().url}${path}`] });
  }
  expect(titles).not.toContain("");
  expect(warnings.filter((text) => !text.includes("/nowhere/at/all"))).toEqual([]);
});

test("private pages require a sign-in first", async ({ visitors }) => {
  const page = await visitors.arrive();
  const pages = await adminPages(await apiPerson("admin@example.com"));
  for (const { path } of [...ownPages, ...pages, { path: "/account" }, { path: "/admin" }]) {
    await page.goto(path);
    await page.waitForURL("/auth/login");
    expect(await page.evaluate(() => localStorage.getItem("redirectURL"))).toMatch(/^\/(?:account|admin|borrower)\//);
  }
});

test("private pages open at their address for a logged-in user, a borrower's also after a reload", async ({
  visitors,
}) => {
  const page = await visitors.arrive(knownBy(officer));
  const warnings = warningsOf(page);
  for (const one of ownPages) {
    await openSitePage(page, one);
    await expectLandmarks(page, one);
    expect(pathOf(page), one.name).toBe(one.path.split("?")[0]);
    expect(await headOf(page), one.name).toMatchObject(UNINDEXED_HEAD);
    expect((await page.title()).length, one.name).toBeGreaterThan("Keyturn".length);
  }
  const borrower = ownPages.find(({ name }) => name === "a borrower")!; // one of them
  await openSitePage(page, borrower);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: borrower.heading })).toBeVisible();
  expect(pathOf(page)).toBe(borrower.path);
  expect(warnings).toEqual([]);
});

test("the base address of an area leads to its first page, and a short one to the page for signing in or out", async ({
  visitors,
}) => {
  const page = await visitors.arrive(knownBy(officer));
  for (const [bare, path] of [
    ["/auth", "/auth/login"],
    ["/account/settings", "/account/settings/profile"],
    ["/borrower", "/account/borrowers/all"],
    ["/login", "/auth/login"],
    ["/register", "/auth/register"],
    ["/signup", "/auth/register"],
  ] as const) {
    await page.goto(bare);
    await page.waitForURL(path);
    await expectHeading(page, /./);
  }
  await page.goto("/account");
  await page.waitForURL(/\/account\/./);
  await expectHeading(page, /./);
  const leaving = await visitors.arrive(knownBy(await apiPerson("registered@example.com"))); // a session of its own
  await leaving.goto("/logout");
  await leaving.waitForURL("/auth/logout");
  await expectHeading(leaving, "You're logged out");
});

test("the version page shows the running version, which the server sends as text", async ({ visitors }) => {
  const reply = await fetch(`${sharedStand().url}/assets/version`);
  const { default: manifest } = (await import("../../package.json", { with: { type: "json" } })) as {
    default: { version: string };
  };
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain/);
  const version = (await reply.text()).trim();
  expect(version).toBe(manifest.version);
  const page = await visitors.arrive();
  await page.goto("/version");
  await expect(page.getByTestId("app-version")).toHaveText(version);
});

test("an unknown address shows the 404 page and logs a warning with the address", async ({ visitors }) => {
  const page = await visitors.arrive({ ...knownBy(officer), expects: /\b404\b/ });
  const warnings = warningsOf(page);
  for (const path of ["/nowhere/at/all", "/account/nothing-here", "/error/418", "/error/abc"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expectHeading(page, /404/);
    await expect.poll(() => warnings.some((text) => text.includes(path)), { message: path }).toBe(true);
  }
});

test.describe("navigating forward and back", () => {
  test("a new page starts at its top, and Back returns to the earlier position", async ({ visitors }) => {
    const page = await visitors.arrive({ viewport: { width: 1200, height: 500 } });
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    await page.goto("/");
    await untilOpen(page);
    await expectHeading(page, /./);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Privacy" });
    await link.hover();
    const before = await scrolled();
    expect(before).toBeGreaterThan(300);
    await link.click();
    await expectHeading(page, "Privacy Policy");
    await expect.poll(scrolled).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 120));
    await expect.poll(scrolled).toBe(120);
    await page.goBack();
    await expectHeading(page, /Know what/);
    await expect.poll(scrolled).toBe(before);
    await page.goForward();
    await expectHeading(page, "Privacy Policy");
    await expect.poll(scrolled).toBe(120);
  });

  test("the title changes with the page without a reload", async ({ visitors }) => {
    const page = await visitors.arrive();
    await page.goto("/");
    await expectHeading(page, /./);
    await page.evaluate(() => Object.assign(window, { isStillHere: true }));
    const titles = [await page.title()];
    await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
    await expectHeading(page, "Log In");
    titles.push(await page.title());
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expectHeading(page, "Forgot your password?");
    titles.push(await page.title());
    expect(new Set(titles).size, titles.join("; ")).toBe(3);
    expect(await page.evaluate(() => "isStillHere" in window)).toBe(true);
  });

  for (const [what, path, place] of [
    ["the footer", "/", "contentinfo"],
    ["the subscription form", "/version", "main"],
  ] as const) {
    test(`the terms link of ${what} opens a new tab`, async ({ visitors }) => {
      const page = await visitors.arrive();
      await page.goto(path);
      const link = page.getByRole(place).getByRole("link", { name: /terms/i }).first();
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("rel", /noopener/);
      const opened = page.waitForEvent("popup");
      await link.click();
      const terms = await opened;
      await terms.waitForURL("/terms-and-conditions");
      await expectHeading(terms, "Terms and Conditions");
      expect(pathOf(page)).toBe(path);
    });
  }
});

test.describe("the head of a page", () => {
  test("changes with the page, and a private page has nothing of an earlier public page", async ({ visitors }) => {
    const page = await visitors.arrive(knownBy(officer));
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Go to your borrowers" }).click();
    await expectHeading(page, "Borrowers");
    expect(await headOf(page)).toMatchObject(UNINDEXED_HEAD);
    await page.goBack();
    await expectHeading(page, "Today");
    expect(await headOf(page)).toMatchObject(PUBLIC_HEAD);
  });

  test("contains the tagline, also for clients without JavaScript", async ({ visitors }) => {
    const page = await visitors.arrive({ javaScriptEnabled: false });
    await page.goto("/");
    const { title, description, ogTitle } = await headOf(page);
    expect([title, description, ogTitle].join("\n")).toContain("Intelligent Mortgage Tools");
    await expectHeading(page, /Know what your borrower can close with/);
    for (const path of ["/privacy-policy", "/terms-and-conditions", "/auth/login", "/auth/register"]) {
      await page.goto(path);
      const head = await headOf(page);
      expect(head.title, path).not.toBe(title);
      expect(
        head.canonical.map((href) => new URL(href).pathname),
        path,
      ).toEqual([path]);
    }
    await page.goto("/account/borrowers/all");
    expect(await headOf(page)).toMatchObject({ canonical: [] });
  });
});

for (const path of [
  "/%E0%A4%A",
  "/x%00y",
  "/account/%E0%A4%A",
  "/borrower/%E0%A4%A",
  "/api/%E0%A4%A",
  "/api/x%00y",
  "/a%2fb",
]) {
  test(`${path}, an address without a text, shows the 404 page`, async ({ visitors }) => {
    const page = await visitors.arrive({ expects: /\b404\b/ });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expectHeading(page, /404/);
    await page.getByRole("link", { name: "Go to the start page" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  });
}
