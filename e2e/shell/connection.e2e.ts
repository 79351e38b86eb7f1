// What a user sees of a slow or missing network.
import { expect } from "@playwright/test";
import { apiPerson } from "../api.ts";
import { test } from "../fixtures.ts";
import { sharedStand } from "../global-setup.ts";
import { knownBy } from "../visitors.ts";

const OFFLINE = "You're offline.";

test("a private page shows the product and its frame before any script runs", async ({ visitors }) => {
  const page = await visitors.arrive({ javaScriptEnabled: false });
  await page.goto("/account/borrowers/all");
  await expect(page.getByText("Keyturn", { exact: true })).toBeVisible();
  await expect(page.locator("#root").getByText("Loading").last()).toBeAttached();
  const html = await (await fetch(`${sharedStand().url}/auth/login`)).text();
  expect(html, "a page without a side nav").not.toContain("sideOfShell");
});

test("a lost network is announced at once, and a page that waits for it loads when it is back", async ({
  visitors,
}) => {
  const person = await apiPerson("registered@example.com");
  const page = await visitors.arrive({
    ...knownBy(person),
    expects: /PART_MISSING|ERR_INTERNET_DISCONNECTED|NETWORK|dynamically imported|WebSocket/,
  });
  await page.goto("/account/borrowers/all");
  await expect(page.getByRole("table")).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByRole("status").filter({ hasText: OFFLINE })).toBeVisible();
  await page.getByRole("navigation", { name: "Side navigation" }).getByRole("link", { name: "Posts" }).click();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Posts" })).toBeVisible();
  await expect(page.getByText("Bank reports come before rate locks").first()).toBeVisible();
  await expect(page.getByText(OFFLINE)).toBeHidden();
});
