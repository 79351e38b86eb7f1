// A subscription on a test clock: renewals, failures, ends, changes and their prorations.
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { aStripe, seconds, subscribe } from "../test-stripe.ts";
import type { Subscriber, TestStripe } from "../test-stripe.ts";

function invoicesOf({ stripe }: TestStripe, { customer }: Subscriber): Promise<Stripe.Invoice[]> {
  return stripe.invoices.list({ customer: customer.id, limit: 100 }).autoPagingToArray({ limit: 1000 });
}

async function failingFrom(here: TestStripe, { customer, subscription }: Subscriber): Promise<void> {
  const card = await here.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  await here.stripe.subscriptions.update(subscription.id, { default_payment_method: card.id });
}

function day(moment: number | null | undefined): string {
  return new Date((moment ?? 0) * 1000).toISOString().slice(0, 10);
}

test("an unpaid first invoice expires after 23 hours", async () => {
  const here = await aStripe();
  const { stripe, monthly } = here;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds("2026-01-15") });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const { subscription, intent } = await subscribe(stripe, customer.id, monthly.id);
  await here.advance(clock.id, "2026-01-15T22:59:00Z");
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete");
  await here.advance(clock.id, "2026-01-15T23:00:00Z");
  const expired = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  expect(expired).toMatchObject({ status: "incomplete_expired", latest_invoice: { status: "void" } });
  expect((await stripe.paymentIntents.retrieve(intent)).status).toBe("canceled");
});

test("twelve monthly periods from January 31 renew on each month's last day", async () => {
  const here = await aStripe();
  const person = await here.subscriber({ at: "2026-01-31" });
  await here.advance(person.clock, "2027-02-01");
  const invoices = await invoicesOf(here, person);
  expect(invoices).toHaveLength(13);
  expect(invoices.every(({ status, amount_paid }) => status === "paid" && amount_paid === 5000)).toBe(true);
  const days = invoices.map(({ lines }) => day(lines.data[0]?.period.start)).reverse();
  expect(days.slice(0, 5)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
  expect(days.at(-1)).toBe("2027-01-31");
});

test("a year with failures: retried on days 1, 3, 5 and 7, recovered by a new card, then canceled", async () => {
  const here = await aStripe();
  const person = await here.subscriber({ at: "2026-01-15" });
  const { stripe } = here;
  const now = () => stripe.subscriptions.retrieve(person.subscription.id, { expand: ["latest_invoice"] });
  const openInvoice = async () => (await now()).latest_invoice as Stripe.Invoice;
  await here.advance(person.clock, "2026-04-20");
  await failingFrom(here, person);
  await here.advance(person.clock, "2026-05-15T02:00:00Z");
  expect((await now()).status).toBe("past_due");
  expect(await openInvoice()).toMatchObject({
    status: "open",
    attempt_count: 1,
    next_payment_attempt: seconds("2026-05-16T01:00:00Z"),
  });
  await here.advance(person.clock, "2026-05-19");
  expect(await openInvoice()).toMatchObject({
    attempt_count: 3,
    next_payment_attempt: seconds("2026-05-20T01:00:00Z"),
  });

  const good = await stripe.paymentMethods.attach("pm_card_mastercard", { customer: person.customer.id });
  await stripe.subscriptions.update(person.subscription.id, { default_payment_method: good.id });
  const paid = await stripe.invoices.pay((await openInvoice()).id ?? "");
  expect(paid).toMatchObject({ status: "paid", attempt_count: 3 });
  expect((await now()).status).toBe("active");

  await here.advance(person.clock, "2026-09-20");
  await failingFrom(here, person);
  await here.advance(person.clock, "2026-10-22T02:00:00Z");
  const ended = await now();
  expect(ended).toMatchObject({ status: "canceled", cancellation_details: { reason: "payment_failed" } });
  expect(day(ended.ended_at)).toBe("2026-10-22");
  expect(ended.latest_invoice).toMatchObject({ status: "open", attempt_count: 5, next_payment_attempt: null });
  await here.advance(person.clock, "2027-01-15");
  expect(await invoicesOf(here, person)).toHaveLength(10);
});

test.each(["unpaid", "past_due"] as const)("after the last retry it can become %s instead", async (afterRetries) => {
  const here = await aStripe({ afterRetries });
  const person = await here.subscriber();
  await failingFrom(here, person);
  await here.advance(person.clock, "2026-03-01");
  expect((await here.stripe.subscriptions.retrieve(person.subscription.id)).status).toBe(afterRetries);
  await here.advance(person.clock, "2026-03-20");
  const [latest] = await invoicesOf(here, person);
  expect(latest?.status).toBe(afterRetries === "unpaid" ? "draft" : "open");
});

test("a renewal that the bank must approve fails and is reported as such", async () => {
  const here = await aStripe();
  const person = await here.subscriber();
  const { stripe } = here;
  const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer: person.customer.id });
  await stripe.subscriptions.update(person.subscription.id, { default_payment_method: card.id });
  await here.advance(person.clock, "2026-02-15T02:00:00Z");
  expect((await stripe.subscriptions.retrieve(person.subscription.id)).status).toBe("past_due");
  const reported = await stripe.events.list({ types: ["invoice.payment_failed", "invoice.payment_action_required"] });
  expect(reported.data.map(({ type }) => type)).toEqual(["invoice.payment_action_required", "invoice.payment_failed"]);
});

