import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { closeDue } from "../months/close-month.ts";
import { reverseLine } from "../charges/ledger.ts";
import { compare } from "../comparison/reconcile.ts";
import { aReportLine, aSubscriptionLine, since } from "../test-billing.ts";
import { invoiceOne } from "./invoice-statement.ts";
import { settleInvoice } from "./settle-invoice.ts";

const { listStatements, findCurrentPeriod } = calls;

describe.each(FEATURE_ENGINES)("invoices of statements on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  beforeEach(async () => {
    lender = await aLender(product);
    admin = await lender.as("admin");
    await since(product, lender, "2026-08-10T12:00:00Z");
  });
  afterAll(() => product.close());

  const ctx = () => product.product.ctx;
  const scope = () => ctx().system.within(lender.organizationId);
  /** An invoice under way holds the organization briefly, and then the month is not closed. */
  const close = (now = "2026-09-02T00:00:00Z") =>
    vi.waitFor(async () => expect(await closeDue(ctx(), scope(), now)).toBe(true), 15_000);
  const reports = async (...days: string[]) => {
    for (const day of days) await aReportLine(product, lender, { at: `2026-08-${day}T10:00:00Z` });
  };
  const newest = async () => (await admin.send(listStatements)).body[0]!;
  async function customer(): Promise<string> {
    const [row] = await product.asOwner("select stripe_customer_id as id from organizations where id = $1", [
      lender.organizationId,
    ]);
    return String(row!["id"]);
  }
  const invoices = async () => (await ctx().providers.stripe.invoices.list({ customer: await customer() })).data;
  const invoiced = () =>
    vi.waitFor(async () => {
      const statement = await newest();
      expect(statement.hostedURL ?? statement.status).toMatch(/^http|^paid$/);
      const [row] = await product.asOwner("select stripe_invoice_id as id from statements where id = $1", [
        statement.id,
      ]);
      expect(row!["id"]).not.toBe(null);
      return String(row!["id"]);
    }, 15_000);

  test("a statement becomes one short invoice of the same sum, with 14 days to pay", async () => {
    await reports("11", "12", "13");
    await aSubscriptionLine(product, lender, { at: "2026-08-20T10:00:00Z" });
    await close();
    await invoiced();
    const [invoice, ...others] = await invoices();
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      status: "open",
      total: 7500,
      collection_method: "send_invoice",
      description: "Statement ST-202608-0001",
      metadata: { statementId: (await newest()).id, organizationId: lender.organizationId },
    });
    expect(invoice!.lines.data.map(({ amount, description }) => [amount, description])).toEqual([
      [7500, "Asset report (3)"],
    ]);
  });

  test("an invoice paid at the provider is paid here by webhook, in whatever order and number the webhooks arrive", async () => {
    await reports("11");
    await close();
    const id = await invoiced();
    await ctx().providers.stripe.invoices.pay(id, { paid_out_of_band: true });
    await vi.waitFor(async () => expect(await newest()).toMatchObject({ status: "paid" }), 15_000);
    const { paidAt } = await newest();
    expect(paidAt).not.toBe(null);
    await Promise.all([1, 2, 3].map(() => settleInvoice(ctx(), id)));
    expect(await newest()).toMatchObject({ status: "paid", paidAt });
  });

  test("an interrupted invoice that two processes run again at once is made once", async () => {
    await reports("11", "12");
    await close();
    const { id: statementId } = await newest();
    await Promise.allSettled([1, 2, 3].map(() => invoiceOne(ctx(), scope(), statementId)));
    await invoiced();
    // As if killed before our commit, and found only by another run.
    await product.asOwner("update statements set stripe_invoice_id = null, hosted_url = null where id = $1", [
      statementId,
    ]);
    await invoiceOne(ctx(), scope(), statementId);
    expect(await invoices()).toHaveLength(1);
    expect((await invoices())[0]).toMatchObject({ total: 5000 });
    expect((await newest()).hostedURL).not.toBe(null);
  });

  test("a refund above the costs is carried over as a credit and pays for the next statement", async () => {
    await reports("11");
    await close();
    await invoiced();
    const [line] = (await newest()).lineItems;
    await ctx().db.transaction(scope(), (tx) => reverseLine(tx, scope(), line!.id, "charged by mistake"));
    await product.asOwner(
      "update line_items set billable_at = '2026-09-10' where organization_id = $1 and amount < 0",
      [lender.organizationId],
    );
    await close("2026-10-02T00:00:00Z");
    await invoiced();
    expect(await newest()).toMatchObject({ number: "ST-202609-0002", status: "paid", amount: -2500, due: -2500 });
    expect((await ctx().providers.stripe.customers.retrieve(await customer())) as object).toMatchObject({
      balance: -2500,
    });

    await aReportLine(product, lender, { at: "2026-10-11T10:00:00Z" });
    await aReportLine(product, lender, { at: "2026-10-12T10:00:00Z" });
    await close("2026-11-02T00:00:00Z");
    await invoiced();
    expect(await newest()).toMatchObject({ status: "finalized", amount: 5000, creditUsed: 2500, due: 2500 });
  });

  test("the nightly comparison agrees, detects a drift of one cent, shows it on the page, and clears it again", async () => {
    await reports("11");
    await close();
    const invoiceId = await invoiced();
    await compare(ctx(), scope());
    expect((await admin.send(findCurrentPeriod)).body.drift).toBe(null);

    // A charge of the provider that we do not know.
    const unknown = await ctx().providers.stripe.invoices.create({ customer: await customer(), auto_advance: false });
    await ctx().providers.stripe.invoiceItems.create({
      customer: await customer(),
      invoice: unknown.id,
      amount: 100,
      currency: "usd",
    });
    await ctx().providers.stripe.invoices.finalizeInvoice(unknown.id);
    await ctx().providers.stripe.invoices.pay(unknown.id, { paid_out_of_band: true });
    await compare(ctx(), scope());
    expect((await admin.send(findCurrentPeriod)).body.drift, "just paid: it may be on its way").toBe(null);

    await aSubscriptionLine(product, lender, { invoiceId: unknown.id, amount: 101 });
    await compare(ctx(), scope());
    const { drift } = (await admin.send(findCurrentPeriod)).body;
    expect(drift).toMatchObject({ ours: 2601, theirs: 2600 });
    expect(product.logged.some((line) => line.includes("do not agree"))).toBe(true);
    await compare(ctx(), scope());
    expect((await admin.send(findCurrentPeriod)).body.drift!.since).toBe(drift!.since);

    await aSubscriptionLine(product, lender, { amount: -1, invoiceId: "in_0correction" });
    await compare(ctx(), scope());
    expect((await admin.send(findCurrentPeriod)).body.drift).toBe(null);
    expect(invoiceId).toMatch(/^in_/);
    const acts = await product.asOwner(
      "select action from audit_rows where organization_id = $1 and action like 'billing.%' order by seq",
      [lender.organizationId],
    );
    expect(acts.map(({ action }) => action)).toEqual(["billing.drifted", "billing.agreed"]);
  });

  test("the comparison makes up for a lost webhook", async () => {
    await reports("11");
    await close();
    const id = await invoiced();
    await product.sandbox.stripe.steer({ webhooks: "lost" });
    await ctx().providers.stripe.invoices.pay(id, { paid_out_of_band: true });
    product.sandbox.stripe.reset();
    await compare(ctx(), scope());
    expect(await newest()).toMatchObject({ status: "paid" });
  });

  test("a provider that is down is no drift, and the invoice follows later", async () => {
    await reports("11");
    await product.sandbox.stripe.steer({ mode: "down" });
    await close();
    await expect(compare(ctx(), scope())).resolves.toBe(undefined); // no customer, nothing to compare
    expect((await newest()).hostedURL).toBe(null);
    product.sandbox.stripe.reset();
    await invoiced();
    await product.sandbox.stripe.steer({ mode: "down" });
    await expect(compare(ctx(), scope())).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    product.sandbox.stripe.reset();
    expect((await admin.send(findCurrentPeriod)).body.drift).toBe(null);
  });

  test.each(["POST /v1/customers", "POST /v1/invoices", "POST /v1/invoiceitems", "POST /v1/invoices/{id}/finalize"])(
    "after a server error of the provider at %s, the invoice follows at the next try, once",
    async (operation) => {
      await reports("11", "12");
      await product.sandbox.stripe.steer({ mode: "error500", operation });
      await close();
      const { id: statementId } = await newest();
      for (let tries = 0; tries < 2; tries++)
        await expect(invoiceOne(ctx(), scope(), statementId)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
      product.sandbox.stripe.reset();
      await invoiceOne(ctx(), scope(), statementId);
      expect(await invoices()).toMatchObject([{ status: "open", total: 5000 }]);
    },
  );
});
