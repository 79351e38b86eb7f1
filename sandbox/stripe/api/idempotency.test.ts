// `Idempotency-Key` and errors of the whole provider: a request takes effect once, even when its reply is lost.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aStripe, officialClient } from "../test-stripe.ts";

test("the same key returns the same answer, even in a race, and other parameters are refused", async () => {
  const { stripe } = await aStripe();
  const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey: "k1" });
  const made = await Promise.all(Array.from({ length: 20 }, () => create("a@example.com")));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await stripe.customers.list()).data).toHaveLength(1);
  await expect(create("b@example.com")).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
});

test("a key is in use while its first request runs, and then returns the first answer", async () => {
  const { stripe, sandbox } = await aStripe();
  await sandbox.stripe.steer({ mode: "hang" });
  const first = stripe.customers.create({ name: "A" }, { idempotencyKey: "k1" });
  await expect
    .poll(() => stripe.customers.create({ name: "A" }, { idempotencyKey: "k1" }).catch((error) => error.code))
    .toBe("idempotency_key_in_use");
  sandbox.stripe.reset();
  expect((await stripe.customers.create({ name: "A" }, { idempotencyKey: "k1" })).id).toBe((await first).id);
});

test("a refused request can be corrected under its key, a decline is stored, and both end after a day", async () => {
  let now = Date.now();
  const { stripe } = await aStripe({}, { now: () => new Date(now) });
  const options = { idempotencyKey: "k1" };
  await expect(stripe.paymentIntents.create({ amount: 1, currency: "usd" }, options)).rejects.toMatchObject({
    code: "amount_too_small",
  });
  const ask = { amount: 500, currency: "usd", payment_method: "pm_card_chargeDeclined", confirm: true };
  const charge = () =>
    stripe.paymentIntents.create(ask, options).catch(({ code, raw }) => `${code} ${raw.payment_intent.id}`);
  const first = await charge();
  expect(first).toMatch(/^card_declined pi_/);
  expect(await charge()).toBe(first);
  now += 25 * 3_600_000;
  expect(await charge()).not.toBe(first);
});

test("after a lost reply, the same key returns what was done", async () => {
  const { stripe, sandbox, url } = await aStripe();
  await sandbox.stripe.steer({ mode: "lostReply" });
  const create = () => stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "k1" });
  await expect(create()).rejects.toMatchObject({ type: "StripeConnectionError" });
  await fetch(`${url}/_steer/reset`, { method: "POST" });
  const again = await create();
  expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([again.id]);
});

test.each([
  ["down", 503],
  ["error500", 500],
])("%s answers %i and does nothing until it is reset", async (mode, status) => {
  const { stripe, sandbox } = await aStripe();
  await sandbox.stripe.steer({ mode });
  await expect(stripe.customers.create()).rejects.toMatchObject({ type: "StripeAPIError", statusCode: status });
  sandbox.stripe.reset();
  expect((await stripe.customers.list()).data).toEqual([]);
});

test("slow mode answers late", async () => {
  const { stripe, sandbox } = await aStripe();
  await sandbox.stripe.steer({ mode: "slow", delayMs: 80 });
  const before = performance.now();
  await stripe.customers.create();
  expect(performance.now() - before).toBeGreaterThan(75);
  expect(() => sandbox.stripe.steer({ mode: "odd" })).toThrow("must be one of");
});

test("objects, stored replies and an advancing clock survive a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keyturn-stripe-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const before = await aStripe({}, { folder });
  const person = await before.subscriber({ at: "2026-01-15" });
  const made = await before.stripe.customers.create({ name: "A" }, { idempotencyKey: "k1" });
  await before.stripe.testHelpers.testClocks.advance(person.clock, { frozen_time: Date.parse("2026-03-01") / 1000 });
  await before.sandbox.close();
  const after = await aStripe({}, { folder });
  const stripe = officialClient(after.url);
  expect((await stripe.customers.create({ name: "A" }, { idempotencyKey: "k1" })).id).toBe(made.id);
  await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(person.clock)).status).toBe("ready");
  expect((await stripe.invoices.list({ customer: person.customer.id })).data).toHaveLength(2);
});
