import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { findSubscription, listPlans, subscribe } from "../../features/billing/contract.ts";
import type { ReplyOf } from "../../platform/contract/call.ts";
import { apiPerson, withToken, anybody } from "../api.ts";
import {
  answerBank,
  cardFrame,
  CARDS,
  expectOpenForm,
  fillInPayment,
  payButton,
  somebodyPaying,
  typeCard,
  untilSubscribed,
} from "./card-form.ts";
import { sendLogIn, storedToken } from "../login.ts";
import { linkIn, newestMailTo, newPerson } from "../new-person.ts";
import { answerWith } from "../support-console.ts";
import type { Visitors } from "../visitors.ts";

const SPAM = "This submission was flagged as spam. If you belive this is an error, please contact us.";
/** The browser itself reports each refused request. */
const REFUSED = /Failed to load resource|POST .* failed|net::ERR/;

async function openForm(visitors: Visitors, expects: RegExp = REFUSED): Promise<Page> {
  const page = await visitors.arrive({ expects });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 2, name: "Example Subscription Form" })).toBeVisible();
  return page;
}

/** What the server returns for this browser's token. */
async function standingOf(page: Page): Promise<ReplyOf<typeof findSubscription>> {
  const token = await storedToken(page);
  const { body } = await withToken(token ?? "").send(findSubscription);
  return body;
}

test("a visitor pays with the details shown on the page, and is then logged in with an active plan", async ({
  visitors,
}) => {
  const page = await openForm(visitors);
  const payer = somebodyPaying();
  const shown = await page.getByTestId("demo-card").innerText();
  const [number = ""] = /(?:\d{4} ?){4}/.exec(shown) ?? [];
  const [expiry = ""] = /\d\d\/\d\d/.exec(shown) ?? [];
  const [, code = ""] = /Security code\s+(\d{3})/.exec(shown) ?? [];
  const [, zip = ""] = /Zip\s+(\d{5})/.exec(shown) ?? [];
  await page.getByLabel("Name", { exact: true }).fill(payer.name);
  await page.getByLabel("Email", { exact: true }).fill(payer.email);
  const card = cardFrame(page);
  await card.locator("[name=cardnumber]").fill(number);
  await card.locator("[name=exp-date]").fill(expiry);
  await card.locator("[name=cvc]").fill(code);
  await card.locator("[name=postal]").fill(zip);
  await page.getByRole("checkbox", { name: /terms/ }).check();
  await payButton(page).click();
  await expect(page.getByText("Payment received")).toBeVisible();
  expect(
    await page.evaluate(() => (window as { dataLayer?: unknown[][] }).dataLayer?.map((entry) => [...entry])),
  ).toContainEqual(["event", "subscribe", { value: 25, currency: "USD" }]);
  await untilSubscribed(page);
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
  const main = await page.getByRole("main").innerText();
  for (const fact of ["Basic monthly", "Active", "Visa ending in 4242"]) expect(main).toContain(fact);
  expect((await standingOf(page)).subscription).toMatchObject({ status: "active", cardLast4: "4242" });
  // The start page offers no second payment.
  await page.goBack();
  await expect(page.getByRole("link", { name: "Show the subscription" })).toBeVisible();
});

test("a payer who sets the first password in a second tab is logged out in the first, and can log in again", async ({
  visitors,
}) => {
  const page = await openForm(visitors, /Failed to load resource|(?:GET|POST) .* failed/);
  const payer = somebodyPaying();
  await fillInPayment(page, payer);
  await payButton(page).click();
  await untilSubscribed(page);
  const second = await page.context().newPage();
  await second.goto(linkIn(await newestMailTo(payer.email, "Welcome")).href);
  await second.getByLabel("New password").fill("nine blue ladders whisper");
  await second.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You're logged out" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/auth/logout");
  await second.getByRole("main").getByRole("link", { name: "Log In" }).click();
  await sendLogIn(second, payer.email, "nine blue ladders whisper");
  await second.waitForURL("/");
  await expect(second.getByRole("button", { name: "User menu" })).toBeVisible();
  expect(await storedToken(second)).not.toBeNull();
});

