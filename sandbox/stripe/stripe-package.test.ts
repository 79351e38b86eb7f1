// The official `stripe` package runs a whole subscription unchanged, and every reply fits Stripe's own schemas.
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { aWebhookReceiver } from "../plaid/test-plaid.ts";
import { OPERATIONS } from "./api/stripe-api.ts";
import { signatureHeader } from "./events/webhooks.ts";
import {
  DOCUMENTED,
  KEYS,
  aStripe,
  eventsOf,
  examples,
  expectSchema,
  officialClient,
  seconds,
  subscribe,
} from "./test-stripe.ts";

const CARD = { type: "card", card: { token: "tok_visa" } } as const;

test("Stripe's own examples fit the schemas that the replies are checked against", () => {
  for (const [name, schema] of Object.entries({
    customer: "Customer",
    product: "Product",
    priceMonthly: "Price",
    priceYearly: "Price",
    paymentIntentRequiresPaymentMethod: "PaymentIntent",
    paymentIntentSucceeded: "PaymentIntent",
    invoiceOpen: "Invoice",
    invoicePaid: "Invoice",
    subscriptionIncomplete: "Subscription",
    subscriptionActive: "Subscription",
    subscriptionCanceled: "Subscription",
    errorCardDeclined: "ErrorResponse",
  }))
    expectSchema(`components/schemas/${schema}`, examples[name]);
  for (const event of examples.events) expectSchema("components/schemas/Event", event);
});

test("a webhook is signed as in the published test vector", () => {
  const { payload, secret, timestamp, header } = examples.webhookSignature;
  expect(signatureHeader(payload, secret, timestamp)).toBe(header);
});

