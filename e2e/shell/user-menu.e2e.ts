import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { apiPerson } from "../api.ts";
import { storedToken } from "../login.ts";
import { knownBy, openVisitors } from "../visitors.ts";

const visitors = openVisitors();

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "User menu" }).click();
  const banner = page.getByRole("banner");
  await banner.getByRole("link", { name: "Log Out" }).waitFor();
  return banner;
}

test("a visitor sees Log In in place of the menu", async () => {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  const banner = page.getByRole("banner");
  await banner.getByRole("link", { name: "Log In" }).waitFor();
  expect(await banner.getByRole("button", { name: "User menu" }).count()).toBe(0);
  await banner.getByRole("link", { name: "Log In" }).click();
  await page.waitForURL("/auth/login");
});

test("a logged-in user sees their names and address, and links that work", async () => {
  const page = await visitors.arrive(knownBy(await apiPerson("registered@example.com")));
  await page.goto("/privacy-policy");
  const banner = await openMenu(page);
  for (const words of ["Regina", "Regina Registered", "registered@example.com"])
    await banner.getByText(words, { exact: true }).waitFor();
  for (const [link, path] of [
    ["Borrowers", "/account/borrowers/all"],
    ["Account Settings", "/account/settings/profile"],
  ] as const) {
    await banner.getByRole("link", { name: link, exact: true }).click();
    await page.waitForURL(path);
    // The previous page stays, with a menu of its own, until the next one is ready.
    await page.getByRole("navigation", { name: "Side navigation" }).waitFor();
    await banner.getByRole("link", { name: "Log Out" }).waitFor({ state: "hidden" });
    await openMenu(page);
  }
  await banner.getByRole("link", { name: "Log Out" }).click();
  await banner.getByRole("link", { name: "Log In" }).waitFor();
  expect(await storedToken(page)).toBeNull();
});

test("only an admin sees the Admin link; an editor, an observer and a registered user do not", async () => {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  for (const role of ["editor", "observer", "registered", "admin"]) {
    const { token } = await apiPerson(`${role}@example.com`);
    await page.evaluate((value) => localStorage.setItem("token", value), token);
    await page.reload();
    const links = (await openMenu(page)).getByRole("link", { name: "Admin", exact: true });
    expect(await links.count(), role).toBe(role === "admin" ? 1 : 0);
  }
  await page.getByRole("banner").getByRole("link", { name: "Admin", exact: true }).click();
  await page.waitForURL(/\/admin\/./);
  await page.getByRole("navigation", { name: "Side navigation" }).waitFor();
});

/** As a screen reader announces it. */
async function isExpanded(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const button = nodes.find(({ role, name }) => role?.value === "button" && name?.value === "User menu");
  return button?.properties?.find(({ name }) => name === "expanded")?.value.value;
}

test("Escape closes the menu and returns the focus", async () => {
  const page = await visitors.arrive(knownBy(await apiPerson("registered@example.com")));
  await page.goto("/privacy-policy");
  const button = page.getByRole("button", { name: "User menu" });
  await openMenu(page);
  // The attribute is an HTML error beside popovertarget, and the browser itself exposes the state.
  expect(await button.getAttribute("aria-expanded")).toBeNull();
  expect(await isExpanded(page)).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Log Out" }).waitFor({ state: "hidden" });
  expect(await isExpanded(page)).toBe(false);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});
