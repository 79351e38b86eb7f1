import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { answer, drip } from "#testing/provider-line.ts";
import { aCheckout, aRunning, aSoleMember, pay } from "../test-cards.ts";

const { cancelSubscription, subscribe } = calls;
const UNAVAILABLE = { status: 502, message: "PROVIDER_UNAVAILABLE" };

describe("answers of the card provider", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
  });
  afterEach(() => product.stripeLine.heal());
  afterAll(() => product.close());

  test.each(["/v1/customers", "/v1/subscriptions"])(
    "a slow drip of bytes at %s gives 502 within the limit of one call, and the same organization can subscribe right after",
    async (slow) => {
      const { person } = await aSoleMember(product);
      const checkout = await aCheckout(product);
      product.stripeLine.break((path, reply) => path === slow && drip(reply));
      const replies = await Promise.all([person.send(subscribe, checkout), person.send(subscribe, checkout)]);
      for (const reply of replies) expect(reply).toMatchObject(UNAVAILABLE);
      // The slow response is not repaired by a cut: only the next call passes through.
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

  test.each(BODIES)(
    "200 with %s counts as an unavailable provider for a user who begins to pay",
    async (_what, body) => {
      const { person } = await aSoleMember(product);
      product.stripeLine.break((_path, reply) => answer(reply, body));
      expect(await person.send(subscribe, await aCheckout(product))).toMatchObject(UNAVAILABLE);
    },
  );

  test.each(BODIES)(
    "200 with %s counts as an unavailable provider for a user who already pays",
    async (_what, body) => {
      const { person } = await aSoleMember(product);
      await aRunning(product, person);
      product.stripeLine.break((_path, reply) => answer(reply, body));
      expect(await person.send(cancelSubscription)).toMatchObject(UNAVAILABLE);
      product.stripeLine.heal();
      expect(await person.send(cancelSubscription)).toMatchObject({ status: 200 });
    },
  );
});
