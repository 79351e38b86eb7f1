import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { apiPerson } from "./api.ts";
import { logIn } from "./log-in.ts";
import { openSitePage, privatePages, PUBLIC_PAGES } from "./site-pages.ts";
import { VISIT_PAGES } from "./visit-site-pages.ts";
import { openVisitors } from "./visitors.ts";

const visitors = openVisitors();
const LEFT_OUT =
  "nav, footer, dialog, [data-testid=sticky-footer], [data-testid=toast-area], a[href='#main'], main button";

/** What of the screen's own is still seen, and the colors of paper and ink. */
function onPaper(page: Page) {
  return page.evaluate((leftOut) => {
    const seen = [...document.querySelectorAll(leftOut)].filter((one) => one.checkVisibility());
    const { color, backgroundColor } = getComputedStyle(document.documentElement);
    return {
      seen: seen.filter((one) => one.closest("thead") === null).map((one) => one.outerHTML.slice(0, 120)),
      colors: [color, backgroundColor],
      hasHeading: document.querySelector("h1")?.checkVisibility(),
    };
  }, LEFT_OUT);
}

test("pages print their content alone, black on white, whatever the theme", async () => {
  const page = await visitors.arrive({ colorScheme: "dark" });
  await logIn(page, "registered@example.com");
  const pages = [
    ...PUBLIC_PAGES.filter(({ name }) => name !== "log-out"),
    ...VISIT_PAGES,
    ...(await privatePages(await apiPerson("registered@example.com"))),
  ];
  for (const one of pages) {
    await page.emulateMedia({ media: "screen" });
    await openSitePage(page, one);
    await page.emulateMedia({ media: "print" });
    expect(await onPaper(page), one.name).toEqual({
      seen: [],
      colors: ["rgb(0, 0, 0)", "rgb(255, 255, 255)"],
      hasHeading: true,
    });
  }
});
