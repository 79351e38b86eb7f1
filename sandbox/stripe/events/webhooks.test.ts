// Webhooks: signed, retried, and sent wrongly on request.
import { expect, test } from "vitest";
import { aWebhookReceiver } from "../../plaid/test-plaid.ts";
import { PATIENT, aStripe, eventsOf } from "../test-stripe.ts";

test("an endpoint created over the API gets the events that it requested, signed with its own secret", async () => {
  const hook = await aWebhookReceiver();
  const { stripe } = await aStripe();
  const endpoint = await stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ["customer.created"] });
  const customer = await stripe.customers.create({ name: "A" });
  await stripe.customers.update(customer.id, { name: "B" });
  await stripe.customers.create();
  await expect.poll(() => hook.received.length, PATIENT).toBe(2);
  expect(eventsOf(hook.received, endpoint.secret).map(({ type }) => type)).toEqual([
    "customer.created",
    "customer.created",
  ]);
  expect(() => eventsOf(hook.received)).toThrow("No signatures found");
  await stripe.webhookEndpoints.del(endpoint.id);
});

test("a refused webhook is retried and then abandoned", async () => {
  const hook = await aWebhookReceiver(500, 302, 200);
  const { stripe, url } = await aStripe({ webhookUrl: hook.url });
  await expect.poll(() => hook.received.length, PATIENT).toBeGreaterThanOrEqual(5);
  const gone = await aStripe({ webhookUrl: "http://localhost:9/unreachable" });
  await expect.poll(async () => (await fetch(gone.url)).text()).toContain("gave up");
  expect(await (await fetch(url)).text()).toMatch(/500, (302|200)/);
  const [event] = (await stripe.events.list()).data;
  await expect.poll(async () => (await stripe.events.retrieve(event?.id ?? "")).pending_webhooks).toBe(0);
});

test.each(["duplicate", "delayed", "shuffled", "lost"])("webhooks can be %s", async (way) => {
  const hook = await aWebhookReceiver();
  const { stripe, sandbox } = await aStripe({ webhookUrl: hook.url });
  await expect.poll(() => hook.received.length, PATIENT).toBe(3);
  hook.received.splice(0);
  const webhookDelayMs = 400;
  const began = performance.now();
  await sandbox.stripe.steer({ webhooks: way, webhookDelayMs });
  const names = ["a", "b", "c"];
  for (const name of names) await stripe.customers.create({ name });
  const got = () => eventsOf(hook.received).map(({ data }) => (data.object as { name?: string }).name);
  if (way === "lost") {
    sandbox.stripe.reset();
    await stripe.customers.create({ name: "d" });
    await expect.poll(got).toEqual(["d"]);
    return;
  }
  await expect.poll(() => hook.received.length, PATIENT).toBe(way === "duplicate" ? 6 : 3);
  if (way === "delayed") expect(performance.now() - began).toBeGreaterThanOrEqual(webhookDelayMs);
  if (way === "shuffled") expect(got()).toEqual(["c", "b", "a"]);
  expect([...new Set(got())].sort()).toEqual(names);
});

test("a thousand webhooks arrive, once each", async () => {
  const hook = await aWebhookReceiver();
  const { stripe } = await aStripe({ webhookUrl: hook.url });
  await Promise.all(Array.from({ length: 997 }, () => stripe.customers.create()));
  await expect.poll(() => hook.received.length, { timeout: 20_000 }).toBe(1000);
  expect(new Set(hook.received.map(({ body }) => body.id)).size).toBe(1000);
});
