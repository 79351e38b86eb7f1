import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { findingsOn } from "../accessibility.ts";
import { logIn } from "../login.ts";
import { arriveFor, KINDS, openSitePage } from "../site-pages.ts";

/** A phone and a desk: below and above where the side nav is a drawer. */
const WIDTHS = [390, 1440];
const PATIENCE_MS = 300_000; // four looks at each of twenty pages, also on a busy machine

for (const kind of KINDS) {
  test(`axe finds nothing on any ${kind} page, narrow or wide, light or dark`, async ({ visitors }) => {
    test.setTimeout(PATIENCE_MS);
    const { page, pages } = await arriveFor(kind, visitors);
    for (const one of pages) {
      await openSitePage(page, one);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findingsOn(page), `${one.name} at ${width}`).toEqual([]);
      }
    }
  });
}

test("axe finds nothing while form errors, the user menu or a dialog are open", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "registered@example.com");
  await page.goto("/account/borrowers/create");
  await page.getByLabel("First name").fill("Half");
  await page.getByRole("button", { name: "Create Borrower" }).click();
  await expect(page.getByText("Last name required")).toBeVisible();
  expect(await findingsOn(page), "faults").toEqual([]);
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Log Out" })).toBeVisible();
  expect(await findingsOn(page), "user menu").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findingsOn(page), "question").toEqual([]);
});
