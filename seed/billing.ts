import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { millisecondsInDay } from "date-fns/constants";
import type { Context } from "#platform/server/context.ts";
import { chargeReport } from "#features/billing/server/charges/ledger.ts";
import { closeDue } from "#features/billing/server/months/close-month.ts";
import { closeAt, monthStart, periodEndAfter } from "#features/billing/server/months/months.ts";
import { readStatementRows, readUnbilledLines } from "#features/billing/server/statements/list-queries.ts";
import { settleInvoice } from "#features/billing/server/statements/settle-invoice.ts";
import { readStatement } from "#features/billing/server/statements/statement-queries.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import { organizations } from "#features/directory/server/schema.ts";
import { REPORT_PRICES } from "#features/billing/contract.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { ORGANIZATIONS } from "./people.ts";
import { checkOut } from "#features/billing/server/subscriptions/checkout/checkout.ts";
import { readOfferedPlans } from "#features/billing/server/subscriptions/plans/plan-queries.ts";
import { syncPlans } from "#features/billing/server/subscriptions/plans/sync-plans.ts";
import { readLatest } from "#features/billing/server/subscriptions/queries.ts";
import { lookAgain } from "#features/billing/server/subscriptions/reconcile/reconcile-job.ts";
import type { Actor } from "#platform/server/actor.ts";

const INVOICE_WITHIN_MS = 8_000;

/** For those who have none: a data folder from before there were any gets them too. */
export async function insertBilling(ctx: Context, log: FastifyBaseLogger): Promise<void> {
  try {
    await Promise.all(ORGANIZATIONS.map(({ name }) => insertBillingOf(ctx, name)));
  } catch (error) {
    log.warn({ err: error }, "the sample statements are not whole; they follow at a start with the sandbox running");
  }
}

async function insertBillingOf(ctx: Context, name: string): Promise<void> {
  const scope = await scopeOfSample(ctx, name);
  if (!scope) return;
  if ((await readStatementRows(ctx.db, scope)).length === 0) await closeTwoMonths(ctx, scope);
  await chargeThisMonth(ctx, scope);
  await payOldest(ctx, scope);
}

async function scopeOfSample({ db, system }: Context, name: string): Promise<Scope | undefined> {
  const [row] = await db.read(system, (query) =>
    query
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.name, name))
      .orderBy(organizations.createdAt)
      .limit(1),
  );
  return row && system.within(row.id);
}

/** As if the lender had been here since: the months are closed as they would have been then. */
async function closeTwoMonths(ctx: Context, scope: Scope): Promise<void> {
  const { timeZone } = await readOrganization(ctx.db, scope);
  const thisMonth = monthStart(new Date().toISOString(), timeZone);
  const last = monthStart(new Date(Date.parse(thisMonth) - millisecondsInDay).toISOString(), timeZone);
  const first = monthStart(new Date(Date.parse(last) - millisecondsInDay).toISOString(), timeZone);
  const isSample = eq(organizations.id, scope.organizationId);
  // Of an older data folder the sweep may have closed months already, over nothing.
  if (await isUntouched(ctx, scope, thisMonth))
    await ctx.db.transaction(ctx.system, (tx) =>
      tx.orm.update(organizations).set({ createdAt: first, billedUntil: null, nextCloseAt: null }).where(isSample),
    );
  for (const [month, days] of [
    [first, [4, 11, 19]],
    [last, [2, 8, 16, 23]],
  ] as const)
    for (const day of days) await chargeOne(ctx, scope, dayAfter(month, day), REPORT_PRICES.asset_report);
  await closeDue(ctx, scope, closeAt(periodEndAfter(first, timeZone), timeZone));
  // Issued today, so that it is not past due before anybody has seen it.
  await closeDue(ctx, scope);
}

/** It has no statements, and no line from before this month: the sample reports have made some in it. */
async function isUntouched({ db }: Context, scope: Scope, thisMonth: string): Promise<boolean> {
  if ((await readStatementRows(db, scope)).length > 0) return false;
  const lines = await readUnbilledLines(db, scope, {});
  return lines.every(({ occurredAt }) => Date.parse(occurredAt) >= Date.parse(thisMonth));
}

async function chargeThisMonth(ctx: Context, scope: Scope): Promise<void> {
  const { timeZone } = await readOrganization(ctx.db, scope);
  const month = monthStart(new Date().toISOString(), timeZone);
  if ((await readUnbilledLines(ctx.db, scope, { limit: 2 })).length >= 2) return;
  await chargeOne(ctx, scope, month, REPORT_PRICES.asset_report);
  await chargeOne(ctx, scope, month, REPORT_PRICES.report_refresh);
}

/** Of a borrower who is gone: those who are here still have their first report before them. */
async function chargeOne({ db }: Context, scope: Scope, readyAt: string, price: number): Promise<void> {
  const seed = `${scope.organizationId} ${readyAt} ${price}`;
  const priceType = price === REPORT_PRICES.asset_report ? "asset_report" : "report_refresh";
  const charge = { id: sameId(`report ${seed}`), borrowerId: sameId(`borrower ${seed}`), loanNumber: null };
  await db.transaction(scope, (tx) => chargeReport(tx, scope, { ...charge, priceType, price, readyAt }));
}

/** The older statement's invoice, marked as paid by bank transfer at the card provider. */
async function payOldest(ctx: Context, scope: Scope): Promise<void> {
  const oldest = (await readStatementRows(ctx.db, scope)).at(-1);
  if (!oldest || oldest.status === "paid" || oldest.status === "void") return;
  const invoiceId = await invoiceOf(ctx, scope, oldest.id);
  await ctx.providers.stripe.invoices.pay(invoiceId, { paid_out_of_band: true });
  await settleInvoice(ctx, invoiceId);
}

async function invoiceOf({ db }: Context, scope: Scope, statementId: string): Promise<string> {
  for (const until = Date.now() + INVOICE_WITHIN_MS; Date.now() < until;) {
    const statement = await readStatement(db, scope, statementId);
    if (statement?.stripeInvoiceId) return statement.stripeInvoiceId;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the invoice of a sample statement was not made in time");
}

function dayAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * millisecondsInDay + millisecondsInDay / 2).toISOString();
}

/** The same for the same words, so that two processes that start at once charge once. */
function sameId(words: string): string {
  const hex = createHash("sha256").update(words).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const SUBSCRIBER = "subscriber@example.com";

/** Once: one that was ended since stays so. Without the card provider it follows at the next start. */
export async function makeSubscription(ctx: Context, actor: Actor, log: FastifyBaseLogger): Promise<void> {
  try {
    await syncPlans(ctx);
    const before = await readLatest(ctx.db, actor.scope);
    if (before && before.status !== "incomplete") return;
    await pay(ctx, actor);
  } catch (error) {
    log.warn(
      { err: error },
      "the sample subscription could not be made; it follows at a start with the sandbox running",
    );
  }
}

async function pay(ctx: Context, actor: Actor): Promise<void> {
  const { db, system } = ctx;
  const plan = (await readOfferedPlans(db, system)).find(({ pricingPeriod }) => pricingPeriod === "monthly");
  if (!plan) throw new Error("no monthly plan is offered");
  const clientSecret = await checkOut(ctx, actor, { plan, cardName: "Sue Subscriber", cardEmail: SUBSCRIBER });
  const [paymentId = ""] = clientSecret.split("_secret");
  await ctx.providers.stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" });
  const begun = await readLatest(db, actor.scope);
  if (begun) await lookAgain(ctx, actor.scope, begun.id);
}
