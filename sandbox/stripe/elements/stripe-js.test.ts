// Checks Stripe.js without a browser: the form's rules, its frames, and what a page's key may do.
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { KEYS, aStripe, subscribe } from "../test-stripe.ts";
import { cardRules } from "./card-rules.ts";

const rules = cardRules();
const TODAY = new Date("2026-11-22T12:00:00Z");

test.each([
  ["4242424242424242", "4242 4242 4242 4242", true, null],
  ["4242 4242 42", "4242 4242 42", false, null],
  ["378282246310005", "3782 822463 10005", true, null],
  ["4242424242424241", "4242 4242 4242 4241", false, "Your card number is invalid."],
  ["4242-4242-4242-42429", "4242 4242 4242 4242", true, null],
])("the number %s is shown as %s", (typed, value, isComplete, message) => {
  const field = rules.number(typed);
  expect(field).toMatchObject({ value, isComplete });
  expect(field.error?.message ?? null).toBe(message);
});

test.each([
  ["1234", "12 / 34", true, null],
  ["3", "03", false, null],
  ["1", "1", false, null],
  ["4/29", "04 / 29", true, null],
  ["09/2031", "09 / 31", true, null],
  ["1126", "11 / 26", true, null],
  ["1026", "10 / 26", false, "Your card's expiration date is in the past."],
  ["1220", "12 / 20", false, "Your card's expiration year is in the past."],
  ["13", "13", false, "Your card's expiration date is invalid."],
])("the date %s is shown as %s", (typed, value, isComplete, message) => {
  const field = rules.expiry(typed, TODAY);
  expect(field).toMatchObject({ value, isComplete });
  expect(field.error?.message ?? null).toBe(message);
});

test("incomplete input is reported in Stripe's words", () => {
  expect(rules.number("42").incomplete?.message).toBe("Your card number is incomplete.");
  expect(rules.expiry("12", TODAY).incomplete?.message).toBe("Your card's expiration date is incomplete.");
  expect(rules.cvc("12", "visa").incomplete?.message).toBe("Your card's security code is incomplete.");
  expect(rules.cvc("123", "amex").isComplete).toBe(false);
  expect(rules.postal("1000").incomplete?.message).toBe("Your postal code is incomplete.");
});

test("scripts are plain JavaScript, and the frames run nothing else", async () => {
  const { url } = await aStripe();
  for (const path of ["/v3/", "/v3/card.js", "/v3/controller.js", "/v3/authenticate.js"]) {
    const reply = await fetch(url + path);
    expect(reply.headers.get("content-type")).toContain("text/javascript");
    expect(new Script(await reply.text())).toBeDefined();
  }
  const card = await fetch(`${url}/v3/card`);
  expect(card.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self'");
  const page = await card.text();
  for (const name of ["cardnumber", "exp-date", "cvc", "postal"]) expect(page).toContain(`name="${name}"`);
  expect(page).not.toMatch(/<script>|style=/);
});

/** The script as a page at this address runs it, and what it says in the console. */
async function aPage(url: string, href = "http://localhost:3000/") {
  const said: string[] = [];
  const window: { Stripe?: (key: unknown, options?: object) => { elements(options?: object): object } } = {};
  const { protocol } = new URL(href);
  const page = {
    ...{ window, URL, HTMLScriptElement: Error, document: { currentScript: null }, location: { href, protocol } },
    CSSStyleSheet: class {
      replaceSync() {}
    },
    console: { warn: (text: string) => said.push(text) },
  };
  new Script(await (await fetch(`${url}/v3/`)).text()).runInNewContext(page);
  return { open: window.Stripe!, said };
}

test("a secret key, no key, and a live key on a page without HTTPS are refused in the page", async () => {
  const { url } = await aStripe();
  const { open } = await aPage(url);
  expect(() => open("")).toThrow("Missing value for Stripe()");
  expect(() => open("sk_test_x")).toThrow("You should not use your secret key with Stripe.js.");
  expect(() => open("rk_live_x")).toThrow("You should not use your secret key with Stripe.js.");
  expect(() => open("pk_live_x")).toThrow("must use HTTPS");
  expect((await aPage(url, "https://keyturn.example/")).open("pk_live_x")).toBeDefined();
});

test("a parameter that Stripe.js does not know is named in the console", async () => {
  const { url } = await aStripe();
  const { open, said } = await aPage(url);
  open(KEYS.publishableKey, { locale: "en", unicorn: 1 }).elements({ fonts: [], pony: 1 });
  expect(said).toEqual([
    expect.stringContaining("Unrecognized Stripe() parameter: unicorn"),
    expect.stringContaining("Unrecognized elements() parameter: pony"),
  ]);
});

test("the page's key creates cards and opens only its own intent", async () => {
  const { stripe, monthly, send } = await aStripe();
  const asPage = { authorization: "" };
  const card = {
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "34",
    "card[cvc]": "123",
  };
  const key = KEYS.publishableKey;
  const made = await send("POST", "/v1/payment_methods", { key, type: "card", ...card }, asPage);
  expect(made.headers.get("access-control-allow-origin")).toBe("*");
  const method = await made.json();
  expect(method).toMatchObject({ card: { brand: "visa", last4: "4242" } });
  expect(JSON.stringify(method)).not.toContain("4242424242424242");
  const token = await (await send("POST", "/v1/tokens", { key, ...card }, asPage)).json();
  expect(token.id).toMatch(/^tok_/);

  const customer = await stripe.customers.create();
  const [own, other] = [
    await subscribe(stripe, customer.id, monthly.id),
    await subscribe(stripe, customer.id, monthly.id),
  ];
  const path = `/v1/payment_intents/${own.intent}`;
  expect((await send("GET", path, { key, client_secret: own.secret }, asPage)).status).toBe(200);
  expect((await send("GET", path, { key, client_secret: other.secret }, asPage)).status).toBe(404);
  expect((await send("GET", path, { key }, asPage)).status).toBe(404);
  expect((await send("GET", path, { key: "pk_test_other", client_secret: own.secret }, asPage)).status).toBe(401);
  expect((await send("GET", "/v1/customers", { key }, asPage)).status).toBe(401);
  const paid = await send(
    "POST",
    `${path}/confirm`,
    { key, client_secret: own.secret, payment_method: method.id },
    asPage,
  );
  expect(await paid.json()).toMatchObject({ status: "succeeded" });
});

test.each([
  [{ "card[number]": "4242424242424241" }, "incorrect_number"],
  [{ "card[number]": "4111111111111111" }, "card_declined"],
  [{ "card[exp_year]": "2020" }, "invalid_expiry_year"],
  [{ "card[exp_month]": "13" }, "invalid_expiry_month"],
  [{ "card[cvc]": "1" }, "invalid_cvc"],
])("a card with %j is refused: %s", async (wrong, code) => {
  const { send } = await aStripe();
  const good = {
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "34",
    "card[cvc]": "123",
  };
  const reply = await send("POST", "/v1/payment_methods", { type: "card", ...good, ...wrong });
  expect(reply.status).toBe(402);
  expect(await reply.json()).toMatchObject({ error: { type: "card_error", code } });
});
