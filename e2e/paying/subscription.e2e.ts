import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson } from "../api.ts";
import { answerBank, CARDS, fillInPayment, payButton, somebodyPaying, typeCard, untilSubscribed } from "./card-form.ts";
import { newPerson } from "../new-person.ts";
import { knownBy, type Visitors } from "../visitors.ts";

const AT = "/account/billing/subscription";
const REFUSED = /Failed to load resource|POST .* failed|net::ERR/;

/** Opens the subscription page as a user who is alone in their organization. */
async function openOwnPage(visitors: Visitors): Promise<Page> {
  const { api } = await newPerson();
  const page = await visitors.arrive({ expects: REFUSED, ...knownBy(api) });
  await page.goto(AT);
  await expect(page.getByRole("heading", { level: 2, name: "Example Subscription Form" })).toBeVisible();
  return page;
}

async function subscribed(visitors: Visitors, card?: string): Promise<Page> {
  const page = await openOwnPage(visitors);
  await fillInPayment(page, somebodyPaying(), card);
  await payButton(page).click();
  await expect(page.getByText("Payment received")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
  return page;
}

const main = (page: Page) => page.getByRole("main");

test("a payment on the subscription page ends with a full reload of that page", async ({ visitors }) => {
  const page = await openOwnPage(visitors);
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }));
  await fillInPayment(page, somebodyPaying());
  await payButton(page).click();
  await expect(page.getByText("Payment received")).toBeVisible();
  expect(await page.evaluate(() => "isFirstLoad" in window)).toBe(true);
  await page.waitForFunction(() => !("isFirstLoad" in window));
  await untilSubscribed(page);
  await expect(main(page)).toContainText("Visa ending in 4242", { useInnerText: true });
});

test("a subscription is canceled at the end of its period, and then resumed", async ({ visitors }) => {
  const page = await subscribed(visitors);
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel the subscription?" });
  await expect(dialog).toHaveText(/Your plan stays until \w{3} \d+, \d{4}/, { useInnerText: true });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(/^Your plan ends on \w{3} \d+, \d{4}\.$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Your plan ends on/)).toBeVisible();
  await expect(main(page)).toHaveText(/Next charge\s+None/, { useInnerText: true });
  await page.getByRole("button", { name: "Keep subscription" }).click();
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
  await expect(main(page)).toHaveText(/Next charge\s+\$25\.00 on/, { useInnerText: true });
});

test("a plan is switched at the price that was shown before", async ({ visitors }) => {
  const page = await subscribed(visitors);
  await page.getByRole("button", { name: "Switch to yearly" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch to yearly?" });
  await expect(dialog.getByText("Due now")).toBeVisible();
  await expect(dialog).toHaveText(/Due now\s+\$2\d\d\.\d\d/, { useInnerText: true });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Basic yearly" })).toBeVisible();
  await expect(main(page)).toHaveText(/\$240 a year/, { useInnerText: true });
  await expect(page.getByRole("button", { name: "Switch to monthly" })).toBeVisible();
  await expect(page.getByText(/^Switch to Basic yearly: \$240\.00 less \$25\.00 unused/)).toBeVisible();
  await expect(main(page)).toHaveText(/So far this month\s+\$240\.00/, { useInnerText: true });
});

test("the credit after a switch is named, and the next charge is the one that was shown", async ({ visitors }) => {
  const page = await subscribed(visitors);
  for (const [to, shown] of [
    ["yearly", /Due now\s+\$215\.00/],
    ["monthly", /Left as credit\s+\$215\.00\s+Due now\s+\$0\.00/],
  ] as const) {
    await page.getByRole("button", { name: `Switch to ${to}` }).click();
    const dialog = page.getByRole("dialog", { name: `Switch to ${to}?` });
    await expect(dialog.getByText("Due now")).toBeVisible();
    await expect(dialog).toHaveText(shown, { useInnerText: true });
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { level: 2, name: `Basic ${to}` })).toBeVisible();
  }
  await expect(main(page)).toHaveText(/Next charge\s+\$0\.00 on .*\s+\$215\.00 of credit is used first/, {
    useInnerText: true,
  });
  await expect(main(page)).toHaveText(/So far this month\s+\$25\.00/, { useInnerText: true });
});

test("a switch that the card refuses is reported apart from the messages above", async ({ visitors }) => {
  const page = await subscribed(visitors);
  await page.getByRole("button", { name: "Update card" }).click();
  await typeCard(page, CARDS.refusesCharges);
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Visa ending in 0341")).toBeVisible();
  await page.getByRole("button", { name: "Switch to yearly" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch to yearly?" });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const alert = await dialog.getByRole("alert").boundingBox();
  const above = await dialog.getByText("starts now").boundingBox();
  expect(alert!.y - (above!.y + above!.height)).toBeGreaterThanOrEqual(8); // both are seen
});

test.describe("another card", () => {
  test("is charged from now on, even one whose bank asks the cardholder", async ({ visitors }) => {
    const page = await subscribed(visitors);
    await page.getByRole("button", { name: "Update card" }).click();
    await typeCard(page, CARDS.asksHolder);
    await page.getByRole("button", { name: "Save card" }).click();
    await answerBank(page, "Complete");
    await expect(page.getByText("Visa ending in 3155")).toBeVisible();
  });

  test("that is refused is reported below the field, and the earlier card stays", async ({ visitors }) => {
    const page = await subscribed(visitors);
    await page.getByRole("button", { name: "Update card" }).click();
    await typeCard(page, CARDS.declined);
    await page.getByRole("button", { name: "Save card" }).click();
    await expect(page.getByTestId("card-errors")).not.toHaveText("");
    await expect(main(page)).toContainText("Visa ending in 4242", { useInnerText: true });
  });
});

test.describe("access to the subscription", () => {
  test("an admin pays for the organization on its own page", async ({ visitors }) => {
    const page = await visitors.arrive(knownBy(await apiPerson("admin@example.com")));
    await page.goto("/admin/billing/subscription");
    await expect(page.getByRole("heading", { level: 2, name: "Example Subscription Form" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(["Subscription"]);
    await expect(page.getByTestId("card-element")).toBeVisible();
  });

  test("an observer sees who can pay", async ({ visitors }) => {
    const page = await visitors.arrive(knownBy(await apiPerson("observer@example.com")));
    await page.goto(AT);
    await expect(page.getByText("An admin can subscribe")).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
  });
});
