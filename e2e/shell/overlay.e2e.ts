import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { answerWith, ask, consoleOf } from "../support-console.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();
const VIEWPORT = { width: 1100, height: 700 };

async function arrive(): Promise<Page> {
  const page = await visitors.arrive({ viewport: VIEWPORT, expects: /\b5\d\d\b|failed/ });
  await page.goto("/privacy-policy");
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const overlayOf = (page: Page) => page.getByTestId("loading-overlay");
const spinnersIn = (page: Page) => overlayOf(page).locator('[aria-hidden="true"]');

describe("the loading overlay", () => {
  test("covers the whole page and is announced by screen readers", async () => {
    const page = await arrive();
    await page.evaluate(() => window.scrollTo(0, 300));
    await consoleOf(page, (app) => app.overlay.show({ message: "One moment" }));
    await overlayOf(page).waitFor();
    expect(await overlayOf(page).boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: await page.evaluate(() => document.documentElement.clientWidth),
      height: VIEWPORT.height,
    });
    await page.getByRole("status").filter({ hasText: "One moment" }).waitFor();
    await consoleOf(page, (app) => app.overlay.hide());
    await overlayOf(page).waitFor({ state: "hidden" });
  });

  test("shows its message, a spinner only on request, and with the TEXT template only text", async () => {
    const page = await arrive();
    await consoleOf(page, (app) => app.overlay.show({ message: "Reading the file" }));
    await overlayOf(page).getByText("Reading the file").waitFor();
    expect(await spinnersIn(page).count()).toBe(0);
    await consoleOf(page, (app) => app.overlay.show({ message: "Still reading", spinner: true }));
    await overlayOf(page).getByText("Still reading").waitFor();
    expect(await spinnersIn(page).count()).toBe(1);
    await consoleOf(page, (app) => app.overlay.show({ message: "Nearly there", spinner: false }));
    await overlayOf(page).getByText("Nearly there").waitFor();
    expect(await spinnersIn(page).count()).toBe(0);
    await consoleOf(page, (app) => app.overlay.show({ message: "In text", template: "TEXT" }));
    await overlayOf(page).getByText("In text").waitFor();
    await consoleOf(page, (app) => app.overlay.show({ message: "Otherwise", template: "IMAGE" }));
    await overlayOf(page).waitFor({ state: "hidden" });
    expect(await page.getByText("Otherwise").count()).toBe(0);
  });

  test("is hidden when any call fails", async () => {
    const page = await arrive();
    for (const [path, status] of [
      ["/payment/subscribe", 500],
      ["/auth/register", 502],
    ] as const) {
      await answerWith(page, `/api/latest${path}`, status, { message: "INTERNAL_ERROR" });
      await consoleOf(page, (app) => app.overlay.show({ message: "Sending" }));
      await overlayOf(page).waitFor();
      await ask(page, "POST", path, { body: {} });
      await overlayOf(page).waitFor({ state: "hidden" });
    }
  });
});
