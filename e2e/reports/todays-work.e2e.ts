import { expect } from "@playwright/test";
import { apiPerson } from "../api.ts";
import { test } from "../fixtures.ts";
import { knownBy } from "../visitors.ts";

test("the start page shows an officer today's work and leads to the whole list", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(await apiPerson("registered@example.com")));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  const needs = page.getByRole("region", { name: /^Needs you/ });
  await expect(needs.getByRole("listitem").filter({ hasText: "Elena Vasquez" })).toContainText("to review");
  await expect(needs.getByRole("listitem").filter({ hasText: "Nora Whitfield" })).toContainText("Not invited yet");
  await expect(page.getByRole("region", { name: /^Waiting on borrower/ })).toContainText("Marcus Oyelaran");
  await expect(page.getByRole("heading", { name: "Example Subscription Form" })).toBeVisible();
  await page.getByRole("link", { name: /^View all/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Borrowers" })).toBeVisible();
});

test("on a phone a row of the list shows the facts that its columns leave out", async ({ visitors }) => {
  const viewport = { width: 390, height: 844 };
  const page = await visitors.arrive({ ...knownBy(await apiPerson("registered@example.com")), viewport });
  await page.goto("/account/borrowers/all?work=needs-you");
  const row = page.getByRole("row").filter({ hasText: "Elena Vasquez" });
  await expect(row).toContainText(/Enough · \$[\d,]+\.\d\d · \d+ to review · Closing /);
  await expect(page.getByRole("button", { name: /^Needs you/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("row").filter({ hasText: "Marcus Oyelaran" })).toHaveCount(0);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
});
