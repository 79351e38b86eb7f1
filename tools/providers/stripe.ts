// What Stripe must do for Keyturn, tried with the product's own functions: on the sandbox, or with a test key.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Stripe } from "stripe";
import {
  beginCard,
  chargeFromNowOn,
  createCustomer,
  describeCustomer,
  isNewestCard,
  readConfirmedCard,
} from "../../providers/stripe/cards.ts";
import { ask, openStripeClient, type StripeConfig } from "../../providers/stripe/client.ts";
import { Made } from "../../providers/stripe/forms.ts";
import { listInvoices, readInvoice, sendInvoice } from "../../providers/stripe/invoices.ts";
import { previewSwitch, switchPrice, syncPrice } from "../../providers/stripe/plans.ts";
import {
  beginSubscription,
  endAtOnce,
  endWithPeriod,
  readClientSecret,
  readSubscription,
} from "../../providers/stripe/subscriptions.ts";
import { openCardEvents } from "../../providers/stripe/webhook.ts";
import type { Checks } from "./check.ts";

const DAY = 86_400;
/** How long Stripe may take to advance a test clock. */
const CLOCK_MS = 120_000;

/** In this order: a later check uses what an earlier one made. The last one removes it. */
export function stripeChecks(config: StripeConfig): Checks {
  const stripe = openStripeClient(config);
  const run = randomUUID();
  const owner = { organizationId: randomUUID(), subscriptionId: randomUUID() };
  const made = { clock: "", payer: "", customer: "", monthly: "", yearly: "", subscription: "" };
  const price = (amount: number, period: "monthly" | "yearly") =>
    syncPrice(stripe, {
      key: `keyturn_check_${period}_${run}`,
      productKey: `keyturn_check_${run}`,
      productName: "Keyturn provider check",
      name: `Check ${period}`,
      amount,
      period,
    });
  const intentOf = async (id: string) => (await readClientSecret(stripe, id))?.split("_secret_")[0] ?? "";
  const refused = (call: Promise<unknown>, expected: Record<string, unknown>) => assert.rejects(call, expected);
  const send = (headers: Record<string, string>, form: Record<string, string>) =>
    fetch(new URL("/v1/customers", config.baseUrl), {
      method: "POST",
      headers: { authorization: `Bearer ${config.secretKey}`, ...headers },
      body: new URLSearchParams(form),
    });

  return [
    {
      proves: "the key is a test key, and Stripe speaks the version that the package expects",
      async run() {
        assert.match(config.secretKey, /^[sr]k_test_/);
        const { lastResponse } = await stripe.customers.list({ limit: 1 });
        assert.equal(lastResponse.apiVersion, Stripe.API_VERSION);
      },
    },
    {
      proves: "an organization gets one customer, however often it is created, with its name and email address",
      async run() {
        made.customer = await createCustomer(stripe, owner.organizationId);
        assert.equal(await createCustomer(stripe, owner.organizationId), made.customer);
        await describeCustomer(stripe, made.customer, { name: "Check Lending", email: "check@example.com" });
        const found = await stripe.customers.retrieve(made.customer);
        assert.equal(found.deleted ? null : found.email, "check@example.com");
      },
    },
    {
      proves: "a plan's price is made once, and a new amount gets a new price under the same key",
      async run() {
        const first = await price(4000, "monthly");
        assert.deepEqual(await price(4000, "monthly"), { id: first.id, isNew: false });
        ({ id: made.monthly } = await price(5000, "monthly"));
        assert.notEqual(made.monthly, first.id);
        ({ id: made.yearly } = await price(48_000, "yearly"));
        await stripe.prices.update(first.id, { active: false });
      },
    },
    {
      proves: "a subscription waits for its first payment, and a declined card leaves it waiting",
      async run() {
        const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
        made.clock = clock.id;
        made.payer = (await stripe.customers.create({ test_clock: clock.id, email: "payer@example.com" })).id;
        const begun = { ...owner, id: owner.subscriptionId, customerId: made.payer, priceId: made.monthly };
        made.subscription = await beginSubscription(stripe, begun);
        assert.equal(await beginSubscription(stripe, begun), made.subscription);
        const declined = stripe.paymentIntents.confirm(await intentOf(made.subscription), {
          payment_method: "pm_card_chargeDeclined",
        });
        await refused(ask(Made, declined), { code: "CARD_DECLINED" });
        assert.equal((await readSubscription(stripe, made.subscription)).status, "incomplete");
      },
    },
    {
      proves: "a card pays the first period, and stays the subscription's card",
      async run() {
        await stripe.paymentIntents.confirm(await intentOf(made.subscription), { payment_method: "pm_card_visa" });
        const { status, card, charges, organizationId } = await readSubscription(stripe, made.subscription);
        assert.deepEqual([status, card?.last4, charges.map(({ amount }) => amount)], ["active", "4242", [5000]]);
        assert.equal(organizationId, owner.organizationId);
      },
    },
    {
      proves: "another card is set up without a page of its own, and is charged from then on",
      async run() {
        const secret = await beginCard(stripe, { ...owner, customerId: made.payer });
        const setup = secret.split("_secret_")[0] ?? "";
        await refused(readConfirmedCard(stripe, setup), { code: "NOT_FOUND" });
        await stripe.setupIntents.confirm(setup, { payment_method: "pm_card_mastercard" });
        const card = await readConfirmedCard(stripe, setup);
        assert.equal(card.customerId, made.payer);
        assert.ok(await isNewestCard(stripe, card));
        await chargeFromNowOn(stripe, { id: made.subscription, customerId: made.payer }, card.methodId);
        assert.equal((await readSubscription(stripe, made.subscription)).card?.last4, "4444");
      },
    },
    {
      proves: "a month later it renews, and a switch to the yearly plan charges what its preview said",
      async run() {
        const frozen_time = Math.floor(Date.now() / 1000) + 33 * DAY;
        await stripe.testHelpers.testClocks.advance(made.clock, { frozen_time });
        await clockReady();
        const before = await readSubscription(stripe, made.subscription);
        assert.equal(before.charges.length, 2);
        const wanted = { priceId: made.yearly, at: frozen_time };
        const { dueNow } = await previewSwitch(stripe, before, wanted);
        await switchPrice(stripe, before, wanted);
        const after = await readSubscription(stripe, made.subscription);
        assert.deepEqual([after.priceId, after.charges[0]?.amount], [made.yearly, dueNow]);
      },
    },
    {
      proves: "a subscription ends with its period or at once, and what has ended cannot change",
      async run() {
        await endWithPeriod(stripe, made.subscription, true);
        assert.equal((await readSubscription(stripe, made.subscription)).cancelAtPeriodEnd, true);
        await endAtOnce(stripe, made.subscription);
        await endAtOnce(stripe, made.subscription);
        assert.equal((await readSubscription(stripe, made.subscription)).status, "canceled");
        await refused(endWithPeriod(stripe, made.subscription, false), { code: "PROVIDER_UNAVAILABLE" });
      },
    },
    {
      proves: "a statement is invoiced once, to the cent, and is read as paid once it is",
      async run() {
        const statement = {
          customerId: made.customer,
          organizationId: owner.organizationId,
          statementId: run,
          number: "ST-CHECK",
          daysUntilDue: 14,
          items: [
            { description: "Asset report", quantity: 3, amount: 7500 },
            { description: "Refund", quantity: 1, amount: -2500 },
          ],
        };
        const sent = await sendInvoice(stripe, statement);
        assert.deepEqual([sent.status, sent.total], ["open", 5000]);
        assert.match(sent.hostedUrl ?? "", /^https?:/);
        assert.equal((await sendInvoice(stripe, statement)).id, sent.id);
        await stripe.invoices.pay(sent.id, { paid_out_of_band: true });
        assert.equal((await readInvoice(stripe, sent.id))?.status, "paid");
        assert.equal((await listInvoices(stripe, made.customer)).length, 1);
        await refused(stripe.invoices.voidInvoice(sent.id), { type: "StripeInvalidRequestError" });
      },
    },
    {
      proves: "an event of this version is read when it is signed with the secret, and refused when it is not",
      async run() {
        const [event] = (await stripe.events.list({ type: "customer.subscription.deleted", limit: 1 })).data;
        assert.equal(event?.api_version, Stripe.API_VERSION, "set this version on the webhook endpoint");
        const payload = JSON.stringify(event);
        const header = (secret: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret });
        const readCardEvent = openCardEvents(config);
        const read = (signature: string) => readCardEvent(signature, Buffer.from(payload), event);
        assert.equal(read(header(config.webhookSecret))?.kind, "subscription");
        assert.throws(() => read(header("whsec_other")), { code: "INVALID_SIGNATURE" });
      },
    },
    {
      proves: "unknown parameters, wrong values, other versions, other keys and reused idempotency keys are refused",
      async run() {
        const answer = async (reply: Promise<Response>) => {
          const got = await reply;
          const { error } = (await got.json()) as { error?: { type: string; code?: string } };
          return [got.status, error?.code ?? error?.type];
        };
        assert.deepEqual(await answer(send({}, { unicorn: "1" })), [400, "parameter_unknown"]);
        assert.deepEqual(await answer(send({}, { balance: "much" })), [400, "parameter_invalid_integer"]);
        assert.deepEqual(await answer(send({}, { email: "no address" })), [400, "email_invalid"]);
        assert.equal((await send({ "stripe-version": "1999-01-01" }, {})).status, 400);
        assert.equal((await send({ authorization: "Bearer sk_test_other" }, {})).status, 401);
        const again = send({ "idempotency-key": `customer:${owner.organizationId}` }, { name: "Other" });
        assert.deepEqual(await answer(again), [400, "idempotency_error"]);
      },
    },
    {
      byHand:
        "pay on the first page with 4000 0025 0000 3155 (its bank asks), and see the webhook delivered in Stripe's dashboard",
    },
    {
      proves: "what the checks made is removed",
      async run() {
        await stripe.testHelpers.testClocks.del(made.clock);
        await stripe.customers.del(made.customer);
        for (const id of [made.monthly, made.yearly]) await stripe.prices.update(id, { active: false });
        await stripe.products.update(`keyturn_check_${run}`, { active: false });
      },
    },
  ];

  async function clockReady(): Promise<void> {
    const until = Date.now() + CLOCK_MS;
    while ((await stripe.testHelpers.testClocks.retrieve(made.clock)).status !== "ready") {
      assert.ok(Date.now() < until, "the test clock did not arrive");
      await wait(500);
    }
  }
}
