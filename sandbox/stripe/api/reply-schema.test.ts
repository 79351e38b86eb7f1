import { expect, test } from "vitest";
import { aStripe } from "../test-stripe.ts";
import { document, findEventError, findReplyError } from "./reply-schema.ts";
import { OPERATIONS } from "./stripe-api.ts";

test("every call has a published reply, except the portal, which is always refused", () => {
  const undocumented = OPERATIONS.filter(({ method, path }) => !document.paths[path]?.[method.toLowerCase()]);
  expect(undocumented.map(({ path }) => path)).toEqual(["/v1/billing_portal/sessions"]);
});

test("a reply or an event that lacks a field or has a wrong one is found", async () => {
  const { stripe } = await aStripe();
  const customer = await stripe.customers.create({ email: "payer@example.com" });
  const call = { method: "GET", path: "/v1/customers/{id}" };
  const body = JSON.parse(JSON.stringify(customer));
  expect(findReplyError(call, body)).toBe(null);
  expect(findReplyError(call, { ...body, created: "now" })).toContain("/created must be number");
  const [event] = (await stripe.events.list({ type: "customer.created" })).data;
  const shown = JSON.parse(JSON.stringify(event));
  expect(findEventError(shown)).toBe(null);
  expect(findEventError({ ...shown, data: { object: { ...body, livemode: "no" } } })).toContain("/livemode must be");
});

test("a reply that Stripe would not send becomes a 500, and is counted and listed", async () => {
  const { stripe, sandbox } = await aStripe();
  const customer = await stripe.customers.create();
  const { checks } = sandbox.stripe;
  expect(checks!.report().invalid).toBe(0);
  const stored = (await sandbox.stripe.find("customers", customer.id)) as { metadata: Record<string, unknown> };
  stored.metadata["odd"] = 7;
  await expect(stripe.customers.retrieve(customer.id)).rejects.toMatchObject({ statusCode: 500 });
  expect(checks!.report().notes[0]).toMatchObject({ call: "GET /v1/customers/{id}", isInvalidReply: true });
});
