import { expect, test } from "vitest";
import { arriveFor, KINDS } from "../page-kinds.ts";
import { openSitePage } from "../site-pages.ts";
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

test("the start page tells what this is and leads on", async () => {
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
