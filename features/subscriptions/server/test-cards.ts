// Owns how tests pay as a person with a card would: through our calls, and the provider's own for what its widget does.
import { createHmac, randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { calls } from "#app/calls.ts";
import { aLender, nobody, type Lender, type Person } from "#app/test-lender.ts";
import type { TestProduct } from "#app/test-product.ts";
import { isRunning, type Plan, type PricingPeriod, type Subscription } from "#features/subscriptions/contract.ts";

/** What the server takes in place of a bot check's token. */
const TEST_TOKEN = "{secret}";

export function stripeOf({ product }: Pick<TestProduct, "product">) {
  return product.subscriptions.stripe;
}

export async function aPlan(test: TestProduct, period: PricingPeriod = "monthly"): Promise<Plan> {
  const { body } = await nobody(test).send(calls.listPlans);
  return body.find(({ pricingPeriod }) => pricingPeriod === period)!; // one of each is offered
}

/** What the form would send. */
export async function aCheckout(test: TestProduct, period?: PricingPeriod) {
  const { id } = await aPlan(test, period);
  const cardEmail = `paula.${randomUUID().slice(0, 8)}@example.org`;
  return { planID: id, cardEmail, name: "Paula van Payer", grToken: TEST_TOKEN };
}

/** An organization of one's own, and the person who is alone in it. */
export async function aSoleMember(test: TestProduct): Promise<{ lender: Lender; person: Person }> {
  const lender = await aLender(test);
  const founder = await lender.as("admin");
  await test.asOwner("update memberships set role = 'registered' where user_id = $1", [founder.userId]);
  return { lender, person: founder };
}

/** Begins to pay and gives the client secret. */
export async function begin(test: TestProduct, person: Pick<Person, "send">, period?: PricingPeriod): Promise<string> {
  const reply = await person.send(calls.subscribe, await aCheckout(test, period));
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  return reply.body.clientSecret;
}

/** What the card widget does with the secret. Rejects when the card is refused. */
export async function confirm(test: TestProduct, clientSecret: string, card = "pm_card_visa"): Promise<void> {
  const [id] = clientSecret.split("_secret");
  await stripeOf(test).paymentIntents.confirm(id!, { payment_method: card }); // split gives one part at least
}

/** Until the subscription is so; the webhooks of the stand-in bring it there. */
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

/** Pays with a good card and waits for the news of it. */
export async function pay(test: TestProduct, person: Pick<Person, "send">, period?: PricingPeriod) {
  await confirm(test, await begin(test, person, period));
  return untilIs(person, { status: "active" });
}

/** The organization's subscription, paid for where it is not yet. */
export async function aRunning(test: TestProduct, person: Pick<Person, "send">): Promise<Subscription> {
  const { body } = await person.send(calls.findSubscription);
  return body.subscription && isRunning(body.subscription) ? body.subscription : pay(test, person);
}

export function theOtherPlan(test: TestProduct, { plan }: Subscription): Promise<Plan> {
  return aPlan(test, plan.pricingPeriod === "monthly" ? "yearly" : "monthly");
}

/** What the card widget leaves behind when another card was confirmed. */
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

/** As the provider would tell of a subscription. */
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

/** What the provider would sign these very bytes with, now or then (Unix seconds). */
export function signatureOf(
  { product }: Pick<TestProduct, "product">,
  body: string,
  at = Math.floor(Date.now() / 1000),
) {
  const { webhookSecret } = product.config.stripe;
  return `t=${at},v1=${createHmac("sha256", webhookSecret).update(`${at}.${body}`).digest("hex")}`;
}

/** Puts the organization on a test clock, which lets months pass; before it has begun to pay. */
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

/** Until nothing that the provider told is left to be settled. */
export async function untilSettled(test: TestProduct): Promise<void> {
  await vi.waitFor(
    async () => {
      const [left] = await test.asOwner("select count(*)::int as count from card_events where settled_at is null");
      expect(left).toEqual({ count: 0 });
    },
    { timeout: 20_000, interval: 50 },
  );
}
