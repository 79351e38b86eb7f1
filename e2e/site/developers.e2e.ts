import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";

test("a developer finds a call, copies its example and opens a link to it", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/developers");
  await page.getByRole("heading", { name: "Calls" }).waitFor();
  const calls = page.getByRole("navigation", { name: "Calls" });
  await expect(calls.getByRole("link", { name: "Log in" })).toHaveCount(0);
  await page.getByLabel("Find a call").fill("download asset");
  await expect(calls.getByRole("link")).toHaveText(["Download the newest ready report"]);
  await calls.getByRole("link").click();
  const call = page.locator("#downloadAssetReport");
  await expect(call.getByText("const file = await keyturn.downloadAssetReport")).toBeVisible();
  await expect(call.getByText("REPORT_NOT_READY")).toBeVisible();
  await expect(page).toHaveURL(/#downloadAssetReport$/);

  await expect(page.getByText('"$KEYTURN_URL/api/latest/caller"')).toBeVisible();
  const standard = page.getByRole("link", { name: "Standard Webhooks" });
  await expect(standard).toHaveAttribute("href", "https://www.standardwebhooks.com");

  await page.goto("/developers#logIn");
  await expect(page.locator("#logIn").getByText("/auth/login").first()).toBeInViewport();
  await expect(page.locator("#logIn")).toHaveAttribute("open");
});
