import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { StripeClient } from "#providers/stripe/client.ts";
import { closeDue } from "../months/close-month.ts";
import { invoiceOne } from "../statements/invoice-statement.ts";
import { compare } from "../comparison/reconcile.ts";
import { settleInvoice } from "../statements/settle-invoice.ts";
import { aReportLine, since } from "../test-billing.ts";
import { closeAccount } from "./close-account.ts";

const WRITES = new Set(["create", "update", "finalizeInvoice"]);

/** Acts like a process that is killed after the provider completed this many calls. */
function killedAfter(stripe: StripeClient, acts: number): StripeClient {
  let left = acts;
  const part = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== "function" || !WRITES.has(String(name))) return found;
        return async (...asked: unknown[]) => {
          const answer: unknown = await Reflect.apply(found, target, asked);
          left -= 1;
          if (left === 0) throw new Error("killed");
          return answer;
        };
      },
    });
  const { invoices, invoiceItems, customers } = stripe;
  const parts = { invoices: part(invoices), invoiceItems: part(invoiceItems), customers: part(customers) };
  return Object.assign(Object.create(stripe) as StripeClient, parts);
}

describe.each(FEATURE_ENGINES)("a statement's invoice that is cut off on %s", (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await openTestProduct(engine);
  });
  afterAll(() => product.close());

  const ctx = () => product.product.ctx;
  const scopeOf = ({ organizationId }: Lender) => ctx().system.within(organizationId);
  const statementsOf = async (lender: Lender) =>
    product.asOwner("select * from statements where organization_id = $1 order by sequence", [lender.organizationId]);
  const customerOf = async (lender: Lender) => {
    const [row] = await product.asOwner("select stripe_customer_id as id from organizations where id = $1", [
      lender.organizationId,
    ]);
    return row!["id"] as string | null;
  };
  const invoicesOf = async (lender: Lender) => {
    const customer = await customerOf(lender);
    return customer === null ? [] : (await ctx().providers.stripe.invoices.list({ customer })).data;
  };
  const leave = (lender: Lender) =>
    product.asOwner("update memberships set status = 'removed' where organization_id = $1", [lender.organizationId]);

  /** A closed month with two kinds of reports and a lost job. */
  async function aStatement(): Promise<{ lender: Lender; statementId: string }> {
    const lender = await aLender(product);
    await lender.as("admin");
    await since(product, lender, "2026-08-10T12:00:00Z");
    await aReportLine(product, lender, { at: "2026-08-11T10:00:00Z" });
    await aReportLine(product, lender, { at: "2026-08-12T10:00:00Z", type: "report_refresh" as never });
    const noJobs = { ...ctx().jobs, send: () => Promise.resolve(), sendAll: () => Promise.resolve() };
    // The product's own sweep may have been faster.
    if (!(await closeDue({ ...ctx(), jobs: noJobs }, scopeOf(lender), "2026-09-02T00:00:00Z"))) return aStatement();
    const [statement] = await statementsOf(lender);
    return { lender, statementId: String(statement!["id"]) };
  }

  test("killed after each step, notified by webhook and run again, it makes one finalized invoice of the sum", async () => {
    let killed = 0;
    for (let wasKilled = true; wasKilled;) {
      const { lender, statementId } = await aStatement();
      const { providers } = ctx();
      const dying = { ...ctx(), providers: { ...providers, stripe: killedAfter(providers.stripe, killed + 1) } };
      wasKilled = await invoiceOne(dying, scopeOf(lender), statementId).then(
        () => false,
        () => true,
      );
      if (wasKilled) killed += 1;
      for (const { id } of await invoicesOf(lender)) await settleInvoice(ctx(), id);
      await invoiceOne(ctx(), scopeOf(lender), statementId);
      const invoices = await invoicesOf(lender);
      expect(
        invoices.map(({ status, total }) => [status, total]),
        `killed after ${killed}`,
      ).toEqual([["open", 3500]]);
      expect(await statementsOf(lender)).toMatchObject([{ stripe_invoice_id: invoices[0]!.id, status: "finalized" }]);
    }
    expect(killed).toBeGreaterThanOrEqual(6); // customer made and named, draft, two items, finalized
  }, 90_000);

  test("with no payer left the job ends: reported once, not tried again, past due in time", async () => {
    const { lender, statementId } = await aStatement();
    await leave(lender);
    await invoiceOne(ctx(), scopeOf(lender), statementId);
    expect(product.logged.filter((line) => line.includes(statementId) && line.includes("no one is left"))).toHaveLength(
      1,
    );
    expect(await customerOf(lender)).toBe(null);
    await product.asOwner("update organizations set stripe_customer_id = 'cus_' || id where id = $1", [
      lender.organizationId,
    ]);
    await compare(ctx(), scopeOf(lender)).catch(() => undefined);
    expect(await statementsOf(lender)).toMatchObject([{ status: "finalized", stripe_invoice_id: null }]);
  });

  test("the last member to leave is billed immediately for unbilled charges, at the address they had", async () => {
    const { lender } = await aStatement();
    await aReportLine(product, lender);
    const scope = scopeOf(lender);
    const leaver = { name: "Last Lending", email: "last@example.org" };
    await leave(lender);
    await ctx().db.transaction(scope, (tx) => closeAccount(ctx(), tx, scope, leaver));
    await vi.waitFor(async () => {
      const statements = await statementsOf(lender);
      expect(statements.length).toBeGreaterThanOrEqual(2);
      expect(statements.filter(({ stripe_invoice_id: id }) => id === null)).toEqual([]);
    }, 20_000);
    const invoices = await invoicesOf(lender);
    expect(invoices.map(({ total }) => total).toSorted((one, other) => one - other)).toEqual([2500, 3500]);
    expect(
      invoices.every(
        ({ customer_email: email, customer_name: name }) => email === leaver.email && name === leaver.name,
      ),
    ).toBe(true);
    const open = await product.asOwner(
      `select from line_items l join organizations o on o.id = l.organization_id
       where o.id = $1 and l.billable_at >= o.billed_until`,
      [lender.organizationId],
    );
    expect(open).toEqual([]);
    const left = () =>
      product.asOwner("select from billing_leavers where organization_id = $1", [lender.organizationId]);
    await expect.poll(left, { message: "who left is forgotten once all is billed" }).toEqual([]);
    expect(JSON.stringify(await product.asOwner("select * from jobs.job"))).not.toContain(leaver.email);
  });
});