test("a cancellation at period end runs to the end, can be undone, and ends without another invoice", async () => {
  const here = await aStripe();
  const person = await here.subscriber();
  const { stripe } = here;
  const { id } = person.subscription;
  const cancelled = await stripe.subscriptions.update(id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: "unused" },
  });
  expect(cancelled).toMatchObject({
    status: "active",
    cancel_at: seconds("2026-02-15"),
    cancellation_details: { feedback: "unused", reason: "cancellation_requested" },
  });
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at: null,
    canceled_at: null,
  });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await here.advance(person.clock, "2026-02-14");
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  await here.advance(person.clock, "2026-04-01");
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: "canceled",
    ended_at: seconds("2026-02-15"),
  });
  expect(await invoicesOf(here, person)).toHaveLength(1);
  expect((await stripe.events.list({ type: "customer.subscription.deleted" })).data).toHaveLength(1);
});

test("a switch from monthly to yearly halfway credits the rest, charges a year and begins a new period", async () => {
  const here = await aStripe();
  const person = await here.subscriber({ at: "2026-06-01" });
  const { stripe, yearly } = here;
  await here.advance(person.clock, "2026-06-16");
  const item = person.subscription.items.data[0]?.id ?? "";
  const change = { items: [{ id: item, price: yearly.id }], proration_behavior: "always_invoice" as const };
  const preview = await stripe.invoices.createPreview({
    subscription: person.subscription.id,
    subscription_details: change,
  });
  const changed = await stripe.subscriptions.update(person.subscription.id, { ...change, expand: ["latest_invoice"] });
  expect(changed).toMatchObject({
    status: "active",
    items: { data: [{ current_period_start: seconds("2026-06-16"), current_period_end: seconds("2027-06-16") }] },
  });
  const invoice = changed.latest_invoice as Stripe.Invoice;
  expect(invoice).toMatchObject({ status: "paid", billing_reason: "subscription_update", total: 45_500 });
  expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-2500, 48_000]);
  expect(preview).toMatchObject({ total: 45_500, amount_due: 45_500 });
  expect(await invoicesOf(here, person)).toHaveLength(2);
});

test("a switch from yearly to monthly leaves a credit on the customer's balance that pays the next months", async () => {
  const here = await aStripe();
  const person = await here.subscriber({ at: "2026-06-01", price: here.yearly.id });
  const { stripe, monthly } = here;
  const item = person.subscription.items.data[0]?.id ?? "";
  await stripe.subscriptions.update(person.subscription.id, {
    items: [{ id: item, price: monthly.id }],
    proration_behavior: "always_invoice",
  });
  const balance = async () => ((await stripe.customers.retrieve(person.customer.id)) as Stripe.Customer).balance;
  expect(await balance()).toBe(-43_000);
  await here.advance(person.clock, "2026-07-02");
  expect(await balance()).toBe(-38_000);
  const [renewal] = await invoicesOf(here, person);
  expect(renewal).toMatchObject({
    status: "paid",
    total: 5000,
    amount_due: 0,
    starting_balance: -43_000,
    ending_balance: -38_000,
  });
});

test("after a higher quantity, prorations wait for the renewal, are invoiced at once, or are left out", async () => {
  const here = await aStripe();
  const person = await here.subscriber({ at: "2026-06-01" });
  const { stripe } = here;
  const item = person.subscription.items.data[0]?.id ?? "";
  await here.advance(person.clock, "2026-06-16");
  const change = (quantity: number, proration_behavior: Stripe.SubscriptionUpdateParams.ProrationBehavior) =>
    stripe.subscriptions.update(person.subscription.id, { items: [{ id: item, quantity }], proration_behavior });
  await change(2, "create_prorations");
  expect(await invoicesOf(here, person)).toHaveLength(1);
  expect(
    (await stripe.invoiceItems.list({ customer: person.customer.id, pending: true })).data.map(({ amount }) => amount),
  ).toEqual([5000, -2500]);
  expect((await stripe.invoices.createPreview({ subscription: person.subscription.id })).total).toBe(12_500);
  await change(3, "none");
  await here.advance(person.clock, "2026-07-02");
  const [renewal] = await invoicesOf(here, person);
  expect(renewal).toMatchObject({ total: 17_500, status: "paid" });
  expect((await stripe.invoices.listLineItems(renewal?.id ?? "")).data.map(({ amount }) => amount)).toEqual([
    -2500, 5000, 15_000,
  ]);
});