test("the sandbox supports every call of the document", () => {
  const played = new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`));
  expect(DOCUMENTED.filter((call) => !played.has(call))).toEqual([]);
});

test("a subscription begins incomplete, is paid by its secret, and sends signed webhooks", async () => {
  const hook = await aWebhookReceiver();
  const { stripe, monthly } = await aStripe({ webhookUrl: hook.url });
  const customer = await stripe.customers.create({ email: "payer@example.com", metadata: { organizationId: "o1" } });
  const { subscription, secret, intent } = await subscribe(stripe, customer.id, monthly.id);
  expect(subscription.status).toBe("incomplete");
  expect(secret).toMatch(/^pi_\w+_secret_\w+$/);
  const paid = await stripe.paymentIntents.confirm(intent, {
    payment_method: "pm_card_visa",
    expand: ["latest_charge", "payment_method"],
  });
  expect(paid).toMatchObject({
    status: "succeeded",
    latest_charge: { paid: true },
    payment_method: { card: { last4: "4242" } },
  });
  const active = await stripe.subscriptions.retrieve(subscription.id, {
    expand: ["latest_invoice.payments", "customer"],
  });
  expect(active).toMatchObject({
    status: "active",
    default_payment_method: (paid.payment_method as Stripe.PaymentMethod).id,
    customer: { metadata: { organizationId: "o1" } },
    latest_invoice: {
      status: "paid",
      amount_paid: 5000,
      parent: { subscription_details: { subscription: subscription.id } },
      payments: { data: [{ status: "paid", payment: { payment_intent: intent } }] },
    },
  });
  const wanted = [
    "customer.subscription.created",
    "invoice.finalized",
    "payment_intent.succeeded",
    "invoice.paid",
    "customer.subscription.updated",
  ];
  await expect
    .poll(() => eventsOf(hook.received).map(({ type }) => String(type)))
    .toEqual(expect.arrayContaining(wanted));
  const update = eventsOf(hook.received).find(({ type }) => type === "customer.subscription.updated");
  expect(update).toMatchObject({
    api_version: "2026-10-28.endive",
    data: { previous_attributes: { status: "incomplete" } },
  });
});

test.each([
  ["pm_card_chargeDeclined", "card_declined", "generic_decline"],
  ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
  ["pm_card_chargeDeclinedExpiredCard", "expired_card", ""],
  ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", ""],
  ["pm_card_chargeCustomerFail", "card_declined", "generic_decline"],
])("%s is declined with %s, and another card still pays", async (card, code, decline_code) => {
  const { stripe, monthly } = await aStripe();
  const customer = await stripe.customers.create();
  const { subscription, intent } = await subscribe(stripe, customer.id, monthly.id);
  const refused = stripe.paymentIntents.confirm(intent, { payment_method: card });
  await expect(refused).rejects.toMatchObject({
    type: "StripeCardError",
    statusCode: 402,
    code,
    decline_code,
    raw: { payment_intent: { id: intent, status: "requires_payment_method" } },
  });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete");
  await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("a card that requires authentication waits for the bank's answer", async () => {
  const { stripe, monthly, url } = await aStripe();
  const customer = await stripe.customers.create();
  const { subscription, secret, intent } = await subscribe(stripe, customer.id, monthly.id);
  const answer = (client_secret: string, outcome: string) =>
    fetch(`${url}/v3/authenticate/${intent}`, {
      method: "POST",
      body: new URLSearchParams({ client_secret, outcome }),
    });
  const asked = await stripe.paymentIntents.confirm(intent, {
    payment_method: "pm_card_authenticationRequiredOnSetup",
  });
  expect(asked).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
  expect((await answer("guessed", "complete")).status).toBe(404);
  await answer(secret, "fail");
  const failed = await stripe.paymentIntents.retrieve(intent);
  expect(failed).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "payment_intent_authentication_failure" },
  });
  await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_authenticationRequiredOnSetup" });
  await answer(secret, "complete");
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("cards are set up, attached, made the default, and detached", async () => {
  const { stripe } = await aStripe();
  const customer = await stripe.customers.create();
  const setUp = (more: Stripe.SetupIntentCreateParams) =>
    stripe.setupIntents.create({ customer: customer.id, payment_method: "pm_card_visa", confirm: true, ...more });
  await expect(setUp({})).rejects.toThrow("you must provide a `return_url`");
  const setup = await setUp({ automatic_payment_methods: { enabled: true, allow_redirects: "never" } });
  expect(setup.status).toBe("succeeded");
  const card = setup.payment_method as string;
  const foreign = stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: (await stripe.paymentMethods.create(CARD)).id },
  });
  await expect(foreign).rejects.toThrow("must be attached to the customer");
  const withCard = await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card } });
  expect(withCard.invoice_settings.default_payment_method).toBe(card);
  await expect(stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer: customer.id })).rejects.toMatchObject(
    { code: "card_declined" },
  );
  const late = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  expect((await stripe.paymentMethods.list({ customer: customer.id })).data.map(({ id }) => id)).toEqual([
    late.id,
    card,
  ]);
  await stripe.paymentMethods.detach(card);
  expect(
    ((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).invoice_settings.default_payment_method,
  ).toBeNull();
  const again = stripe.paymentMethods.attach(card, { customer: customer.id });
  await expect(again).rejects.toMatchObject({ code: "payment_method_unexpected_state" });
});

test("errors match Stripe's: a wrong key, a missing object, an unknown path, a wrong parameter", async () => {
  const { stripe, url, send } = await aStripe();
  await expect(officialClient(url, "sk_test_other").customers.list()).rejects.toMatchObject({
    type: "StripeAuthenticationError",
    statusCode: 401,
  });
  await expect(officialClient(url, KEYS.publishableKey).customers.list()).rejects.toMatchObject({
    code: "secret_key_required",
  });
  const missing = stripe.subscriptions.retrieve("sub_none");
  await expect(missing).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    param: "id",
    requestId: expect.stringMatching(/^req_/),
  });
  const body = stripe.subscriptions.create({ customer: "cus_none", items: [] });
  await expect(body).rejects.toMatchObject({ statusCode: 400, code: "resource_missing", param: "customer" });
  await expect(stripe.prices.create({ currency: "usd", product: "prod_none", unit_amount: 1 })).rejects.toMatchObject({
    param: "product",
  });
  const unknown = await send("GET", "/v1/nothing");
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({
    error: {
      type: "invalid_request_error",
      message: expect.stringContaining("Unrecognized request URL (GET: /v1/nothing)"),
    },
  });
  const odd = await send("POST", "/v1/subscriptions", { customer: "cus_x", trial_period_days: "7" });
  expect(await odd.json()).toMatchObject({ error: { code: "parameter_unknown", param: "trial_period_days" } });
});

test("lists are newest first, paged by cursor, and filtered by time, key, customer and status", async () => {
  const { stripe, monthly } = await aStripe();
  const names = Array.from({ length: 12 }, (_, index) => `c${String(index)}@example.com`);
  for (const email of names) await stripe.customers.create({ email });
  const all = await stripe.customers.list({ limit: 5 }).autoPagingToArray({ limit: 50 });
  expect(all.map(({ email }) => email)).toEqual([...names].reverse());
  expect((await stripe.customers.list({ email: "c3@example.com" })).data).toHaveLength(1);
  expect((await stripe.customers.list({ created: { gt: seconds("2100-01-01") } })).data).toEqual([]);
  const moved = await stripe.prices.update(monthly.id, { lookup_key: "basic_monthly" });
  const found = await stripe.prices.list({ lookup_keys: ["basic_monthly"], expand: ["data.product"] });
  expect(found.data).toMatchObject([{ id: moved.id, product: { name: "Keyturn" } }]);
  const customer = all[0]?.id ?? "";
  const { subscription } = await subscribe(stripe, customer, monthly.id);
  expect((await stripe.subscriptions.list({ customer, status: "active" })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer })).data.map(({ id }) => id)).toEqual([subscription.id]);
  await stripe.subscriptions.cancel(subscription.id);
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toMatchObject([
    { status: "incomplete_expired" },
  ]);
});

test("200 customers created at once are 200 customers", async () => {
  const { stripe } = await aStripe();
  const made = await Promise.all(Array.from({ length: 200 }, () => stripe.customers.create()));
  expect(new Set(made.map(({ id }) => id)).size).toBe(200);
});
