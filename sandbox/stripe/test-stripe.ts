// A Stripe sandbox for one test.
import { readFileSync } from "node:fs";
import Stripe from "stripe";
import { expect, onTestFinished } from "vitest";
import type { Received } from "../plaid/test-plaid.ts";
import { document, findSchemaError } from "./api/reply-schema.ts";
import { SANDBOX_DEFAULTS, openSandbox } from "../sandbox.ts";
import type { Sandbox, SandboxConfig } from "../sandbox.ts";

export const { examples } = JSON.parse(readFileSync(new URL("schemas/stripe.examples.json", import.meta.url), "utf8"));

/** Every call that the document has for us, e.g. `POST /v1/customers/{id}`. */
export const DOCUMENTED = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

export function expectSchema(pointer: string, value: unknown): void {
  expect(findSchemaError(pointer, value), `${pointer} of ${JSON.stringify(value)?.slice(0, 600)}`).toBeNull();
}

/** How long a test waits for automatic results, even on a busy machine. */
export const PATIENT = { timeout: 10_000 };

export const KEYS = SANDBOX_DEFAULTS.stripe;

export interface TestStripe {
  sandbox: Sandbox;
  url: string;
  stripe: Stripe;
  /** Sends any key, form and headers; returns the raw reply. */
  send(
    method: string,
    path: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
  monthly: Stripe.Price;
  yearly: Stripe.Price;
  /** A customer on their own clock, subscribed and paid unless `card` causes otherwise. */
  subscriber(options?: { at?: string; card?: string; price?: string }): Promise<Subscriber>;
  advance(clock: string, to: string): Promise<void>;
}

export interface Subscriber {
  clock: string;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
}

export function seconds(iso: string): number {
  return Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : iso) / 1000;
}

export async function aStripe(
  overrides: Partial<SandboxConfig["stripe"]> = {},
  more: Partial<SandboxConfig> = {},
): Promise<TestStripe> {
  const sandbox = await openSandbox({
    stripe: { ...SANDBOX_DEFAULTS.stripe, webhookRetryMs: [5, 5, 5], ...overrides },
    say: (line) => expect.fail(line),
    ...more,
  });
  onTestFinished(() => sandbox.close());
  const url = sandbox.providersUrl;
  const stripe = officialClient(url);
  const product = await stripe.products.create({ name: "Keyturn" });
  const price = (unit_amount: number, interval: "month" | "year") =>
    stripe.prices.create({ product: product.id, unit_amount, currency: "usd", recurring: { interval } });
  const [monthly, yearly] = await Promise.all([price(5000, "month"), price(48_000, "year")]);
  const here: TestStripe = {
    sandbox,
    url,
    stripe,
    monthly,
    yearly,
    send(method, path, form = {}, headers = {}) {
      const query = new URLSearchParams(form).toString();
      const isGet = method === "GET";
      return fetch(`${url}${path}${isGet && query !== "" ? `?${query}` : ""}`, {
        method,
        headers: { authorization: `Bearer ${KEYS.secretKey}`, ...headers },
        ...(isGet ? {} : { body: new URLSearchParams(form) }),
      });
    },
    async subscriber({ at = "2026-01-15", card = "pm_card_visa", price: id = monthly.id } = {}) {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds(at) });
      const customer = await stripe.customers.create({
        email: "payer@example.com",
        name: "Paula Payer",
        test_clock: clock.id,
      });
      const made = await subscribe(stripe, customer.id, id);
      await stripe.paymentIntents.confirm(made.intent, { payment_method: card });
      const subscription = await stripe.subscriptions.retrieve(made.subscription.id);
      return { clock: clock.id, customer, subscription };
    },
    async advance(clock, to) {
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: seconds(to) });
      await expect
        .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status, PATIENT)
        .toBe("ready");
    },
  };
  return here;
}

/** The package as the product uses it. */
export function officialClient(url: string, key = KEYS.secretKey): Stripe {
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(),
  });
  return stripe;
}

/** A subscription that waits for its first payment. */
export async function subscribe(stripe: Stripe, customer: string, price: string) {
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret"],
  });
  const secret = (subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? "";
  return { subscription, secret, intent: secret.split("_secret_")[0] ?? "" };
}

/** What a webhook receiver got, as events. Checks each signature. */
export function eventsOf(received: readonly Received[], secret: string = KEYS.webhookSecret): Stripe.Event[] {
  return received.map(({ text, headers }) => {
    const event = new Stripe(KEYS.secretKey).webhooks.constructEvent(text, String(headers["stripe-signature"]), secret);
    expectSchema("components/schemas/Event", JSON.parse(text));
    return event;
  });
}
