import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import type { Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { LINE_CHARGED, nextChargeOf } from "#features/billing/contract.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import { aCheckout, aClock, aPlan, aSoleMember, pay, stripeOf, untilIs, untilSettled } from "../test-cards.ts";

const { findOwnBilling, previewPlanSwitch, switchPlan } = calls;
const MONTH_DAYS = 32;

describe.each(ENGINES)("credit at the card provider on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  /** Paid for a year, then switched to the month: the preview before and the state after. */
  async function switchToMonthly(person: Person) {
    await pay(product, person, "yearly");
    const { id: planID } = await aPlan(product);
    const { body: shown } = await person.send(previewPlanSwitch, { planID });
    const { body: after } = await person.send(switchPlan, { planID, prorationDate: shown.prorationDate });
    return { shown, after };
  }

  test("credit left by a switch is retained, pays the next charges as shown, and decreases with each", async () => {
    const { lender, person } = await aSoleMember(product);
    const clock = await aClock(product, lender.organizationId);
    const { shown, after } = await switchToMonthly(person);
    const left = 2500 - shown.credit;
    expect(shown).toMatchObject({ charge: 2500, balanceBefore: 0, balanceAfter: left, dueNow: 0, nextCharge: 0 });
    expect(left).toBeLessThan(-21_000);
    expect(after).toMatchObject({ balance: left });
    expect(nextChargeOf(after)).toBe(shown.nextCharge);

    await clock.advance(MONTH_DAYS);
    await untilSettled(product);
    await untilIs(person, { status: "active", balance: left + 2500 });
  });

  test("its line lists the parts in our plan's words, and they add up", async () => {
    const { lender, person } = await aSoleMember(product);
    const { shown } = await switchToMonthly(person);
    const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    const unused = inDollars(shown.credit);
    const left = shown.credit - 2500;
    const lines = await product.asOwner(
      "select description, amount::int as amount from line_items where organization_id = $1 order by amount desc",
      [lender.organizationId],
    );
    expect(lines).toEqual([
      { description: "Basic yearly", amount: 24_000 },
      {
        description: `Switch to Basic monthly: $25.00 less ${unused} unused, ${inDollars(left)} goes to credit`,
        amount: -left,
      },
    ]);
    const { body } = await person.send(findOwnBilling);
    expect(body.currentPeriod.amount).toBe(24_000 - left);
  });

  test("each payer is notified once of each line", async () => {
    const { lender, person } = await aSoleMember(product);
    const heard: string[] = [];
    const { organizationId } = lender;
    const hear = ({ type, id }: LiveEvent) => type === LINE_CHARGED && heard.push(id);
    const leave = product.product.live.join({
      userId: person.userId,
      organizationId,
      hearsAll: false,
      hear,
      letGo: () => {},
    });
    await switchToMonthly(person);
    await untilSettled(product);
    const lines = await product.asOwner("select id from line_items where organization_id = $1", [organizationId]);
    expect(lines).toHaveLength(2);
    await expect.poll(() => heard.toSorted()).toEqual(lines.map(({ id }) => String(id)).toSorted());
    leave();
  });

  test("credit that is left when a plan ends stays, and pays for the plan that is bought next", async () => {
    const { lender, person } = await aSoleMember(product);
    const { customerId } = await aClock(product, lender.organizationId);
    const { customers, subscriptions } = stripeOf(product);
    const { id } = await pay(product, person);
    await customers.update(customerId, { balance: -1000 });
    await untilIs(person, { balance: -1000 });
    const { data } = await subscriptions.list({ customer: customerId });
    await subscriptions.cancel(data[0]!.id);
    await untilIs(person, { id, status: "canceled" });
    expect(await customers.retrieve(customerId)).toMatchObject({ balance: -1000 });

    const again = await pay(product, person);
    expect(again).toMatchObject({ status: "active", balance: 0 });
    const { data: paid } = await stripeOf(product).invoices.list({ customer: customerId });
    expect(paid.map(({ amount_paid: amount }) => amount).toSorted()).toEqual([1500, 2500]);
  });

  test("credit that covers a whole plan pays for it without a card", async () => {
    const { lender, person } = await aSoleMember(product);
    const { customerId } = await aClock(product, lender.organizationId);
    await stripeOf(product).customers.update(customerId, { balance: -21_500 });
    await person.send(calls.subscribe, await aCheckout(product));
    await untilIs(person, { status: "active", balance: -19_000 });
  });

  test("credit that is granted, or used by a separate invoice, follows the provider's balance", async () => {
    const { lender, person } = await aSoleMember(product);
    const { customerId: customer } = await aClock(product, lender.organizationId);
    await pay(product, person);
    await untilSettled(product);
    const { customers, invoices, invoiceItems } = stripeOf(product);
    await customers.update(customer, { balance: -1000 });
    expect(nextChargeOf(await untilIs(person, { balance: -1000 }))).toBe(1500);

    const { id: invoice } = await invoices.create({ customer, collection_method: "send_invoice", days_until_due: 14 });
    await invoiceItems.create({ customer, invoice, currency: "usd", amount: 400 });
    await invoices.finalizeInvoice(invoice);
    await untilIs(person, { balance: -600 });

    const { id: planID, price } = await aPlan(product, "yearly");
    const { body: shown } = await person.send(previewPlanSwitch, { planID });
    expect(shown).toMatchObject({ charge: price, balanceBefore: -600, balanceAfter: 0 });
    expect(shown.dueNow).toBe(price - shown.credit - 600);
  });
});