test("an unpaid change is refused completely, or leaves the subscription past due", async () => {
  const here = await aStripe();
  const person = await here.subscriber();
  await failingFrom(here, person);
  const { stripe, yearly } = here;
  const items = [{ id: person.subscription.items.data[0]?.id ?? "", price: yearly.id }];
  const refused = stripe.subscriptions.update(person.subscription.id, {
    items,
    payment_behavior: "error_if_incomplete",
  });
  await expect(refused).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
  const before = await stripe.subscriptions.retrieve(person.subscription.id);
  expect(before.items.data[0]?.price.id).toBe(here.monthly.id);
  expect(await invoicesOf(here, person)).toHaveLength(1);
  expect((await stripe.subscriptions.update(person.subscription.id, { items })).status).toBe("past_due");
});

test("single items make an invoice that is sent, shown on a page, paid there, or voided", async () => {
  const here = await aStripe();
  const { stripe } = here;
  const customer = await stripe.customers.create({ email: "payer@example.com" });
  const make = async (amount: number) => {
    const draft = await stripe.invoices.create({
      customer: customer.id,
      collection_method: "send_invoice",
      days_until_due: 30,
    });
    await stripe.invoiceItems.create({
      customer: customer.id,
      invoice: draft.id ?? "",
      amount,
      currency: "usd",
      description: "Set-up",
    });
    return stripe.invoices.sendInvoice(draft.id ?? "");
  };
  const sent = await make(2500);
  expect(sent).toMatchObject({
    status: "open",
    amount_due: 2500,
    hosted_invoice_url: expect.stringContaining(here.url),
  });
  const page = sent.hosted_invoice_url ?? "";
  expect(await (await fetch(page)).text()).toContain("$25.00");
  await fetch(page, { method: "POST", body: new URLSearchParams() });
  expect((await stripe.invoices.retrieve(sent.id ?? "")).status).toBe("paid");
  expect((await stripe.invoices.voidInvoice((await make(900)).id ?? "")).status).toBe("void");
  expect(await make(-700)).toMatchObject({ status: "paid", amount_due: 0, ending_balance: -700 });
  const intent = (await stripe.invoicePayments.list({ invoice: sent.id ?? "" })).data[0]?.payment
    .payment_intent as string;
  expect(await stripe.refunds.create({ payment_intent: intent, amount: 500 })).toMatchObject({
    status: "succeeded",
    amount: 500,
  });
});

test("ending a subscription now can credit the unused rest", async () => {
  const here = await aStripe();
  const person = await here.subscriber({ at: "2026-06-01" });
  await here.advance(person.clock, "2026-06-16");
  const ended = await here.stripe.subscriptions.cancel(person.subscription.id, { prorate: true, invoice_now: true });
  expect(ended.status).toBe("canceled");
  expect(((await here.stripe.customers.retrieve(person.customer.id)) as Stripe.Customer).balance).toBe(-2500);
});

test("deleting a clock deletes its customers", async () => {
  const here = await aStripe();
  const person = await here.subscriber();
  await here.stripe.testHelpers.testClocks.del(person.clock);
  await expect(here.stripe.customers.retrieve(person.customer.id)).rejects.toMatchObject({ code: "resource_missing" });
  await expect(here.stripe.subscriptions.retrieve(person.subscription.id)).rejects.toMatchObject({ statusCode: 404 });
});

test("without a clock, what became due between two requests is done at the next request", async () => {
  let now = Date.parse("2026-01-15T00:00:00Z");
  const here = await aStripe({}, { now: () => new Date(now) });
  const customer = await here.stripe.customers.create();
  const { subscription, intent } = await subscribe(here.stripe, customer.id, here.monthly.id);
  await here.stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" });
  now = Date.parse("2026-03-20T00:00:00Z");
  expect((await here.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  const { data } = await here.stripe.invoices.list({ customer: customer.id });
  expect(data.map(({ status, created }) => [status, day(created)])).toEqual([
    ["paid", "2026-03-15"],
    ["paid", "2026-02-15"],
    ["paid", "2026-01-15"],
  ]);
});
