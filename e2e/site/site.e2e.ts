import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { arriveFor, KINDS, openSitePage } from "../site-pages.ts";

const WIDTHS = [320, 390, 820, 992, 1440, 1920];

for (const kind of KINDS) {
  test(`no ${kind} page scrolls sideways, from a small phone to a large screen`, async ({ visitors }) => {
    const { page, pages } = await arriveFor(kind, visitors);
    const tooWide: string[] = [];
    for (const one of pages) {
      await openSitePage(page, one);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        if (scrollWidth > clientWidth) tooWide.push(`${one.name} at ${width}: ${scrollWidth}`);
      }
    }
    expect(tooWide).toEqual([]);
  });
}

test("browsers and search engines find the files that they request", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/");
  const named = await page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"], link[rel="apple-touch-icon"]')].map(
      ({ href }) => new URL(href).pathname,
    ),
    new URL(document.querySelector<HTMLMetaElement>('meta[property="og:image"]')!.content).pathname,
  ]);
  expect(named).toEqual(expect.arrayContaining(["/favicon.ico", "/apple-touch-icon.png", "/og.png"]));
  for (const path of named) {
    const reply = await page.request.get(path);
    expect([reply.status(), reply.headers()["content-type"]], path).toEqual([200, expect.stringMatching(/^image\//)]);
  }
  const manifest = await page.locator('link[rel="manifest"]').getAttribute("href");
  const { icons } = (await (await page.request.get(manifest!)).json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await page.request.get(src)).status(), src).toBe(200);
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  expect(listed).toEqual(expect.arrayContaining(["/", "/rules", "/auth/login"]));
  for (const path of listed) expect((await page.request.get(path)).status(), path).toBe(200);
  expect(await (await page.request.get("/robots.txt")).text()).toContain("/sitemap.xml");
  const licenses = await page.request.get("/third-party-licenses.txt");
  expect([licenses.status(), licenses.headers()["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await licenses.text()).toMatch(/^## react - .*\n\nMIT License$/m);
});

test("the start page explains the product and leads to the next step", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/");
  await expect(page.getByText("Intelligent Mortgage Tools").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Know what your borrower can close with" })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByText("Copyright © Keyturn 2022")).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
  await page.goBack();
  // By key: a click right after the page scrolled back reaches the card provider's frame where it was before.
  await page.getByRole("main").getByRole("link", { name: "Register" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Register" })).toBeVisible();
});
