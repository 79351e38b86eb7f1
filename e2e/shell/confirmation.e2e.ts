import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { consoleOf } from "../support-console.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();

async function arrive(): Promise<Page> {
  const page = await visitors.arrive();
  await page.goto("/privacy-policy");
  await page.getByRole("heading", { level: 1 }).waitFor();
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
  await dialog.waitFor();
  return dialog;
}

function answered(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { answered: Promise<boolean> }).answered);
}

test("without options it shows a title, a text, Cancel and Confirm", async () => {
  const page = await arrive();
  const dialog = await open(page);
  expect(await dialog.getByRole("heading").innerText()).toMatch(/\w/);
  const described = await dialog.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${described}"]`).innerText()).toMatch(/\w/);
  expect(await dialog.getByRole("button").allInnerTexts()).toEqual(["Cancel", "Confirm"]);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  expect(await answered(page)).toBe(true);
});

test("Confirm returns true, Cancel and Escape return false, and options replace all four texts", async () => {
  const page = await arrive();
  const texts = { title: "Remove Jane?", text: "She is notified by email.", cancel: "Keep", confirm: "Remove" };
  for (const [button, answer] of [
    ["Remove", true],
    ["Keep", false],
  ] as const) {
    const dialog = await open(page, texts);
    await dialog.getByRole("heading", { name: texts.title }).waitFor();
    await dialog.getByText(texts.text).waitFor();
    expect(await dialog.getByRole("button").allInnerTexts()).toEqual(["Keep", "Remove"]);
    await dialog.getByRole("button", { name: button }).click();
    expect(await answered(page)).toBe(answer);
    await dialog.waitFor({ state: "hidden" });
  }
  await open(page, { title: "And now?" });
  await page.keyboard.press("Escape");
  expect(await answered(page)).toBe(false);
});

test("the focus stays inside the dialog, and then returns to where it was", async () => {
  const page = await arrive();
  const link = page.getByRole("contentinfo").getByRole("link", { name: /privacy/i });
  await link.focus();
  const dialog = await open(page);
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => document.activeElement?.closest("main, header, footer") !== null);
    expect(isOutside && (await dialog.evaluate((element) => !element.contains(document.activeElement)))).toBe(false);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("a second dialog replaces the first, which returns false", async () => {
  const page = await arrive();
  await open(page, { title: "The first" });
  await page.evaluate(() => Object.assign(window, { first: (window as unknown as { answered: unknown }).answered }));
  await open(page, { title: "The second" });
  expect(await page.evaluate(() => (window as unknown as { first: Promise<boolean> }).first)).toBe(false);
  await page.getByRole("dialog").getByRole("heading", { name: "The second" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
});
