import { describe, expect, test } from "vitest";
import { findingsOn } from "../accessibility.ts";
import { logIn } from "../login.ts";
import { arriveFor, KINDS, openSitePage } from "../site-pages.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();
/** A phone and a desk: below and above where the side nav is a drawer. */
const WIDTHS = [390, 1440];
const PATIENCE_MS = 240_000; // two looks at each of twenty pages, also on a busy machine

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(KINDS)(
    "axe finds nothing on any %s page, narrow or wide",
    async (kind) => {
      const { page, pages } = await arriveFor(kind, visitors, { colorScheme });
      for (const one of pages) {
        await openSitePage(page, one);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          expect(await findingsOn(page), `${one.name} at ${width}`).toEqual([]);
        }
      }
    },
    PATIENCE_MS,
  );

  test("axe finds nothing while form errors, the user menu or a dialog are open", async () => {
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
