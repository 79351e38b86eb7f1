import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ONE_ENGINE } from "#app/test-database.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { answer, drip } from "#app/test-provider-line.ts";
import { aCheckout, aRunning, aSoleMember, pay } from "../test-cards.ts";

const { cancelSubscription, subscribe } = calls;
const UNAVAILABLE = { status: 502, message: "PROVIDER_UNAVAILABLE" };

describe("what the card provider answers", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
  });
  afterEach(() => product.stripeLine.heal());
  afterAll(() => product.close());

  test.each(["/v1/customers", "/v1/subscriptions"])(
    "a byte now and then at %s: 502 within the limit of one call, and the same organization subscribes at once after it",
    async (slow) => {
      const { person } = await aSoleMember(product);
      const checkout = await aCheckout(product);
      product.stripeLine.break((path, reply) => path === slow && drip(reply));
      const replies = await Promise.all([person.send(subscribe, checkout), person.send(subscribe, checkout)]);
      for (const reply of replies) expect(reply).toMatchObject(UNAVAILABLE);
      // Not healed by cutting off what drips: only the next call is passed on.
      product.stripeLine.break(() => false);
      expect(await pay(product, person)).toMatchObject({ status: "active" });
    },
  );

  const BODIES: [string, string | Buffer][] = [
    ["broken JSON", '{"id": "cus'],
    ["null", "null"],
    ["a list", "[]"],
    ["nothing", ""],
    ["another object", '{"object": "unicorn"}'],
    ["100 MB", Buffer.alloc(100_000_000, " ")],
  ];

  test.each(BODIES)("200 with %s is a provider that cannot serve, for who begins to pay", async (_what, body) => {
    const { person } = await aSoleMember(product);
    product.stripeLine.break((_path, reply) => answer(reply, body));
    expect(await person.send(subscribe, await aCheckout(product))).toMatchObject(UNAVAILABLE);
  });

  test.each(BODIES)("200 with %s is a provider that cannot serve, for who pays already", async (_what, body) => {
    const { person } = await aSoleMember(product);
    await aRunning(product, person);
    product.stripeLine.break((_path, reply) => answer(reply, body));
    expect(await person.send(cancelSubscription)).toMatchObject(UNAVAILABLE);
    product.stripeLine.heal();
    expect(await person.send(cancelSubscription)).toMatchObject({ status: 200 });
  });
});
