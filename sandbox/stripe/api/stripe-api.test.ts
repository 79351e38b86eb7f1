// `Idempotency-Key` and errors of the whole provider: a request takes effect once, even when its reply is lost.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aStripe, officialClient } from "../test-stripe.ts";
import { OPERATIONS } from "./stripe-api.ts";

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

test("wrong parameters can be corrected under their key; what came of a request that began is stored for a day", async () => {
  let now = Date.now();
  const { stripe, send } = await aStripe({}, { now: () => new Date(now) });
  const headers = { "idempotency-key": "k1" };
  const unclear = await send("POST", "/v1/payment_intents", { amount: "five", currency: "usd" }, headers);
  expect(await unclear.json()).toMatchObject({ error: { code: "parameter_invalid_integer", param: "amount" } });
  const ask = { amount: 500, currency: "usd", payment_method: "pm_card_chargeDeclined", confirm: true };
  const charge = () =>
    stripe.paymentIntents
      .create(ask, { idempotencyKey: "k1" })
      .catch(({ code, raw }) => `${code} ${raw.payment_intent.id}`);
  const first = await charge();
  expect(first).toMatch(/^card_declined pi_/);
  expect(await charge()).toBe(first);
  now += 25 * 3_600_000;
  expect(await charge()).not.toBe(first);
});

test("a server error is replayed under its key, also when it works again", async () => {
  const { stripe, sandbox } = await aStripe();
  const create = (key: string) => stripe.customers.create({}, { idempotencyKey: key });
  await sandbox.stripe.steer({ mode: "error500" });
  await expect(create("k1")).rejects.toMatchObject({ statusCode: 500 });
  sandbox.stripe.reset();
  await expect(create("k1")).rejects.toMatchObject({ statusCode: 500, headers: { "idempotent-replayed": "true" } });
  expect((await create("k2")).id).toMatch(/^cus_/);
});

test("a refusal is replayed under its key, also when its reason is gone", async () => {
  const { stripe } = await aStripe();
  const { id: customer } = await stripe.customers.create();
  const bill = (key: string) =>
    stripe.invoices.create(
      { customer, collection_method: "send_invoice", days_until_due: 30 },
      { idempotencyKey: key, maxNetworkRetries: 0 },
    );
  await expect(bill("k1")).rejects.toMatchObject({ statusCode: 400 });
  await stripe.customers.update(customer, { email: "payer@example.com" });
  await expect(bill("k1")).rejects.toMatchObject({ headers: { "idempotent-replayed": "true" } });
  expect((await bill("k2")).status).toBe("draft");
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

test("too many requests are refused with 429 and the reason in a header", async () => {
  const { stripe, sandbox } = await aStripe();
  await sandbox.stripe.steer({ mode: "rateLimited" });
  await expect(stripe.customers.create()).rejects.toMatchObject({
    type: "StripeRateLimitError",
    code: "rate_limit",
    headers: { "stripe-rate-limited-reason": "global-rate" },
  });
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

// Checks that every call refuses unknown parameters by name.
test("a parameter that Stripe does not know is refused by its name, on every call", async () => {
  const { send } = await aStripe();
  for (const { method, path } of OPERATIONS) {
    const query = method === "DELETE" ? "?unicorn=1" : "";
    const reply = await send(method, path.replace("{id}", "some_id") + query, query === "" ? { unicorn: "1" } : {});
    expect(reply.status, `${method} ${path}`).toBe(400);
    expect(await reply.json(), `${method} ${path}`).toMatchObject({
      error: {
        type: "invalid_request_error",
        code: "parameter_unknown",
        param: "unicorn",
        message: "Received unknown parameter: unicorn",
        doc_url: "https://docs.stripe.com/error-codes/parameter-unknown",
      },
    });
  }
});

test("a nested unknown parameter is named with its path, several are all named, and metadata accepts any", async () => {
  const { send } = await aStripe();
  const nested = await send("POST", "/v1/customers", { "address[planet]": "Earth", name: "Paula", size: "3" });
  expect((await nested.json()).error).toMatchObject({
    param: "address[planet]",
    message: "Received unknown parameters: address[planet], size",
  });
  const item = await send("POST", "/v1/subscriptions", { customer: "cus_1", "items[0][amount]": "1" });
  expect((await item.json()).error).toMatchObject({ param: "items[0][amount]", code: "parameter_unknown" });
  const free = await send("POST", "/v1/customers", { "metadata[anything]": "1", "expand[0]": "sources" });
  expect((await free.json()).error?.code).not.toBe("parameter_unknown");
});

test("customers are found by Stripe's search language", async () => {
  const { stripe, send } = await aStripe();
  for (const name of ["Paula Payer", "Peter Payer", "Ada Lender"])
    await stripe.customers.create({ name, email: `${name.split(" ")[0]}@example.com`, metadata: { of: name[0]! } });
  const names = async (query: string) => (await stripe.customers.search({ query })).data.map(({ name }) => name);
  expect(await names('email:"paula@example.com"')).toEqual(["Paula Payer"]);
  expect(await names('name~"payer"')).toEqual(["Peter Payer", "Paula Payer"]);
  expect(await names('name~"payer" AND -metadata["of"]:"P"')).toEqual([]);
  expect(await names('name:"Ada Lender" OR email:"peter@example.com"')).toEqual(["Ada Lender", "Peter Payer"]);
  expect(await names("created>0")).toHaveLength(3);
  const first = await stripe.customers.search({ query: "created>0", limit: 2 });
  expect(first).toMatchObject({ object: "search_result", has_more: true });
  const rest = await stripe.customers.search({ query: "created>0", limit: 2, page: first.next_page! });
  expect(rest.data).toHaveLength(1);
  for (const query of ["", "paula", 'name:"a" AND name:"b" OR name:"c"', 'shoe:"9"'])
    expect((await send("GET", "/v1/customers/search", { query })).status, query).toBe(400);
});

test("the customer portal is refused as to an account that never set it up", async () => {
  const { stripe } = await aStripe();
  const { id: customer } = await stripe.customers.create();
  const opened = stripe.billingPortal.sessions.create({ customer, return_url: "https://example.com" });
  await expect(opened).rejects.toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400 });
  const foreign = stripe.billingPortal.sessions.create({ customer: "cus_none" });
  await expect(foreign).rejects.toMatchObject({ code: "resource_missing", param: "customer" });
});
