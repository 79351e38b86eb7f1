// What Stripe refuses of a form, by the path of the parameter.
import { expect, test } from "vitest";
import { aStripe } from "../test-stripe.ts";

test.each([
  ["POST", "/v1/products", {}, "parameter_missing", "name", "Missing required param: name."],
  ["POST", "/v1/prices", { "recurring[interval]": "month" }, "parameter_missing", "currency", "currency"],
  [
    "POST",
    "/v1/prices",
    { "recurring[interval_count]": "1", currency: "usd" },
    "parameter_missing",
    "recurring[interval]",
    "Missing",
  ],
  ["POST", "/v1/customers", { balance: "much" }, "parameter_invalid_integer", "balance", "Invalid integer: much"],
  [
    "POST",
    "/v1/customers",
    { name: "P", balance: "" },
    "parameter_invalid_empty",
    "balance",
    "You passed an empty string for 'balance'",
  ],
  [
    "POST",
    "/v1/customers",
    { "address[zip]": "1" },
    "parameter_unknown",
    "address[zip]",
    "Received unknown parameter: address[zip]",
  ],
  [
    "POST",
    "/v1/subscriptions",
    { payment_behavior: "later" },
    undefined,
    "payment_behavior",
    "must be one of allow_incomplete, ",
  ],
  [
    "POST",
    "/v1/subscriptions",
    { cancel_at_period_end: "yes" },
    undefined,
    "cancel_at_period_end",
    "Invalid boolean: yes",
  ],
  ["POST", "/v1/subscriptions", { items: "price_1" }, undefined, "items", "Invalid array"],
  ["POST", "/v1/subscriptions", { "items[0]": "price_1" }, undefined, "items[0]", "Invalid object"],
  [
    "POST",
    "/v1/subscriptions",
    { "items[0][quantity]": "1.5" },
    "parameter_invalid_integer",
    "items[0][quantity]",
    "1.5",
  ],
  ["POST", "/v1/customers", { "name[first]": "P" }, undefined, "name", "Invalid string"],
  ["GET", "/v1/customers", { limit: "ten" }, "parameter_invalid_integer", "limit", "Invalid integer: ten"],
  ["GET", "/v1/customers", { expand: "data" }, undefined, "expand", "Invalid array"],
] as const)("%s %s with %j is refused", async (method, path, form, code, param, message) => {
  const { send, sandbox } = await aStripe();
  const before = sandbox.stripe.checks!.report();
  const reply = await send(method, path, form);
  expect(reply.status).toBe(400);
  const { error } = await reply.json();
  expect(error).toMatchObject({ type: "invalid_request_error", param, message: expect.stringContaining(message) });
  expect(error.code).toBe(code);
  const after = sandbox.stripe.checks!.report();
  expect(after).toMatchObject({ refused: before.refused + 1, invalid: 0 });
  expect(after.notes[0]).toMatchObject({ call: `${method} ${path}`, reason: error.message });
});

test.each([
  ["another API version", { "stripe-version": "2020-08-27" }, "name=P", "Invalid Stripe API version"],
  ["JSON in place of a form", { "content-type": "application/json" }, "{}", "application/x-www-form-urlencoded"],
  ["an idempotency key of 256 characters", { "idempotency-key": "k".repeat(256) }, "name=P", "at most 255"],
])("%s is refused", async (_what, headers, body, message) => {
  const { url } = await aStripe();
  const reply = await fetch(`${url}/v1/customers`, {
    method: "POST",
    headers: {
      authorization: "Bearer sk_test_keyturn_local",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body,
  });
  expect(reply.status).toBe(400);
  expect((await reply.json()).error.message).toContain(message);
});

test("the key is accepted as bearer token and as user name, and the page lists what was refused", async () => {
  const { url, send } = await aStripe();
  const basic = `Basic ${Buffer.from("sk_test_keyturn_local:").toString("base64")}`;
  expect((await send("GET", "/v1/customers", {}, { authorization: basic })).status).toBe(200);
  expect((await send("GET", "/v1/customers", {}, { authorization: "Bearer sk_live_x" })).status).toBe(401);
  expect((await send("POST", "/v1/customers", { unicorn: "1" })).status).toBe(400);
  expect(await (await fetch(url)).text()).toContain("Received unknown parameter: unicorn");
});
