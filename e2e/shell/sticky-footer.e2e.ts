import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import type { Borrower } from "../../features/borrowers/contract.ts";
import { apiBorrower, apiPerson, type Client } from "../api.ts";
import { knownBy, setClock, stopClock } from "../visitors.ts";

const CREATE = "/account/borrowers/create";
let officer: Client;
let borrower: Borrower;

test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
  borrower = await apiBorrower(officer);
});

const footerOf = (page: Page) => page.getByTestId("sticky-footer");
const flagOf = (page: Page) => page.evaluate(() => document.body.dataset["stickyFooter"]);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(footerOf(page)).toBeVisible();
}

test("it is 89 px high at the lower edge of the viewport at any scroll position", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(officer));
  for (const path of [CREATE, `/account/borrowers/edit/${borrower.id}`]) {
    await open(page, path);
    await expect(page.getByRole("button", { name: /Create Borrower|Save/ })).toBeVisible();
    for (const width of [390, 1200]) {
      await page.setViewportSize({ width, height: 600 });
      for (const share of [0, 0.5, 1]) await expectAtLowerEdge(page, share);
      // At the end of the page nothing is below it.
      const last = await page.getByRole("contentinfo").boundingBox();
      expect(last!.y + last!.height, `${path} at ${width}`).toBeLessThanOrEqual(600 - 89); // it is shown
    }
  }
});

async function expectAtLowerEdge(page: Page, share: number): Promise<void> {
  await page.evaluate((part) => window.scrollTo(0, document.body.scrollHeight * part), share);
  const box = (await footerOf(page).boundingBox())!; // it is shown
  expect(box.height).toBe(89);
  expect(box.y + box.height).toBe(600);
}

test("the body's flag is set while a footer exists, and is removed 100 ms after leaving", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(officer));
  await setClock(page);
  await page.goto("/account/borrowers/all");
  await expect(page.getByRole("heading", { level: 1, name: "Borrowers" })).toBeVisible();
  expect(await flagOf(page)).toBeUndefined();
  await open(page, CREATE);
  expect(await flagOf(page)).toBe("true");
  await stopClock(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.clock.runFor(50); // until the frame that shows the pressed link
  await expect(footerOf(page)).toBeHidden();
  await page.clock.runFor(90);
  expect(await flagOf(page)).toBe("true");
  await page.clock.runFor(20);
  expect(await flagOf(page)).toBeUndefined();
});

test("the flag stays set when the next page also has a footer", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(officer));
  await setClock(page);
  await open(page, `/account/borrowers/edit/${borrower.id}`);
  await page
    .getByRole("navigation", { name: "Side navigation" })
    .getByRole("link", { name: "Create Borrower", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Create Borrower" })).toBeVisible();
  await stopClock(page);
  await page.clock.runFor(500);
  expect(await flagOf(page)).toBe("true");
});

test("a field that is refused shows its label and its error, whichever edge it was at", async ({ visitors }) => {
  const page = await visitors.arrive(knownBy(officer));
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 500 });
    await open(page, `/account/borrowers/edit/${borrower.id}`);
    const phone = page.getByRole("textbox", { name: /^Phone/ });
    await phone.fill("12");
    for (const edge of ["footer", "header"] as const) {
      const room = await phone.evaluate((field, at) => {
        const { top, bottom } = field.getBoundingClientRect();
        const [header, footer] = [57, innerHeight - 106]; // where the browser takes it to be in sight
        window.scrollBy(0, at === "footer" ? bottom - footer : top - header);
        const now = field.getBoundingClientRect();
        return at === "footer" ? footer - now.bottom : now.top - header;
      }, edge);
      expect(Math.abs(room), "the page can be scrolled so").toBeLessThan(1);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(phone).toBeFocused();
      const [label, error] = await phone.evaluate((field) => {
        const { labels, ariaDescribedByElements } = field as HTMLInputElement;
        return [labels![0]!, ariaDescribedByElements![0]!].map((one) => one.getBoundingClientRect());
      });
      const header = (await page.getByRole("banner").boundingBox())!; // it is shown
      expect(label!.top, `${edge} at ${width}`).toBeGreaterThanOrEqual(header.height);
      expect(error!.bottom, `${edge} at ${width}`).toBeLessThanOrEqual(500 - 89);
      await page.getByRole("heading", { level: 1 }).click();
    }
  }
});
