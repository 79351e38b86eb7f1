import type { Context } from "#platform/server/context.ts";
import { DUE_DAYS, TYPE_LABELS } from "#features/billing/contract.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { describeCustomer } from "#providers/stripe/cards.ts";
import { type InvoiceItem, sendInvoice } from "#providers/stripe/invoices.ts";
import { readAccount } from "../months/account-queries.ts";
import { getOrCreateStripeCustomer, readPayers } from "../customer.ts";
import { readLeaver } from "../charges/charge-queries.ts";
import { forgetBilledLeaver } from "../comparison/reconcile.ts";
import { followInvoice } from "./settle-invoice.ts";
import { invoicedOf, readInvoiceLines, readStatement } from "./statement-queries.ts";

/**
 * Job. It can be run again after an interruption anywhere and ends with one finalized invoice. If no payer is left, the
 * last leaver pays.
 */
export async function invoiceOne(ctx: Context, scope: Scope, statementId: string): Promise<void> {
  await sendOne(ctx, scope, statementId);
  await forgetBilledLeaver(ctx, scope);
}

async function sendOne(ctx: Context, scope: Scope, statementId: string): Promise<void> {
  const statement = await readStatement(ctx.db, scope, statementId);
  if (!statement || statement.stripeInvoiceId !== null || invoicedOf(statement) === 0) return;
  const [account, [payer]] = [await readAccount(ctx.db, scope), await readPayers(ctx.db, scope)];
  const recipient = payer ? { name: account.name, email: payer.email } : await readLeaver(ctx.db, scope);
  if (!recipient) {
    // Another try would not help: the statement stays as it is and becomes past due in time.
    ctx.log.warn(
      { organizationId: scope.organizationId, statementId },
      "no one is left to send a statement's invoice to",
    );
    return;
  }
  const items = (await readInvoiceLines(ctx.db, scope, statementId)).map(toItem);
  const customerId = await getOrCreateStripeCustomer(ctx, scope);
  await describeCustomer(ctx.providers.stripe, customerId, recipient);
  const invoice = await sendInvoice(ctx.providers.stripe, {
    customerId,
    statementId,
    organizationId: scope.organizationId,
    number: statement.number,
    daysUntilDue: DUE_DAYS,
    items,
  });
  await followInvoice(ctx, scope, invoice);
}

function toItem({
  type,
  description,
  quantity,
  amount,
}: Awaited<ReturnType<typeof readInvoiceLines>>[number]): InvoiceItem {
  return { description: description ?? TYPE_LABELS[type], quantity, amount };
}
