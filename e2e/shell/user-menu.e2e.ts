import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson } from "../api.ts";
import { storedToken } from "../login.ts";
import { knownBy } from "../visitors.ts";

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "User menu" }).click();
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Log Out" })).toBeVisible();
  return banner;
}

test("a visitor sees Log In in place of the menu", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Log In" })).toBeVisible();
  await expect(banner.getByRole("button", { name: "User menu" })).toHaveCount(0);
  await banner.getByRole("link", { name: "Log In" }).click();
  await page.waitForURL("/auth/login");
});

test("a logged-in user sees their names and address, and links that work", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(await apiPerson("registered@example.com")));
  await page.goto("/privacy-policy");
  const banner = await openMenu(page);
  for (const words of ["Regina", "Regina Registered", "registered@example.com"])
    await expect(banner.getByText(words, { exact: true })).toBeVisible();
  for (const [link, path] of [
    ["Borrowers", "/account/borrowers/all"],
    ["Account Settings", "/account/settings/profile"],
  ] as const) {
    await banner.getByRole("link", { name: link, exact: true }).click();
    await page.waitForURL(path);
    // The previous page stays, with a menu of its own, until the next one is ready.
    await expect(page.getByRole("navigation", { name: "Side navigation" })).toBeVisible();
    await expect(banner.getByRole("link", { name: "Log Out" })).toBeHidden();
    await openMenu(page);
  }
  await banner.getByRole("link", { name: "Log Out" }).click();
  await expect(banner.getByRole("link", { name: "Log In" })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
});

test("only an admin sees the Admin link; an editor, an observer and a registered user do not", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  for (const role of ["editor", "observer", "registered", "admin"]) {
    const { token } = await apiPerson(`${role}@example.com`);
    await page.evaluate((value) => localStorage.setItem("token", value), token);
    await page.reload();
    const links = (await openMenu(page)).getByRole("link", { name: "Admin", exact: true });
    await expect(links, role).toHaveCount(role === "admin" ? 1 : 0);
  }
  await page.getByRole("banner").getByRole("link", { name: "Admin", exact: true }).click();
  await page.waitForURL(/\/admin\/./);
  await expect(page.getByRole("navigation", { name: "Side navigation" })).toBeVisible();
});

/** As a screen reader announces it. */
async function isExpanded(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const button = nodes.find(({ role, name }) => role?.value === "button" && name?.value === "User menu");
  return button?.properties?.find(({ name }) => name === "expanded")?.value.value;
}

test("Escape closes the menu and returns the focus", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(await apiPerson("registered@example.com")));
  await page.goto("/privacy-policy");
  const button = page.getByRole("button", { name: "User menu" });
  await openMenu(page);
  // The attribute is an HTML error beside popovertarget, and the browser itself exposes the state.
  await expect(button).not.toHaveAttribute("aria-expanded");
  expect(await isExpanded(page)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Log Out" })).toBeHidden();
  expect(await isExpanded(page)).toBe(false);
  await expect(button).toBeFocused();
});
