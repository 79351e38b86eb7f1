import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { consoleOf } from "../support-console.ts";
import { sharedStand } from "../global-setup.ts";

const WHOLE = [
  { path: "/", heading: "Know what your borrower can close with", words: "What every report checks" },
  { path: "/privacy-policy", heading: "Privacy Policy", words: "Sample Company, Inc." },
  { path: "/security", heading: "Security", words: "AES-256-GCM" },
  { path: "/subprocessors", heading: "Subprocessors", words: "Plaid Inc." },
  { path: "/terms-and-conditions", heading: "Terms and Conditions", words: "terms" },
  { path: "/developers", heading: "Developers", words: "Quick start" },
  { path: "/rules", heading: "Rules", words: "What clears it" },
  { path: "/error/404", heading: "404", words: "Go to the start page" },
] as const;

/** What the server sends, before any script runs. */
async function served(path: string): Promise<string> {
  return (await fetch(sharedStand().url + path)).text();
}

/** As the production site: nothing for support, no hurry. */
async function makeProd(page: Page): Promise<void> {
  const config = (await (await fetch(`${sharedStand().url}/assets/config.json`)).json()) as object;
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

test.describe("as served", () => {
  for (const { path, heading, words } of WHOLE) {
    test(`${path} can be read without JavaScript`, async ({ visitors }) => {
      const page = await visitors.arrive({ javaScriptEnabled: false });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).filter({ hasText: heading })).toBeVisible();
      await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
      await expect(page.getByRole("contentinfo").getByText("Copyright © Keyturn 2022")).toBeVisible();
    });
  }

  for (const path of ["/", "/privacy-policy", "/auth/login", "/auth/register", "/version", "/error/503"]) {
    test(`${path} has its meta tags and one canonical link`, async () => {
      const html = await served(path);
      expect(html.match(/<link rel="canonical"[^>]*>/g)).toEqual([
        `<link rel="canonical" href="${sharedStand().url}${path}" />`,
      ]);
      for (const tag of [`name="description"`, `property="og:title"`, `property="og:description"`, `property="og:url"`])
        expect(html.split(`<meta ${tag}`), tag).toHaveLength(2);
      expect(html).toContain("Intelligent Mortgage Tools");
      expect(html).not.toMatch(/%[A-Z_]+%|noindex/);
    });
  }

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

for (const [path, title] of [
  ["/auth/login", "Log In"],
  ["/auth/register", "Register"],
] as const) {
  test(`${path} is painted before its scripts come, and takes no input until then`, async ({ visitors }) => {
    const page = await visitors.arrive();
    let come = (): void => undefined;
    const mayCome = new Promise<void>((resolve) => (come = resolve));
    await page.route("**/assets/run-site-*.js", async (route) => {
      await mayCome;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("#root h1")).toHaveText(title);
    await expect(page.locator("#root").getByText("Intelligent Mortgage Tools")).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    const place = await page.locator("#root h1").boundingBox();
    come();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
    expect(await page.getByRole("heading", { level: 1, name: title }).boundingBox()).toEqual(place);
  });
}

test("hydration changes nothing and draws nothing again", async ({ visitors }) => {
  const page = await visitors.arrive();
  // Marked before the site's script runs, because a module never runs before the document is parsed.
  await page.addInitScript(() =>
    document.addEventListener("readystatechange", () => document.querySelector("h1")?.setAttribute("data-served", "")),
  );
  await page.goto("/");
  await consoleOf(page, (app) => app.user());
  await page.getByRole("main").getByRole("link", { name: "Register" }).hover();
  await expect(page.locator("h1[data-served]")).toHaveCount(1);
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Register" })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
});

test("in prod a prerendered page waits for its visitor, then runs", async ({ visitors }) => {
  const page = await visitors.arrive();
  await makeProd(page);
  await page.goto("/terms-and-conditions"); // the start page does not wait for long: it has a form
  await page.waitForLoadState("networkidle");
  const before = await scriptsOf(page);
  expect(before.length).toBeLessThan(5);
  await page.mouse.move(200, 200, { steps: 2 });
  await expect.poll(async () => (await scriptsOf(page)).length).toBeGreaterThan(before.length);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
});

for (const [keys, name] of [
  ["Control+k", "Search or jump to"],
  ["?", "Keyboard shortcuts"],
] as const) {
  test(`in prod ${keys} as the first action starts the page and takes effect`, async ({ visitors }) => {
    const page = await visitors.arrive();
    await makeProd(page);
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    await page.keyboard.press(keys);
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
}

test("in prod a link is followed before the site runs", async ({ visitors }) => {
  const page = await visitors.arrive();
  await makeProd(page);
  await page.route("**/assets/run-site-*.js", () => undefined); // never comes
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
  await page.waitForURL("**/auth/login");
});

test("a logged-in user is greeted on a page that was prerendered without a user", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("registered@example.com");
  await page.getByLabel("Password", { exact: true }).fill("keyturn-sample-2026");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
  await makeProd(page);
  await page.goto("/privacy-policy");
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
});

test("the chosen theme applies before the site runs", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await makeProd(page);
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
});

test("the scroll position of a user who is reading stays the same when the page hydrates", async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 1200, height: 500 } });
  await makeProd(page);
  await page.goto("/");
  await page.mouse.wheel(0, 700);
  await expect.poll(async () => (await scriptsOf(page)).some((name) => name.includes("run-site"))).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => window.scrollY)).toBe(700);
});
