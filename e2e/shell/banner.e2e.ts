import { expect, test } from "vitest";
import { openVisitors, tellConfig } from "../visitors.ts";

const visitors = openVisitors();

test("without configuration there is no banner", async () => {
  const page = await visitors.arrive({ viewport: { width: 1200, height: 800 } });
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByTestId("example-banner").count()).toBe(0);
});

test("a configured banner is fixed from 768 px up until the user dismisses it", async () => {
  const page = await visitors.arrive({ viewport: { width: 1200, height: 500 } });
  await tellConfig(page, { bannerEnabled: true });
  await page.goto("/");
  const banner = page.getByTestId("example-banner");
  await banner.waitFor();
  expect((await banner.innerText()).trim()).toBe("EXAMPLE BANNER");
  expect(await banner.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
  const before = await banner.boundingBox();
  await page.evaluate(() => window.scrollTo(0, 400));
  expect(await banner.boundingBox()).toEqual(before);

  await page.setViewportSize({ width: 767, height: 500 });
  await banner.waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 768, height: 500 });
  await banner.waitFor();
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await banner.waitFor({ state: "detached" });
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
  await page.getByRole("heading", { level: 1, name: "Log In" }).waitFor();
  expect(await banner.count()).toBe(0);
});
