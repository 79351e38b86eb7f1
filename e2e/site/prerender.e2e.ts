import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { consoleOf } from "../support-console.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();

const WHOLE = [
  { path: "/", heading: "Know what a borrower can close with", words: "What a report checks" },
  { path: "/privacy-policy", heading: "Privacy Policy", words: "bank" },
  { path: "/terms-and-conditions", heading: "Terms and Conditions", words: "terms" },
  { path: "/rules", heading: "Rules", words: "What clears it" },
  { path: "/error/404", heading: "404", words: "Go to the start page" },
] as const;

/** What the server sends, before any script runs. */
async function served(path: string): Promise<string> {
  return (await fetch(inject("stand").url + path)).text();
}

/** As the production site: nothing for support, no hurry. */
async function makeProd(page: Page): Promise<void> {
  const config = (await (await fetch(`${inject("stand").url}/assets/config.json`)).json()) as object;
  await page.route("**/assets/config.json", (route) => route.fulfill({ json: { ...config, environment: "prod" } }));
}

function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js") && name.startsWith(location.origin)),
  );
}

describe("as served", () => {
  test.each(WHOLE)("$path can be read without JavaScript", async ({ path, heading, words }) => {
    const page = await visitors.arrive({ javaScriptEnabled: false });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).filter({ hasText: heading }).waitFor();
    await page.getByRole("main").getByText(words).first().waitFor();
    await page.getByRole("contentinfo").getByText("Copyright © Keyturn 2022").waitFor();
  });

  test.each(["/", "/privacy-policy", "/auth/login", "/auth/register", "/version", "/error/503"])(
    "%s has its meta tags and one canonical link",
    async (path) => {
      const html = await served(path);
      expect(html.match(/<link rel="canonical"[^>]*>/g)).toEqual([
        `<link rel="canonical" href="${inject("stand").url}${path}" />`,
      ]);
      for (const tag of [`name="description"`, `property="og:title"`, `property="og:description"`, `property="og:url"`])
        expect(html.split(`<meta ${tag}`), tag).toHaveLength(2);
      expect(html).toContain("Intelligent Mortgage Tools");
      expect(html).not.toMatch(/%[A-Z_]+%|noindex/);
    },
  );

  test("a private page has none of them and asks not to be indexed", async () => {
    const html = await served("/account/borrowers/all");
    expect(html).not.toMatch(/canonical|name="description"|og:/);
    expect(html).toContain(`<meta name="robots" content="noindex" />`);
  });

  test("no page contains an inline script or style", async () => {
    for (const { path } of WHOLE)
      expect(await served(path)).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle="|\son\w+="/);
  });
});

test("hydration changes nothing and draws nothing again", async () => {
  const page = await visitors.arrive();
  // Marked before the site's script runs, because a module never runs before the document is parsed.
  await page.addInitScript(() =>
    document.addEventListener("readystatechange", () => document.querySelector("h1")?.setAttribute("data-served", "")),
  );
  await page.goto("/");
  await consoleOf(page, (app) => app.user());
  await page.getByRole("main").getByRole("link", { name: "Register" }).hover();
  expect(await page.locator("h1[data-served]").count()).toBe(1);
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await page.getByRole("heading", { level: 1, name: "Register" }).waitFor();
  expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
});

test("in prod a prerendered page waits for its visitor, then runs", async () => {
  const page = await visitors.arrive();
  await makeProd(page);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const before = await scriptsOf(page);
  expect(before.length).toBeLessThan(5);
  await page.mouse.move(200, 200);
  await expect.poll(async () => (await scriptsOf(page)).length).toBeGreaterThan(before.length);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await page.getByRole("heading", { level: 1, name: "Privacy Policy" }).waitFor();
});

test.each([
  ["Control+k", "Search or jump to"],
  ["?", "Keyboard shortcuts"],
])("in prod %s as the first action starts the page and takes effect", async (keys, name) => {
  const page = await visitors.arrive();
  await makeProd(page);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press(keys);
  await page.getByRole("dialog", { name }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
});

test("in prod a link is followed before the site runs", async () => {
  const page = await visitors.arrive();
  await makeProd(page);
  await page.route("**/assets/run-site-*.js", () => undefined); // never comes
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
  await page.waitForURL("**/auth/login");
});

test("a logged-in user is greeted on a page that was prerendered without a user", async () => {
  const page = await visitors.arrive();
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("registered@example.com");
  await page.getByLabel("Password", { exact: true }).fill("keyturn-sample-2026");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("button", { name: "User menu" }).waitFor();
  await makeProd(page);
  await page.goto("/privacy-policy");
  await page.getByRole("button", { name: "User menu" }).waitFor();
});

test("the chosen theme applies before the site runs", async () => {
  const page = await visitors.arrive();
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await makeProd(page);
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
});

test("the scroll position of a user who is reading stays the same when the page hydrates", async () => {
  const page = await visitors.arrive({ viewport: { width: 1200, height: 500 } });
  await makeProd(page);
  await page.goto("/");
  await page.mouse.wheel(0, 700);
  await expect.poll(async () => (await scriptsOf(page)).some((name) => name.includes("run-site"))).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => window.scrollY)).toBe(700);
});
