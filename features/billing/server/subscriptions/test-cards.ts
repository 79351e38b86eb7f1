import { createHmac, randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import { isRunning, type Plan, type PricingPeriod, type Subscription } from "#features/billing/contract.ts";

/** A value that the server accepts as a bot check's token. */
const TEST_TOKEN = "{secret}";

export function stripeOf({ product }: Pick<TestProduct, "product">) {
  return product.ctx.providers.stripe;
}

export async function aPlan(test: TestProduct, period: PricingPeriod = "monthly"): Promise<Plan> {
  const { body } = await anonymous(test).send(calls.listPlans);
  return body.find(({ pricingPeriod }) => pricingPeriod === period)!; // one of each is offered
}

/** The body that the form would send. */
export async function aCheckout(test: TestProduct, period?: PricingPeriod) {
  const { id } = await aPlan(test, period);
  const cardEmail = `paula.${randomUUID().slice(0, 8)}@example.org`;
  return { planID: id, cardEmail, name: "Paula van Payer", grToken: TEST_TOKEN };
}

/** A new organization with its sole member. */
export async function aSoleMember(test: TestProduct): Promise<{ lender: Lender; person: Person }> {
  const lender = await aLender(test);
  const founder = await lender.as("admin");
  await test.asOwner("update memberships set role = 'registered' where user_id = $1", [founder.userId]);
  return { lender, person: founder };
}

/** Begins a payment and returns the client secret. */
export async function begin(test: TestProduct, person: Pick<Person, "send">, period?: PricingPeriod): Promise<string> {
  const reply = await person.send(calls.subscribe, await aCheckout(test, period));
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  return reply.body.clientSecret;
}

/** Confirms the secret as the card widget does. Rejects if the card is declined. */
export async function confirm(test: TestProduct, clientSecret: string, card = "pm_card_visa"): Promise<void> {
  const [id] = clientSecret.split("_secret");
  await stripeOf(test).paymentIntents.confirm(id!, { payment_method: card }); // split gives one part at least
}

/** Waits until the subscription matches; the webhooks of the sandbox provider get it there. */
export function untilIs(person: Pick<Person, "send">, expected: Partial<Subscription>): Promise<Subscription> {
  return vi.waitFor(
    async () => {
      const { body } = await person.send(calls.findSubscription);
      expect(body.subscription).toMatchObject(expected);
      return body.subscription!; // it matched
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** Pays with a good card and waits for the events. */
export async function pay(test: TestProduct, person: Pick<Person, "send">, period?: PricingPeriod) {
  await confirm(test, await begin(test, person, period));
  return untilIs(person, { status: "active" });
}

/** The organization's subscription. Pays for one if there is none. */
export async function aRunning(test: TestProduct, person: Pick<Person, "send">): Promise<Subscription> {
  const { body } = await person.send(calls.findSubscription);
  return body.subscription && isRunning(body.subscription) ? body.subscription : pay(test, person);
}

export function theOtherPlan(test: TestProduct, { plan }: Subscription): Promise<Plan> {
  return aPlan(test, plan.pricingPeriod === "monthly" ? "yearly" : "monthly");
}

/** The setup intent that the card widget leaves after a card was confirmed. */
export async function aConfirmedCard(
  test: TestProduct,
  { id }: Subscription,
  organizationId: string,
  card = "pm_card_visa",
): Promise<string> {
  const stripe = stripeOf(test);
  const [row] = await test.asOwner("select stripe_customer_id from organizations where id = $1", [organizationId]);
  const intent = await stripe.setupIntents.create({
    customer: String(row!["stripe_customer_id"]), // it pays, so it is a customer
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    metadata: { organizationId, subscriptionId: id },
  });
  await stripe.setupIntents.confirm(intent.id, { payment_method: card });
  return intent.id;
}

/** An event of a subscription as the provider would send it. */
export function aCardEvent(objectId: string, more: object = {}) {
  return {
    id: `evt_${objectId}`,
    object: "event",
    livemode: false,
    type: "customer.subscription.updated",
    data: { object: { id: objectId, object: "subscription" } },
    ...more,
  };
}

/** The provider's signature of these bytes at this time (Unix seconds). */
export function signatureOf(
  { product }: Pick<TestProduct, "product">,
  body: string,
  at = Math.floor(Date.now() / 1000),
) {
  const { webhookSecret } = product.config.stripe;
  return `t=${at},v1=${createHmac("sha256", webhookSecret).update(`${at}.${body}`).digest("hex")}`;
}

/** Puts the organization on a test clock that can advance months. Call it before the first payment. */
export async function aClock(test: TestProduct, organizationId: string, start = Date.now()) {
  const stripe = stripeOf(test);
  const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(start / 1000) });
  const customer = await stripe.customers.create({ test_clock: id, metadata: { organizationId } });
  await test.asOwner("update organizations set stripe_customer_id = $2 where id = $1", [organizationId, customer.id]);
  let now = Math.floor(start / 1000);
  return {
    customerId: customer.id,
    async advance(days: number): Promise<void> {
      now += days * 86_400;
      await stripe.testHelpers.testClocks.advance(id, { frozen_time: now });
      await vi.waitFor(async () => expect((await stripe.testHelpers.testClocks.retrieve(id)).status).toBe("ready"), {
        timeout: 15_000,
        interval: 50,
      });
    },
  };
}

/** Waits until every event of the provider is settled. */
export async function untilSettled(test: TestProduct): Promise<void> {
  await vi.waitFor(
    async () => {
      const [left] = await test.asOwner("select count(*)::int as count from card_events where settled_at is null");
      expect(left).toEqual({ count: 0 });
    },
    { timeout: 20_000, interval: 50 },
  );
}
