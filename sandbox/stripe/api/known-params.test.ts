// Checks that every call refuses unknown parameters by name.
import { expect, test } from "vitest";
import { aStripe } from "../test-stripe.ts";
import { OPERATIONS } from "./stripe-api.ts";

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
