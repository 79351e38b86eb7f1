import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { answerWith, ask, consoleOf } from "../support-console.ts";
import type { Visitors } from "../visitors.ts";

const VIEWPORT = { width: 1100, height: 700 };

async function arrive(visitors: Visitors): Promise<Page> {
  const page = await visitors.arrive({ viewport: VIEWPORT, expects: /\b5\d\d\b|failed/ });
  await page.goto("/privacy-policy");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

const overlayOf = (page: Page) => page.getByTestId("loading-overlay");
const spinnersIn = (page: Page) => overlayOf(page).locator('[aria-hidden="true"]');

test.describe("the loading overlay", () => {
  test("covers the whole page and is announced by screen readers", async ({ visitors }) => {
    const page = await arrive(visitors);
    await page.evaluate(() => window.scrollTo(0, 300));
    await consoleOf(page, (app) => app.overlay.show({ message: "One moment" }));
    await expect(overlayOf(page)).toBeVisible();
    expect(await overlayOf(page).boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: await page.evaluate(() => document.documentElement.clientWidth),
      height: VIEWPORT.height,
    });
    await expect(page.getByRole("status").filter({ hasText: "One moment" })).toBeVisible();
    await consoleOf(page, (app) => app.overlay.hide());
    await expect(overlayOf(page)).toBeHidden();
  });

  test("shows its message, a spinner only on request, and with the TEXT template only text", async ({ visitors }) => {
    const page = await arrive(visitors);
    await consoleOf(page, (app) => app.overlay.show({ message: "Reading the file" }));
    await expect(overlayOf(page).getByText("Reading the file")).toBeVisible();
    await expect(spinnersIn(page)).toHaveCount(0);
    await consoleOf(page, (app) => app.overlay.show({ message: "Still reading", spinner: true }));
    await expect(overlayOf(page).getByText("Still reading")).toBeVisible();
    await expect(spinnersIn(page)).toHaveCount(1);
    await consoleOf(page, (app) => app.overlay.show({ message: "Nearly there", spinner: false }));
    await expect(overlayOf(page).getByText("Nearly there")).toBeVisible();
    await expect(spinnersIn(page)).toHaveCount(0);
    await consoleOf(page, (app) => app.overlay.show({ message: "In text", template: "TEXT" }));
    await expect(overlayOf(page).getByText("In text")).toBeVisible();
    await consoleOf(page, (app) => app.overlay.show({ message: "Otherwise", template: "IMAGE" }));
    await expect(overlayOf(page)).toBeHidden();
    await expect(page.getByText("Otherwise")).toHaveCount(0);
  });

  test("is hidden when any call fails", async ({ visitors }) => {
    const page = await arrive(visitors);
    for (const [path, status] of [
      ["/payment/subscribe", 500],
      ["/auth/register", 502],
    ] as const) {
      await answerWith(page, `/api/latest${path}`, status, { message: "INTERNAL_ERROR" });
      await consoleOf(page, (app) => app.overlay.show({ message: "Sending" }));
      await expect(overlayOf(page)).toBeVisible();
      await ask(page, "POST", path, { body: {} });
      await expect(overlayOf(page)).toBeHidden();
    }
  });
});
