import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FEATURE_ENGINES, ONE_ENGINE } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { calls } from "#app/server/calls.ts";
import { anonymous } from "#testing/lender.ts";
import { OFFERED_PLANS, yearlyPrice } from "#features/billing/contract.ts";
import { stripeOf } from "../test-cards.ts";
import { syncPlans } from "./sync-plans.ts";

describe("sync plans", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE); // which synced them once
  });
  afterAll(() => product.close());

  const stored = () => product.asOwner("select price, stripe_price_id, version from plans order by price");

  test("running it again changes nothing, here or at the provider", async () => {
    const before = await stored();
    expect(before.every(({ stripe_price_id: id }) => typeof id === "string")).toBe(true);
    expect((await syncPlans(product.product.ctx)).map(({ isNew }) => isNew)).toEqual([false, false]);
    expect(await stored()).toEqual(before);
    expect((await stripeOf(product).prices.list()).data).toHaveLength(2);
    expect((await stripeOf(product).products.list()).data).toHaveLength(1);
  });

  test("a changed amount makes a new price, and the key moves to it", async () => {
    const [monthly] = await stored();
    await product.asOwner("update plans set price = 3000 where pricing_period = 'monthly'");
    const [synced] = await syncPlans(product.product.ctx);
    expect(synced).toMatchObject({ isNew: true });
    const { data } = await stripeOf(product).prices.list({ lookup_keys: ["keyturn_basic_monthly"] });
    expect(data.map(({ id, unit_amount: amount }) => [id, amount])).toEqual([[synced!.price, 3000]]);
    expect((await stripeOf(product).prices.retrieve(String(monthly!["stripe_price_id"]))).unit_amount).toBe(2500);
  });
});

describe.each(FEATURE_ENGINES)("offered plans on %s", (engine) => {
  let product: TestProduct;

  beforeAll(async () => void (product = await openTestProduct(engine)));
  afterAll(() => product.close());

  test("are the plans that the start page is rendered with, the year at twelve months less 20 percent", async () => {
    const { body } = await anonymous(product).send(calls.listPlans);
    expect(body).toEqual(OFFERED_PLANS.map((plan) => ({ ...plan, id: expect.any(String) as string })));
    const [monthly, yearly] = OFFERED_PLANS.map(({ price }) => price) as [number, number];
    expect(yearly).toBe(yearlyPrice(monthly));
  });
});
