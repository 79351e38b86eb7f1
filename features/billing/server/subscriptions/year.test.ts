// A year on the card provider's clock. Compares what the provider charged with our statements, to the cent.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { millisecondsInDay } from "date-fns/constants";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { compare } from "#features/billing/server/comparison/reconcile.ts";
import { closeDue } from "#features/billing/server/months/close-month.ts";
import { aReportLine } from "#features/billing/server/test-billing.ts";
import { type PricingPeriod, REPORT_PRICES } from "#features/billing/contract.ts";
import { aClock, aConfirmedCard, aSoleMember, pay, stripeOf, untilIs, untilSettled } from "./test-cards.ts";

const { cancelSubscription, findOwnBilling, updateCard } = calls;
const WITHIN = { timeout: 20_000, interval: 50 };
const A_YEAR_TAKES_MS = 180_000;
const MONTHS = 13;
/** The month with a bad card, and the month after whose close the plan is canceled. */
const [BAD_CARD_IN, CANCELED_IN] = [4, 6];

/** The 22nd of the next month, so that on any day of the run a renewal is well within a month. */
function aStart(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 22, 12);
}

describe.each(ENGINES)("a year on %s", { timeout: A_YEAR_TAKES_MS }, (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  /** A payer and their months. Each month ends on the second of the next one, closed and invoiced. */
  async function aPayer(period: PricingPeriod) {
    const { lender, person } = await aSoleMember(product);
    let at = aStart();
    const clock = await aClock(product, lender.organizationId, at);
    const subscription = await pay(product, person, period);
    const { ctx } = product.product;
    const scope = ctx.system.within(lender.organizationId);
    const customer = clock.customerId;

    const advance = async (to: number) => {
      const days = Math.round((to - at) / millisecondsInDay);
      await clock.advance(days);
      at += days * millisecondsInDay;
      await untilSettled(product);
    };
    /** Advances to the day after the next renewal. */
    const renewal = async () => {
      const { body } = await person.send(calls.findSubscription);
      await advance(Date.parse(body.subscription!.currentPeriodEnd!) + millisecondsInDay); // it was paid for
    };
    const card = async (name: string) => {
      const id = await aConfirmedCard(product, subscription, lender.organizationId, name);
      expect(await person.send(updateCard, { setupIntentID: id })).toMatchObject({ status: 200 });
    };
    const month = async ({ reports = 0 } = {}) => {
      const now = new Date(at);
      const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12);
      for (let report = 0; report < reports; report++)
        await aReportLine(product, lender, { at: new Date(at + (report + 1) * 60_000).toISOString() });
      await advance(end);
      await closeDue(ctx, scope, new Date(at).toISOString());
      await untilInvoiced();
      await payStatements();
    };
    const untilInvoiced = () =>
      vi.waitFor(async () => {
        const waiting = await product.asOwner(
          "select number from statements where organization_id = $1 and amount <> paid_before and stripe_invoice_id is null",
          [lender.organizationId],
        );
        expect(waiting).toEqual([]);
      }, WITHIN);
    const payStatements = async () => {
      const open = await stripeOf(product).invoices.list({ customer, status: "open" });
      for (const { id, parent } of open.data)
        if (!parent?.subscription_details) await stripeOf(product).invoices.pay(id, { payment_method: "pm_card_visa" });
      await untilSettled(product);
    };

    /** All that the provider charged equals all that is on statements or open, to the cent. */
    const agree = async () => {
      const { data } = await stripeOf(product).invoices.list({ customer, status: "paid", limit: 100 });
      const taken = data.reduce((total, { amount_paid }) => total + amount_paid, 0);
      const body = await vi.waitFor(async () => {
        const read = await person.send(findOwnBilling);
        expect(read.body.statements.map(({ status }) => status)).toEqual(read.body.statements.map(() => "paid"));
        return read.body;
      }, WITHIN);
      const stated = body.statements.reduce((total, { amount }) => total + amount, 0);
      expect(stated + body.currentPeriod.amount).toBe(taken);
      const numbers = body.statements.map(({ number }) => Number(number.slice(-4))).reverse();
      expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
      await compare(ctx, scope);
      expect((await person.send(findOwnBilling)).body.currentPeriod.drift).toBeNull();
      return { taken, invoices: data.length, statements: body.statements.length };
    };
    return { person, card, renewal, month, agree };
  }

  test("a monthly plan with reports and a card that fails and is replaced: 13 charges, and every statement adds up", async () => {
    const payer = await aPayer("monthly");
    for (let month = 1; month <= MONTHS; month++) {
      if (month === BAD_CARD_IN) {
        await payer.card("pm_card_chargeCustomerFail");
        await payer.renewal();
        await untilIs(payer.person, { status: "past_due" });
        await payer.card("pm_card_mastercard");
        await untilIs(payer.person, { status: "active", owed: null });
        await untilSettled(product);
      }
      await payer.month({ reports: month % 3 });
    }
    const reports = Array.from({ length: MONTHS }, (_month, index) => (index + 1) % 3).reduce((a, b) => a + b);
    expect(await payer.agree()).toMatchObject({
      taken: 2_500 * MONTHS + reports * REPORT_PRICES.asset_report,
      statements: MONTHS,
    });
  });

  test("a yearly plan: one renewal, and months in between that owe nothing", async () => {
    const payer = await aPayer("yearly");
    for (let month = 1; month <= MONTHS; month++) await payer.month();
    expect(await payer.agree()).toEqual({ taken: 24_000 * 2, invoices: 2, statements: MONTHS });
  });

  test("a plan canceled after six months: no charge after its period, and no statement line that was not charged", async () => {
    const payer = await aPayer("monthly");
    for (let month = 1; month <= MONTHS; month++) {
      await payer.month();
      if (month === CANCELED_IN)
        expect(await payer.person.send(cancelSubscription)).toMatchObject({ body: { cancelAtPeriodEnd: true } });
    }
    await untilIs(payer.person, { status: "canceled" });
    const { taken, invoices } = await payer.agree();
    expect([taken, invoices]).toEqual([2_500 * CANCELED_IN, CANCELED_IN]);
  });
});
