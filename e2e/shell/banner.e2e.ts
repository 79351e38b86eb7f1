import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { tellConfig } from "../visitors.ts";

test("without configuration there is no banner", async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 1200, height: 800 } });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByTestId("example-banner")).toHaveCount(0);
});

test("a configured banner is fixed from 768 px up until the user dismisses it", async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 1200, height: 500 } });
  await tellConfig(page, { bannerEnabled: true });
  await page.goto("/");
  const banner = page.getByTestId("example-banner");
  await expect(banner).toBeVisible();
  await expect(banner).toHaveText("EXAMPLE BANNER", { useInnerText: true });
  await expect(banner).toHaveCSS("position", "fixed");
  const before = await banner.boundingBox();
  await page.evaluate(() => window.scrollTo(0, 400));
  expect(await banner.boundingBox()).toEqual(before);

  await page.setViewportSize({ width: 767, height: 500 });
  await expect(banner).toBeHidden();
  await page.setViewportSize({ width: 768, height: 500 });
  await expect(banner).toBeVisible();
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
