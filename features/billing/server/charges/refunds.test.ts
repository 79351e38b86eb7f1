import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { closeDue } from "../months/close-month.ts";
import { compare } from "../comparison/reconcile.ts";
import { aReportLine, since } from "../test-billing.ts";

const { listStatements, listNonBilledLineItems, findCurrentPeriod } = calls;

describe.each(ENGINES)("refunds of the card provider on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;
  let invoiceId: string;

  const ctx = () => product.product.ctx;
  const scope = () => ctx().system.within(lender.organizationId);

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    admin = await lender.as("admin");
    await since(product, lender, "2026-08-10T12:00:00Z");
    await aReportLine(product, lender, { at: "2026-08-11T10:00:00Z" });
    await closeDue(ctx(), scope(), "2026-09-02T00:00:00Z");
    invoiceId = await vi.waitFor(async () => {
      const [row] = await product.asOwner("select stripe_invoice_id as id from statements where organization_id = $1", [
        lender.organizationId,
      ]);
      expect(row!["id"]).not.toBe(null);
      return String(row!["id"]);
    }, 15_000);
    await ctx().providers.stripe.invoices.pay(invoiceId, { payment_method: "pm_card_visa" });
  });
  afterAll(() => product.close());

  async function refund(amount: number) {
    const { data } = await ctx().providers.stripe.invoicePayments.list({ invoice: invoiceId });
    const intent = data[0]!.payment.payment_intent as string; // not expanded
    return ctx().providers.stripe.refunds.create({ payment_intent: intent, amount });
  }

  test("become one line each, which no later invoice pays back again", async () => {
    const { id } = await refund(2000);
    await refund(100);
    await compare(ctx(), scope());
    await compare(ctx(), scope());
    const lines = (await admin.send(listNonBilledLineItems)).body;
    expect(lines.map(({ type, amount }) => [type, amount]).toSorted()).toEqual([
      ["adjustment", -100],
      ["adjustment", -2000],
    ]);
    expect(lines.some(({ description }) => description.includes(id))).toBe(true);
    expect((await admin.send(findCurrentPeriod)).body.drift).toBe(null);

    await product.asOwner(
      "update organizations set next_close_at = null, billed_until = now() - interval '62 days' where id = $1",
      [lender.organizationId],
    );
    const later = new Date(Date.now() + 62 * 86_400_000).toISOString();
    await aReportLine(product, lender);
    await closeDue(ctx(), scope(), later);
    const statement = (await admin.send(listStatements)).body.find(({ amount }) => amount === 400);
    expect(statement).toMatchObject({ amount: 400, paidBefore: -2100, due: 2500, status: "finalized" });
  });
});
