import { expect, type FrameLocator, type Page } from "@playwright/test";

/** By what the card provider does with them. */
export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  /** It can be saved, but every charge is refused. */
  refusesCharges: "4000 0000 0000 0341",
  insufficient: "4000 0000 0000 9995",
  expired: "4000 0000 0000 0069",
  wrongCode: "4000 0000 0000 0127",
  asksHolder: "4000 0025 0000 3155",
} as const;

const EXPIRY = "12/34";
const CODE = "123";
const ZIP = "10001";

export function cardFrame(page: Page): FrameLocator {
  return page.getByTestId("card-element").frameLocator("iframe").first();
}

/** Replaces the card in the form. */
export async function typeCard(page: Page, number: string = CARDS.good): Promise<void> {
  const card = cardFrame(page);
  await card.locator("[name=cardnumber]").fill(number);
  await card.locator("[name=exp-date]").fill(EXPIRY);
  await card.locator("[name=cvc]").fill(CODE);
  await card.locator("[name=postal]").fill(ZIP);
}

export interface Payer {
  name: string;
  email: string;
}

export async function fillInPayment(page: Page, payer: Payer, number?: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(payer.name);
  await page.getByLabel("Email", { exact: true }).fill(payer.email);
  await typeCard(page, number);
  await page.getByRole("checkbox", { name: /terms/ }).check();
}

export function payButton(page: Page) {
  return page.getByRole("button", { name: "Pay", exact: true });
}

/** The form is open for input again, with its earlier values. */
export async function expectOpenForm(page: Page, payer: Payer): Promise<void> {
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(payer.name);
  await expect(page.getByLabel("Email", { exact: true })).toBeEnabled();
  await expect(page.getByRole("checkbox", { name: /terms/ })).toBeChecked();
}

/** What the bank asks in its own dialog over the page. */
export async function answerBank(page: Page, answer: "Complete" | "Fail"): Promise<void> {
  const bank = page.locator("iframe[src*='authenticate']").contentFrame();
  await bank.getByRole("button", { name: answer }).click();
}

export async function untilSubscribed(page: Page): Promise<void> {
  await page.waitForURL("**/account/billing/subscription");
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
}

let payers = 0;

/** A payer who is unknown to the product. */
export function somebodyPaying(): Payer {
  return { name: "Pat Payer", email: `payer.${process.pid}.${++payers}@example.org` };
}
