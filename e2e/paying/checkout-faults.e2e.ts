import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { fillInPayment, payButton, somebodyPaying, untilSubscribed } from "./card-form.ts";
import { newPerson } from "../new-person.ts";
import { knownBy, type Visitors } from "../visitors.ts";
import { sharedStand } from "../global-setup.ts";

const AT = "/account/billing/subscription";
const REFUSED = /Failed to load resource|POST .* failed|net::ERR|CAPTCHA_UNAVAILABLE/;

/** Opens the subscription page as a user who is alone in their organization. */
async function openOwnPage(visitors: Visitors): Promise<Page> {
  const { api } = await newPerson();
  const page = await visitors.arrive({ expects: REFUSED, ...knownBy(api) });
  await page.goto(AT);
  await expect(page.getByRole("heading", { level: 2, name: "Example Subscription Form" })).toBeVisible();
  return page;
}

test("a user who pays while offline sees why, loses nothing, and pays once the network is back", async ({
  visitors,
}) => {
  const page = await openOwnPage(visitors);
  await fillInPayment(page, somebodyPaying());
  await page.context().setOffline(true);
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: /can't reach|didn't load/ })).toBeVisible();
  await page.context().setOffline(false);
  await payButton(page).click();
  await expect(page.getByText("Payment received")).toBeVisible();
});

test("when an answer is lost, the same attempt continues and is charged once", async ({ visitors }) => {
  const page = await openOwnPage(visitors);
  const keys: (string | undefined)[] = [];
  await page.route("**/payment/subscribe", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the server gets the request, but the page never gets the answer
    return route.abort("connectionreset");
  });
  await fillInPayment(page, somebodyPaying());
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "won't be charged twice" })).toBeVisible();
  await payButton(page).click();
  await expect(page.getByText("Payment received")).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
});

test("with two tabs, the second one shows that there is a subscription already", async ({ visitors }) => {
  const { api } = await newPerson();
  const first = await visitors.arrive({ expects: REFUSED, ...knownBy(api) });
  await first.goto(AT);
  const second = await first.context().newPage();
  await second.goto("/");
  await fillInPayment(first, somebodyPaying());
  await fillInPayment(second, somebodyPaying());
  await second.route("**/payment/subscribe", async (route) => {
    await expect(first.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
    await route.continue();
  });
  await payButton(second).click();
  await payButton(first).click();
  await expect(second.getByRole("alert").filter({ hasText: "You weren't charged again" })).toBeVisible();
  await second.getByRole("link", { name: "Show the subscription" }).click();
  await untilSubscribed(second);
});

test("a bot check that does not load is reported, and the page still works", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: /./ });
  await page.route(`${sharedStand().sandboxUrl}/recaptcha/**`, (route) => route.abort());
  await page.goto("/");
  await fillInPayment(page, somebodyPaying());
  await payButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "bot check didn't load" })).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
});

test("with a delayed and then blocked card script, the page waits, says so, and tries again", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: /./ });
  let isBlocked = true;
  await page.route(`${sharedStand().sandboxUrl}/v3/`, async (route) => {
    if (!isBlocked) return route.continue();
    await expect(page.getByTestId("card-loading")).toBeVisible();
    return route.abort();
  });
  await page.goto("/");
  await expect(page.getByText("The card field didn't load")).toBeVisible();
  isBlocked = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByTestId("card-element").locator("iframe").first()).toBeVisible();
});
