import type { Context } from "#platform/server/context.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { listInvoices, listRefunds, type ProviderInvoice, type ProviderRefund } from "#providers/stripe/invoices.ts";
import { readCustomer, readPayers } from "../customer.ts";
import { invoiceStatement } from "../jobs.ts";
import { deleteLeaver, readLeaver } from "../charges/charge-queries.ts";
import { recordRefund } from "../charges/ledger.ts";
import { followInvoice } from "../statements/settle-invoice.ts";
import { lockCheck, type OurInvoice, readOurInvoices, writeCheck } from "./check-queries.ts";

/** A charge this recent may not have reached us yet. */
const ON_ITS_WAY_MS = 15 * 60_000;

/** Job. A provider that does not answer is no difference: the job is tried again. */
export async function compare(ctx: Context, scope: Scope): Promise<void> {
  const customerId = await readCustomer(ctx.db, scope);
  if (customerId === null) return;
  const theirs = await listInvoices(ctx.providers.stripe, customerId);
  // First follow what a lost webhook did not report. Only a difference that remains is drift.
  for (const invoice of theirs) await followInvoice(ctx, scope, invoice);
  const refunds = await listRefunds(ctx.providers.stripe, customerId);
  await followRefunds(ctx, scope, refunds);
  const ours = await readOurInvoices(ctx.db, scope);
  if ((await readPayers(ctx.db, scope)).length > 0) await askForMissing(ctx, scope, ours);
  await keep(ctx, scope, compared(ours, theirs, refunds));
}

/** Follows refunds of invoices that we know. The comparison finds a refund of any other invoice. */
async function followRefunds({ db }: Context, scope: Scope, refunds: readonly ProviderRefund[]): Promise<void> {
  if (refunds.length === 0) return;
  const known = knownOf(await readOurInvoices(db, scope));
  await db.transaction(scope, async (tx) => {
    for (const refund of refunds) if (known.has(refund.invoiceId)) await recordRefund(tx, scope, refund);
  });
}

function knownOf(ours: readonly OurInvoice[]): Set<string | null> {
  return new Set(ours.map(({ providerInvoiceId }) => providerInvoiceId));
}

/** Compares sums over the same invoices. Invoices under way on either side are left for the next night. */
export function compared(
  ours: readonly OurInvoice[],
  theirs: readonly ProviderInvoice[],
  refunds: readonly ProviderRefund[] = [],
  now = Date.now(),
): { ours: number; theirs: number } {
  const known = knownOf(ours);
  const charged = theirs.filter(
    ({ id, status, statement, paidAt }) =>
      (status === "paid" || (statement !== null && status !== "draft" && status !== "void")) &&
      (known.has(id) || paidAt === null || now - Date.parse(paidAt) > ON_ITS_WAY_MS),
  );
  return {
    ours: sum(ours.filter(({ providerInvoiceId }) => providerInvoiceId !== null).map(({ amount }) => amount)),
    theirs: sum(charged.map((invoice) => keptOf(invoice, refunds))),
  };
}

/** What remains of an invoice. A credit note after the payment represents refunds, or a credit on the balance. */
function keptOf({ id, total, notes }: ProviderInvoice, refunds: readonly ProviderRefund[]): number {
  const refunded = sum(refunds.filter(({ invoiceId }) => invoiceId === id).map(({ amount }) => amount));
  return total - notes.before - Math.max(notes.after, refunded);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Asks for the invoices of statements whose job gave up. */
export async function askForMissing({ db, jobs }: Context, scope: Scope, ours: readonly OurInvoice[]): Promise<void> {
  const missing = missingOf(ours);
  if (missing.length === 0) return;
  await db.transaction(scope, async (tx) => {
    for (const statementId of missing)
      await jobs.send(tx, invoiceStatement, { organizationId: scope.organizationId, statementId });
  });
}

/** Deletes the name and address of an erased payer once each statement has its invoice. */
export async function forgetBilledLeaver({ db }: Context, scope: Scope): Promise<void> {
  if (!(await readLeaver(db, scope)) || missingOf(await readOurInvoices(db, scope)).length > 0) return;
  await db.transaction(scope, (tx) => deleteLeaver(tx, scope));
}

function missingOf(ours: readonly OurInvoice[]): string[] {
  return ours.flatMap(({ providerInvoiceId, statementId }) =>
    providerInvoiceId === null && statementId !== null ? [statementId] : [],
  );
}

async function keep({ db, log }: Context, scope: Scope, found: { ours: number; theirs: number }): Promise<void> {
  const { organizationId } = scope;
  const isDrift = found.ours !== found.theirs;
  await db.transaction(scope, async (tx) => {
    const since = await lockCheck(tx, scope);
    await writeCheck(tx, scope, { ...found, driftSince: isDrift ? (since ?? new Date().toISOString()) : null });
    if (isDrift === (since !== null)) return;
    await appendAudit(tx, organizationId, {
      actorId: null,
      action: isDrift ? "billing.drifted" : "billing.agreed",
      objectType: "organization",
      objectId: organizationId,
      address: null,
      detail: found,
    });
  });
  if (isDrift) log.error({ organizationId, ...found }, "our figures and the card provider's do not agree");
}
