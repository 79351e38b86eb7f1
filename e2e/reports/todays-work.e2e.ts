import { expect } from "@playwright/test";
import { apiPerson } from "../api.ts";
import { test } from "../fixtures.ts";
import { logIn } from "../login.ts";
import { knownBy } from "../visitors.ts";

test("the start page shows an officer today's work and leads to the whole list", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(await apiPerson("registered@example.com")));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  // Other tests add borrowers, so only what is always there is looked for.
  for (const list of ["Needs you", "Waiting on borrower", "Expiring", "Closing this week"])
    await expect(page.getByRole("region", { name: new RegExp(`^${list} \\d+$`) })).toBeVisible();
  await page.getByRole("link", { name: /^View all/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Borrowers" })).toBeVisible();
});

test("after the login the focus is on today's work, above the product's promise", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/auth/login");
  await logIn(page, "registered@example.com");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeFocused();
});

test("on a phone a row of the list shows the facts that its columns leave out", async ({ visitors }) => {
  const viewport = { width: 390, height: 844 };
  const page = await visitors.arrive({ ...knownBy(await apiPerson("registered@example.com")), viewport });
  await page.goto("/account/borrowers/all?work=needs-you&search=elena.vasquez");
  const row = page.getByRole("row").filter({ hasText: "Elena Vasquez" }).first();
  await expect(row).toContainText(/Enough · \$[\d,]+\.\d\d · \d+ to review · Closing /);
  await expect(page.getByRole("button", { name: /^Needs you/ })).toHaveAttribute("aria-pressed", "true");
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
});
