import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { consoleOf } from "../support-console.ts";
import type { Visitors } from "../visitors.ts";

async function arrive(visitors: Visitors): Promise<Page> {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

/** Opens the dialog without waiting for the answer. */
async function open(page: Page, question?: Record<string, string>) {
  await consoleOf(
    page,
    (app, texts) => void Object.assign(window, { answered: texts ? app.confirm(texts) : app.confirm() }),
    question,
  );
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
}

function answered(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { answered: Promise<boolean> }).answered);
}

test("without options it shows a title, a text, Cancel and Confirm", async ({ visitors }) => {
  const page = await arrive(visitors);
  const dialog = await open(page);
  await expect(dialog.getByRole("heading")).toHaveText(/\w/, { useInnerText: true });
  const described = await dialog.getAttribute("aria-describedby");
  await expect(page.locator(`[id="${described}"]`)).toHaveText(/\w/, { useInnerText: true });
  await expect(dialog.getByRole("button")).toHaveText(["Cancel", "Confirm"]);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  expect(await answered(page)).toBe(true);
});

test("Confirm returns true, Cancel and Escape return false, and options replace all four texts", async ({
  visitors,
}) => {
  const page = await arrive(visitors);
  const texts = { title: "Remove Jane?", text: "She is notified by email.", cancel: "Keep", confirm: "Remove" };
  for (const [button, answer] of [
    ["Remove", true],
    ["Keep", false],
  ] as const) {
    const dialog = await open(page, texts);
    await expect(dialog.getByRole("heading", { name: texts.title })).toBeVisible();
    await expect(dialog.getByText(texts.text)).toBeVisible();
    await expect(dialog.getByRole("button")).toHaveText(["Keep", "Remove"]);
    await dialog.getByRole("button", { name: button }).click();
    expect(await answered(page)).toBe(answer);
    await expect(dialog).toBeHidden();
  }
  await open(page, { title: "And now?" });
  await page.keyboard.press("Escape");
  expect(await answered(page)).toBe(false);
});

test("the focus stays inside the dialog, and then returns to where it was", async ({ visitors }) => {
  const page = await arrive(visitors);
  const link = page.getByRole("contentinfo").getByRole("link", { name: /privacy/i });
  await link.focus();
  const dialog = await open(page);
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => document.activeElement?.closest("main, header, footer") !== null);
    expect(isOutside && (await dialog.evaluate((element) => !element.contains(document.activeElement)))).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
});

test("a second dialog replaces the first, which returns false", async ({ visitors }) => {
  const page = await arrive(visitors);
  await open(page, { title: "The first" });
  await page.evaluate(() => Object.assign(window, { first: (window as unknown as { answered: unknown }).answered }));
  await open(page, { title: "The second" });
  expect(await page.evaluate(() => (window as unknown as { first: Promise<boolean> }).first)).toBe(false);
  await expect(page.getByRole("dialog").getByRole("heading", { name: "The second" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
});
