import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { checkOut } from "../checkout/checkout.ts";
import { readOfferedPlans } from "../plans/plan-queries.ts";
import { aPlan, aSoleMember, begin, confirm, pay, stripeOf, untilSettled } from "../test-cards.ts";

const WITHIN = { timeout: 15_000, interval: 50 };

describe.each(FEATURE_ENGINES)("a payer who erases their account on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(async () => {
    product.sandbox.stripe.reset();
    await product.close();
  });

  const erase = (person: Pick<Person, "send">) => person.send(calls.eraseAccount);
  const rowOf = async (organizationId: string) =>
    (await product.asOwner("select * from subscriptions where organization_id = $1", [organizationId]))[0]!;
  const atProvider = async (organizationId: string) => {
    const { data } = await stripeOf(product).subscriptions.list({ limit: 100, status: "all" });
    return data.filter(({ metadata }) => metadata["organizationId"] === organizationId);
  };
  const untilEnded = (organizationId: string, expected: string) =>
    vi.waitFor(async () => {
      expect(await atProvider(organizationId)).toMatchObject([{ status: expected }]);
      expect(await rowOf(organizationId)).toMatchObject({ status: "canceled" });
    }, WITHIN);
  const actsOf = async (organizationId: string) =>
    (
      await product.asOwner(
        "select action from audit_rows where organization_id = $1 and object_type = 'subscription' order by seq",
        [organizationId],
      )
    ).map(({ action }) => String(action).replace("subscription.", ""));

  test("a sole member's running subscription ends immediately at the provider without a refund, and the card holder is erased", async () => {
    const { lender, person } = await aSoleMember(product);
    await pay(product, person);
    await untilSettled(product);
    expect(await erase(person)).toMatchObject({ status: 204 });
    await untilEnded(lender.organizationId, "canceled");
    await untilSettled(product);
    expect(await actsOf(lender.organizationId)).toEqual(["begun", "activated", "abandoned", "ended"]);
    expect(await rowOf(lender.organizationId)).toMatchObject({
      card_name: "Erased Person",
      card_email: `erased-${person.userId}@erased.invalid`,
    });
    const [made] = await atProvider(lender.organizationId);
    const customer = made!.customer as string;
    const { data: charged } = await stripeOf(product).paymentIntents.list({ customer, expand: ["data.latest_charge"] });
    expect(charged).toMatchObject([{ status: "succeeded", latest_charge: { amount: 2500, amount_refunded: 0 } }]);
    const { data: owed } = await stripeOf(product).invoices.list({ customer, status: "open" });
    expect(owed).toEqual([]);
    const lines = await product.asOwner("select amount::int as amount from line_items where organization_id = $1", [
      lender.organizationId,
    ]);
    expect(lines).toEqual([{ amount: 2500 }]);
  });

  test("a sole member's unpaid checkout ends too, and an open page can no longer pay it", async () => {
    const { lender, person } = await aSoleMember(product);
    const secret = await begin(product, person);
    expect(await erase(person)).toMatchObject({ status: 204 });
    await untilEnded(lender.organizationId, "incomplete_expired");
    await expect(confirm(product, secret)).rejects.toThrow();
    const [made] = await atProvider(lender.organizationId);
    const { data } = await stripeOf(product).paymentIntents.list({ customer: made!.customer as string });
    expect(data).toMatchObject([{ status: "canceled", amount_received: 0 }]);
  });

  test("a sole member's checkout that was interrupted before the provider's answer was stored ends, and no second one is created", async () => {
    const { lender, person } = await aSoleMember(product);
    const secret = await begin(product, person);
    await untilSettled(product);
    await product.asOwner("update subscriptions set stripe_subscription_id = null where organization_id = $1", [
      lender.organizationId,
    ]);
    expect(await erase(person)).toMatchObject({ status: 204 });
    await untilEnded(lender.organizationId, "incomplete_expired");
    await expect(confirm(product, secret)).rejects.toThrow();
  });

  test("while the provider is down, the account is erased immediately and the subscription as soon as possible", async () => {
    const { lender, person } = await aSoleMember(product);
    await pay(product, person);
    await untilSettled(product);
    await product.sandbox.stripe.steer({ mode: "error500" });
    const asked = product.askedOfStripe.length;
    expect(await erase(person)).toMatchObject({ status: 204 });
    await vi.waitFor(() => expect(product.askedOfStripe.length).toBeGreaterThan(asked), WITHIN);
    expect(await rowOf(lender.organizationId)).toMatchObject({ status: "active" });
    product.sandbox.stripe.reset();
    await untilEnded(lender.organizationId, "canceled");
  });

  test("with another admin left, the subscription continues without the name of the erased user", async () => {
    const lender = await aLender(product);
    const [payer] = [await lender.as("admin"), await lender.newcomer("admin")];
    await pay(product, payer);
    await untilSettled(product);
    expect(await erase(payer)).toMatchObject({ status: 204 });
    expect(await rowOf(lender.organizationId)).toMatchObject({ status: "active", card_name: "Erased Person" });
    expect(await atProvider(lender.organizationId)).toMatchObject([{ status: "active" }]);
    expect(await actsOf(lender.organizationId)).toEqual(["begun", "activated"]);
  });

  test("with only a member left who may not pay, the subscription ends", async () => {
    const { lender, person } = await aSoleMember(product);
    await pay(product, person);
    await lender.as("observer");
    expect(await erase(person)).toMatchObject({ status: 204 });
    await untilEnded(lender.organizationId, "canceled");
  });

  test("a checkout that was under way when the account was erased begins nothing", async () => {
    const { lender, person } = await aSoleMember(product);
    const { ctx } = product.product;
    const { db, system } = ctx;
    const { id } = await aPlan(product);
    const plan = (await readOfferedPlans(db, system)).find((one) => one.id === id)!; // offered a moment ago
    expect(await erase(person)).toMatchObject({ status: 204 });
    const { organizationId } = lender;
    const scope = system.within(organizationId);
    const payer = { userId: person.userId, organizationId, scope, address: "::1", idempotencyKey: randomUUID() };
    const late = checkOut(ctx, payer, { plan, cardName: "Paula", cardEmail: person.email });
    await expect(late).rejects.toMatchObject({ code: "NOT_THE_PAYER" });
    expect(await rowOf(organizationId)).toBeUndefined();
    expect(await atProvider(organizationId)).toEqual([]);
  });
});
