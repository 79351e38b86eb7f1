import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/calls.ts";
import { ENGINES } from "#app/test-database.ts";
import { nobody } from "#app/test-lender.ts";
import { openTestProduct, type TestProduct } from "#app/test-product.ts";
import { OFFERED_PLANS, yearlyPrice } from "#features/subscriptions/contract.ts";

describe.each(ENGINES)("the plans that are offered, on %s", (engine) => {
  let product: TestProduct;

  beforeAll(async () => void (product = await openTestProduct(engine)));
  afterAll(() => product.close());

  test("S9.4 are those that the start page is drawn with, the year at twelve months less 20 percent", async () => {
    const { body } = await nobody(product).send(calls.listPlans);
    expect(body).toEqual(OFFERED_PLANS.map((plan) => ({ ...plan, id: expect.any(String) as string })));
    const [monthly, yearly] = OFFERED_PLANS.map(({ price }) => price) as [number, number];
    expect(yearly).toBe(yearlyPrice(monthly));
  });
});
