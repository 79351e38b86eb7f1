import { DUE_DAYS, TYPE_LABELS } from "#features/billing/contract.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { describeCustomer } from "#providers/stripe/customers.ts";
import { sendInvoice, type InvoiceItem } from "#providers/stripe/invoices.ts";
import { readAccount } from "../months/account-store.ts";
import { getOrCreateStripeCustomer } from "../customer.ts";
import type { BillingDeps } from "../deps.ts";
import { readLeaver } from "../charges/leaver-store.ts";
import { forgetBilledLeaver } from "../comparison/reconcile.ts";
import { readPayers } from "../payers.ts";
import { followInvoice } from "./settle-invoice.ts";
import { readInvoiceLines, readStatement } from "./statement-store.ts";
import { invoicedOf } from "./sums.ts";

/**
 * Job. It can be run again after an interruption anywhere and ends with one finalized invoice. If no payer is left, the
 * last leaver pays.
 */
export async function invoiceOne(deps: BillingDeps, scope: Scope, statementId: string): Promise<void> {
  await sendOne(deps, scope, statementId);
  await forgetBilledLeaver(deps, scope);
}

async function sendOne(deps: BillingDeps, scope: Scope, statementId: string): Promise<void> {
  const statement = await readStatement(deps.db, scope, statementId);
  if (!statement || statement.stripeInvoiceId !== null || invoicedOf(statement) === 0) return;
  const [account, [payer]] = [await readAccount(deps.db, scope), await readPayers(deps.db, scope)];
  const recipient = payer ? { name: account.name, email: payer.email } : await readLeaver(deps.db, scope);
  if (!recipient) {
    // Another try would not help: the statement stays as it is and becomes past due in time.
    deps.onTrouble("no one is left to send a statement's invoice to", {
      organizationId: scope.organizationId,
      statementId,
    });
    return;
  }
  const items = (await readInvoiceLines(deps.db, scope, statementId)).map(toItem);
  const customerId = await getOrCreateStripeCustomer(deps, scope);
  await describeCustomer(deps.stripe, customerId, recipient);
  const invoice = await sendInvoice(deps.stripe, {
    customerId,
    statementId,
    organizationId: scope.organizationId,
    number: statement.number,
    daysUntilDue: DUE_DAYS,
    items,
  });
  await followInvoice(deps, scope, invoice);
}

function toItem({
  type,
  description,
  quantity,
  amount,
}: Awaited<ReturnType<typeof readInvoiceLines>>[number]): InvoiceItem {
  return { description: description ?? TYPE_LABELS[type], quantity, amount };
}
