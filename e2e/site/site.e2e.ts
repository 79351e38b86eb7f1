import { expect, test } from "vitest";
import { arriveFor, KINDS, openSitePage } from "../site-pages.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();
const WIDTHS = [320, 390, 820, 992, 1440, 1920];

test.each(KINDS)("no %s page scrolls sideways, from a small phone to a large screen", async (kind) => {
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

test("browsers and search engines find the files that they request", async () => {
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
});

test("the start page explains the product and leads to the next step", async () => {
  const page = await visitors.arrive();
  await page.goto("/");
  await page.getByText("Intelligent Mortgage Tools").first().waitFor();
  await page.getByRole("heading", { level: 1, name: "Know what a borrower can close with" }).waitFor();
  await page.getByRole("contentinfo").getByText("Copyright © Keyturn 2022").waitFor();
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await page.getByRole("heading", { level: 1, name: "Privacy Policy" }).waitFor();
  await page.goBack();
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await page.getByRole("heading", { level: 1, name: "Register" }).waitFor();
});