test.describe("a card that is refused", () => {
  for (const [what, number, words] of [
    ["declined", CARDS.declined, /declined/],
    ["without funds", CARDS.insufficient, /insufficient funds/],
    ["expired", CARDS.expired, /expired/],
    ["with a wrong code", CARDS.wrongCode, /security code/],
  ] as const) {
    test(`${what} is reported below the field`, async ({ visitors }) => {
      const page = await openForm(visitors);
      const payer = somebodyPaying();
      await fillInPayment(page, payer, number);
      await payButton(page).click();
      await expect(page.getByTestId("card-errors").filter({ hasText: words })).toBeVisible();
      await expect(page.getByText("Nothing was charged.")).toBeVisible();
      await expectOpenForm(page, payer);
    });
  }

  test("with an empty or incomplete number is not charged: the error shows at once, and no account is created", async ({
    visitors,
  }) => {
    const page = await openForm(visitors);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await expect(cardFrame(page).locator("[name=cardnumber]")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Pat Payer");
    await page.getByLabel("Email", { exact: true }).fill("pat.payer@example.org");
    await page.getByRole("checkbox", { name: /terms/ }).check();
    const edge = () =>
      page
        .getByTestId("card-element")
        .locator("..")
        .evaluate((box) => getComputedStyle(box).borderColor);
    const plain = await edge();
    await payButton(page).click();
    await expect(page.getByTestId("card-errors")).toHaveText("Your card details are incomplete.");
    await expect.poll(edge).not.toBe(plain);
    await cardFrame(page).locator("[name=cardnumber]").fill("4242");
    await expect(page.getByTestId("card-errors")).toHaveText("");
    await payButton(page).click();
    await page.getByLabel("Name", { exact: true }).focus(); // the card field reports that it lost the focus
    await expect(page.getByTestId("card-errors")).toHaveText(/incomplete/, { useInnerText: true });
    expect(sent.filter((url) => url.includes("/payment/"))).toEqual([]);
    expect(await storedToken(page)).toBeNull();
  });

  test("can be replaced, and the same subscription is paid once", async ({ visitors }) => {
    const page = await openForm(visitors);
    await fillInPayment(page, somebodyPaying(), CARDS.declined);
    await payButton(page).click();
    await expect(page.getByTestId("card-errors").filter({ hasText: "declined" })).toBeVisible();
    const { subscription: begun } = await standingOf(page);
    expect(begun?.status).toBe("incomplete");
    await typeCard(page, CARDS.good);
    await payButton(page).click();
    await untilSubscribed(page);
    expect((await standingOf(page)).subscription).toMatchObject({ id: begun?.id, status: "active" });
  });
});

test.describe("a card whose bank asks the cardholder", () => {
  test("is paid once they approve", async ({ visitors }) => {
    const page = await openForm(visitors);
    await fillInPayment(page, somebodyPaying(), CARDS.asksHolder);
    await payButton(page).click();
    await answerBank(page, "Complete");
    await untilSubscribed(page);
  });

  test("shows a card error when they decline", async ({ visitors }) => {
    const page = await openForm(visitors);
    const payer = somebodyPaying();
    await fillInPayment(page, payer, CARDS.asksHolder);
    await payButton(page).click();
    await answerBank(page, "Fail");
    await expect(page.getByTestId("card-errors")).not.toHaveText("");
    await expect(page.getByText("Nothing was charged.")).toBeVisible();
    await expectOpenForm(page, payer);
  });
});

test.describe("a submission that is refused", () => {
  for (const token of ["captcha-fail", "captcha-low-score"]) {
    test(`shows that ${token} is spam`, async ({ visitors }) => {
      const page = await visitors.arrive({ expects: REFUSED });
      await page.addInitScript((captchaTestToken) => {
        localStorage.setItem("sb-testing", "1");
        localStorage.setItem("configOverrides", JSON.stringify({ captchaTestToken }));
      }, token);
      await page.goto("/");
      const payer = somebodyPaying();
      await fillInPayment(page, payer);
      await payButton(page).click();
      await expect(page.getByRole("alert").filter({ hasText: "spam" })).toHaveText(SPAM);
      await expectOpenForm(page, payer);
      expect(await storedToken(page)).toBeNull();
    });
  }

  test("an address with an account leads to the sign-in, and then back to the form", async ({ visitors }) => {
    const { email, password } = await newPerson();
    const page = await openForm(visitors);
    const yearly = page.getByTestId("plan-card-yearly").getByRole("button");
    await expect(cardFrame(page).locator("[name=cardnumber]")).toBeVisible(); // by then the page has come to life
    await yearly.click();
    await fillInPayment(page, { name: "Regina Registered", email });
    await payButton(page).click();
    await page.getByRole("link", { name: "Log in to pay" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    expect(page.url()).not.toContain("@");
    await sendLogIn(page, email, password);
    await page.waitForURL(/\/\?period=yearly#subscribe$/);
    await expect(page.getByLabel("Name", { exact: true })).not.toHaveValue("");
    await expect(yearly).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(yearly).toHaveAttribute("aria-pressed", "true");
  });

  test("a server error keeps the visitor on the page", async ({ visitors }) => {
    const page = await openForm(visitors);
    const payer = somebodyPaying();
    await answerWith(page, "/api/latest/payment/subscribe", 500, { message: "INTERNAL_ERROR" });
    await fillInPayment(page, payer);
    await payButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
    await expectOpenForm(page, payer);
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("without plans nothing is sent", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: /UNABLE_TO_DETERMINE_PLAN/ });
    await answerWith(page, "/api/latest/payment/plans", 200, []);
    const sent = await answerWith(page, "/api/latest/payment/subscribe", 500, {});
    await page.goto("/");
    await fillInPayment(page, somebodyPaying());
    await payButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "available right now" })).toBeVisible();
    expect(sent).toHaveLength(0);
  });
});

test("a member whose role cannot pay sees why, and trying does not make them the payer", async () => {
  const observer = await apiPerson("observer@example.com");
  const [plan] = (await anybody().send(listPlans)).body;
  const refused = await observer.send(subscribe, {
    planID: plan!.id,
    cardEmail: "observer@example.com",
    name: "Olive Observer",
    grToken: "{secret}",
  });
  expect(refused).toMatchObject({ status: 409, body: { message: "NOT_THE_PAYER" } });
});
