import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { anonymous } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { OFFERED_PLANS, yearlyPrice } from "#features/billing/contract.ts";

describe.each(ENGINES)("offered plans on %s", (engine) => {
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
