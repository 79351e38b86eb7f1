import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { fillInPayment, payButton, somebodyPaying, untilSubscribed } from "./card-form.ts";
import { newPerson } from "../new-person.ts";
import { knownBy, openVisitors } from "../visitors.ts";

const visitors = openVisitors();

const AT = "/account/billing/subscription";
const REFUSED = /Failed to load resource|POST .* failed|net::ERR|CAPTCHA_UNAVAILABLE/;

/** Opens the subscription page as a user who is alone in their organization. */
async function openOwnPage(): Promise<Page> {
  const { api } = await newPerson();
  const page = await visitors.arrive({ expects: REFUSED, ...knownBy(api) });
  await page.goto(AT);
  await page.getByRole("heading", { level: 2, name: "Example Subscription Form" }).waitFor();
  return page;
}

test("a user who pays while offline sees why, loses nothing, and pays once the network is back", async () => {
  const page = await openOwnPage();
  await fillInPayment(page, somebodyPaying());
  await page.context().setOffline(true);
  await payButton(page).click();
  await page
    .getByRole("alert")
    .filter({ hasText: /can't reach|didn't load/ })
    .waitFor();
  await page.context().setOffline(false);
  await payButton(page).click();
  await page.getByText("Payment received").waitFor();
});

test("when an answer is lost, the same attempt continues and is charged once", async () => {
  const page = await openOwnPage();
  const keys: (string | undefined)[] = [];
  await page.route("**/payment/subscribe", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the server gets the request, but the page never gets the answer
    return route.abort("connectionreset");
  });
  await fillInPayment(page, somebodyPaying());
  await payButton(page).click();
  await page.getByRole("alert").filter({ hasText: "won't be charged twice" }).waitFor();
  await payButton(page).click();
  await page.getByText("Payment received").waitFor();
  expect(keys[1]).toBe(keys[0]);
});

test("with two tabs, the second one shows that there is a subscription already", async () => {
  const { api } = await newPerson();
  const first = await visitors.arrive({ expects: REFUSED, ...knownBy(api) });
  await first.goto(AT);
  const second = await first.context().newPage();
  await second.goto("/");
  await fillInPayment(first, somebodyPaying());
  await fillInPayment(second, somebodyPaying());
  await second.route("**/payment/subscribe", async (route) => {
    await first.getByRole("button", { name: "Cancel subscription" }).waitFor();
    await route.continue();
  });
  await payButton(second).click();
  await payButton(first).click();
  await second.getByRole("alert").filter({ hasText: "You weren't charged again" }).waitFor();
  await second.getByRole("link", { name: "Show the subscription" }).click();
  await untilSubscribed(second);
});

test("a bot check that does not load is reported, and the page still works", async () => {
  const page = await visitors.arrive({ expects: /./ });
  await page.route(`${inject("stand").sandboxUrl}/recaptcha/**`, (route) => route.abort());
  await page.goto("/");
  await fillInPayment(page, somebodyPaying());
  await payButton(page).click();
  await page.getByRole("alert").filter({ hasText: "bot check didn't load" }).waitFor();
  expect(await payButton(page).isEnabled()).toBe(true);
});

test("with a delayed and then blocked card script, the page waits, says so, and tries again", async () => {
  const page = await visitors.arrive({ expects: /./ });
  let isBlocked = true;
  await page.route(`${inject("stand").sandboxUrl}/v3/`, async (route) => {
    if (!isBlocked) return route.continue();
    await page.getByTestId("card-loading").waitFor();
    return route.abort();
  });
  await page.goto("/");
  await page.getByText("The card field didn't load").waitFor();
  isBlocked = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByTestId("card-element").locator("iframe").first().waitFor();
});
