import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiBorrower, apiPerson } from "../api.ts";
import { findingsOn, tabTo } from "../accessibility.ts";
import { logIn, logOut } from "../login.ts";

const LIST = "/account/borrowers/all";

const field = (page: Page) => page.getByRole("combobox", { name: "Search or jump to" });
const option = (page: Page, name: string) => page.getByRole("listbox").getByRole("option", { name });
const options = (page: Page) => page.getByRole("listbox").getByRole("option").allTextContents();
const heading = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeVisible();
  await page.keyboard.type(words);
}

test("a borrower, a page and an action are each a few keys away, and the last one used is first", async ({
  visitors,
}) => {
  const officer = await apiPerson("registered@example.com");
  const borrower = await apiBorrower(officer);
  const name = `${borrower.firstName} ${borrower.lastName}`;
  const page = await visitors.arrive();
  await logIn(page, "registered@example.com");
  await page.goto("/account/settings/name"); // where no list of borrowers was loaded
  await heading(page, "Name");

  await find(page, borrower.email);
  await expect(option(page, name)).toBeVisible();
  await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await heading(page, name);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");

  await find(page, "");
  await expect(option(page, name)).toBeVisible();
  expect((await options(page))[0]).toContain(name);
  await page.keyboard.type("terms");
  await expect(option(page, "Terms and Conditions")).toBeVisible();
  await page.keyboard.press("Enter");
  await heading(page, "Terms and Conditions");

  await find(page, "theme dark");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");

  await find(page, "no such thing");
  await expect(page.getByText("No results. Try other words.")).toBeVisible();
  await page.keyboard.press("Escape");
  await logOut(page);
  expect(await page.evaluate(() => localStorage.getItem("recentCommands"))).toBeNull();
});

test("the palette's button is visible in the top nav, and the focus returns to it", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "registered@example.com");
  const way = page.getByRole("banner").getByRole("button", { name: "Search or jump to" });
  await tabTo(page, way);
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveCount(0);
  await expect(way).toBeFocused();
});

test("shortcuts open pages, not while a user types, and can be turned off", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "registered@example.com");
  await page.goto("/account/settings/name");
  await heading(page, "Name");
  await page.keyboard.type("gb");
  await heading(page, "Borrowers");
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("gbc?");
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("gbc?");
  await page.getByRole("searchbox", { name: "Search" }).blur();
  await page.keyboard.press("c");
  await heading(page, "Create Borrower");
  await page.keyboard.type("gs");
  await heading(page, "Profile");

  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcuts.getByRole("switch", { name: "Single-key shortcuts" }).press("Space");
  await page.keyboard.press("Escape");
  await expect(shortcuts).toHaveCount(0);
  await page.reload();
  await heading(page, "Profile");
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(shortcuts.getByText("off").first()).toBeVisible();
  await heading(page, "Profile");
});

test("no user is offered an action that they may not use", async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto("/version"); // works as soon as it is visible, because it is not prerendered
  await expect(page.getByTestId("app-version")).toBeVisible();
  await find(page, "");
  await expect(option(page, "Log In")).toBeVisible();
  expect((await options(page)).join()).not.toMatch(/Borrower|Profile|Log Out/);
  await page.keyboard.press("Escape");

  await logIn(page, "observer@example.com");
  await page.goto(LIST);
  await heading(page, "Borrowers");
  await page.keyboard.press("c");
  await find(page, "");
  await expect(option(page, "Borrowers").first()).toBeVisible();
  expect((await options(page)).join()).not.toContain("Create Borrower");
  expect(new URL(page.url()).pathname).toBe(LIST);
});

test("axe finds nothing in the palette and the shortcuts, in light and dark", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "admin@example.com");
  await find(page, "a");
  await expect(page.getByRole("group", { name: "Borrowers" })).toBeVisible();
  expect(await findingsOn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(await findingsOn(page)).toEqual([]);
});
