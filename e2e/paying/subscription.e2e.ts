import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { apiPerson } from "../api.ts";
import { answerBank, CARDS, fillInPayment, payButton, somebodyPaying, typeCard, untilSubscribed } from "./card-form.ts";
import { newPerson } from "../new-person.ts";
import { knownBy, openVisitors } from "../visitors.ts";

const visitors = openVisitors();

const AT = "/account/billing/subscription";
const REFUSED = /Failed to load resource|POST .* failed|net::ERR/;

/** Opens the subscription page as a user who is alone in their organization. */
async function openOwnPage(): Promise<Page> {
  const { api } = await newPerson();
  const page = await visitors.arrive({ expects: REFUSED, ...knownBy(api) });
  await page.goto(AT);
  await page.getByRole("heading", { level: 2, name: "Example Subscription Form" }).waitFor();
  return page;
}

async function subscribed(card?: string): Promise<Page> {
  const page = await openOwnPage();
  await fillInPayment(page, somebodyPaying(), card);
  await payButton(page).click();
  await page.getByText("Payment received").waitFor();
  await page.getByRole("button", { name: "Cancel subscription" }).waitFor();
  return page;
}

const main = (page: Page) => page.getByRole("main").innerText();

test("a payment on the subscription page ends with a full reload of that page", async () => {
  const page = await openOwnPage();
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }));
  await fillInPayment(page, somebodyPaying());
  await payButton(page).click();
  await page.getByText("Payment received").waitFor();
  expect(await page.evaluate(() => "isFirstLoad" in window)).toBe(true);
  await page.waitForFunction(() => !("isFirstLoad" in window));
  await untilSubscribed(page);
  expect(await main(page)).toContain("Visa ending in 4242");
});

test("a subscription is canceled at the end of its period, and then resumed", async () => {
  const page = await subscribed();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel the subscription?" });
  expect(await dialog.innerText()).toMatch(/Your plan stays until \w{3} \d+, \d{4}/);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText(/^Your plan ends on \w{3} \d+, \d{4}\.$/).waitFor();
  await page.reload();
  await page.getByText(/^Your plan ends on/).waitFor();
  expect(await main(page)).toMatch(/Next charge\s+None/);
  await page.getByRole("button", { name: "Keep subscription" }).click();
  await page.getByRole("button", { name: "Cancel subscription" }).waitFor();
  expect(await main(page)).toMatch(/Next charge\s+\$25\.00 on/);
});

test("a plan is switched at the price that was shown before", async () => {
  const page = await subscribed();
  await page.getByRole("button", { name: "Switch to yearly" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch to yearly?" });
  await dialog.getByText("Due now").waitFor();
  expect(await dialog.innerText()).toMatch(/Due now\s+\$2\d\d\.\d\d/);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { level: 2, name: "Basic yearly" }).waitFor();
  expect(await main(page)).toMatch(/\$240 a year/);
  await page.getByRole("button", { name: "Switch to monthly" }).waitFor();
  await page.getByText(/^Switch to Basic yearly: \$240\.00 less \$25\.00 unused/).waitFor();
  await expect.poll(() => main(page)).toMatch(/So far this month\s+\$240\.00/);
});

test("the credit after a switch is named, and the next charge is the one that was shown", async () => {
  const page = await subscribed();
  for (const [to, shown] of [
    ["yearly", /Due now\s+\$215\.00/],
    ["monthly", /Left as credit\s+\$215\.00\s+Due now\s+\$0\.00/],
  ] as const) {
    await page.getByRole("button", { name: `Switch to ${to}` }).click();
    const dialog = page.getByRole("dialog", { name: `Switch to ${to}?` });
    await dialog.getByText("Due now").waitFor();
    expect(await dialog.innerText()).toMatch(shown);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { level: 2, name: `Basic ${to}` }).waitFor();
  }
  expect(await main(page)).toMatch(/Next charge\s+\$0\.00 on .*\s+\$215\.00 of credit is used first/);
  await expect.poll(() => main(page)).toMatch(/So far this month\s+\$25\.00/);
});

test("a switch that the card refuses is reported apart from the messages above", async () => {
  const page = await subscribed();
  await page.getByRole("button", { name: "Update card" }).click();
  await typeCard(page, CARDS.refusesCharges);
  await page.getByRole("button", { name: "Save card" }).click();
  await page.getByText("Visa ending in 0341").waitFor();
  await page.getByRole("button", { name: "Switch to yearly" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch to yearly?" });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const alert = await dialog.getByRole("alert").boundingBox();
  const above = await dialog.getByText("starts now").boundingBox();
  expect(alert!.y - (above!.y + above!.height)).toBeGreaterThanOrEqual(8); // both are seen
});

describe("another card", () => {
  test("is charged from now on, even one whose bank asks the cardholder", async () => {
    const page = await subscribed();
    await page.getByRole("button", { name: "Update card" }).click();
    await typeCard(page, CARDS.asksHolder);
    await page.getByRole("button", { name: "Save card" }).click();
    await answerBank(page, "Complete");
    await page.getByText("Visa ending in 3155").waitFor();
  });

  test("that is refused is reported below the field, and the earlier card stays", async () => {
    const page = await subscribed();
    await page.getByRole("button", { name: "Update card" }).click();
    await typeCard(page, CARDS.declined);
    await page.getByRole("button", { name: "Save card" }).click();
    await expect.poll(() => page.getByTestId("card-errors").innerText()).not.toBe("");
    expect(await main(page)).toContain("Visa ending in 4242");
  });
});

describe("access to the subscription", () => {
  test("an admin pays for the organization on its own page", async () => {
    const page = await visitors.arrive(knownBy(await apiPerson("admin@example.com")));
    await page.goto("/admin/billing/subscription");
    await page.getByRole("heading", { level: 2, name: "Example Subscription Form" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual(["Subscription"]);
    await page.getByTestId("card-element").waitFor();
  });

  test("an observer sees who can pay", async () => {
    const page = await visitors.arrive(knownBy(await apiPerson("observer@example.com")));
    await page.goto(AT);
    await page.getByText("An admin can subscribe").waitFor();
    expect(await payButton(page).count()).toBe(0);
  });
});
