// Owns how a statement follows its invoice: read again at the provider, whatever was told of it and in which order.
import { STATEMENT_FINALIZED } from "#features/billing/contract.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import { announce } from "#kit/server/live/live.ts";
import { readInvoice, type ProviderInvoice } from "#providers/stripe-invoices.ts";
import type { BillingDeps } from "../deps.ts";
import { mailStatement } from "../jobs.ts";
import { readPayers } from "../payers.ts";
import { lockStatement, updateStatement, type StatementRow } from "./statement-store.ts";

/** An invoice that is none of ours changes nothing. Throws PROVIDER_UNAVAILABLE. */
export async function settleInvoice(deps: BillingDeps, providerInvoiceId: string): Promise<void> {
  const invoice = await readInvoice(deps.stripe, providerInvoiceId);
  // Metadata is what we wrote there; the statement is looked for within that organization alone.
  if (invoice?.statement) await followInvoice(deps, deps.across.within(invoice.statement.organizationId), invoice);
}

/**
 * Brings the statement to what its invoice says. A second invoice for one statement is never followed, nor is a draft:
 * it may be half filled, and whoever fills it goes on until it is finalized.
 */
export async function followInvoice({ db, jobs }: BillingDeps, scope: Scope, invoice: ProviderInvoice): Promise<void> {
  const { statement: named } = invoice;
  if (!named || invoice.status === "draft") return;
  await db.transaction(scope, async (tx) => {
    const before = await lockStatement(tx, scope, named.id);
    if (!before || (before.stripeInvoiceId !== null && before.stripeInvoiceId !== invoice.id)) return;
    const change = {
      stripeInvoiceId: invoice.id,
      hostedURL: invoice.hostedUrl,
      creditUsed: invoice.creditUsed,
      status: statusAfter(before, invoice),
      paidAt: before.paidAt ?? (invoice.status === "paid" ? (invoice.paidAt ?? new Date().toISOString()) : null),
    };
    if (Object.entries(change).every(([name, value]) => before[name as keyof StatementRow] === value)) return;
    const after = await updateStatement(tx, scope, before.id, change);
    if (after.status !== before.status) await recordStatus(tx, scope, after);
    const payers = await readPayers(tx, scope);
    await announceStatement(tx, scope, after, payers);
    if (before.stripeInvoiceId === null) await mailPayers(jobs, tx, scope, after.id, payers);
  });
}

export async function mailPayers(
  jobs: Jobs,
  tx: Tx,
  { organizationId }: Scope,
  statementId: string,
  payers: readonly { userId: string }[],
): Promise<void> {
  for (const { userId } of payers) await jobs.send(tx, mailStatement, { organizationId, userId, statementId });
}

/** One that owes nothing was paid from the start; its invoice only carries the credit. */
function statusAfter(before: StatementRow, { status }: ProviderInvoice): StatementRow["status"] {
  if (status === "paid") return "paid";
  if (status === "void") return "void";
  return before.status;
}

export async function recordStatus(tx: Tx, scope: Scope, { id, number, status }: StatementRow): Promise<void> {
  await appendAudit(tx, scope.organizationId, {
    actorId: null,
    action: status === "past_due" ? "statement.overdue" : status === "paid" ? "statement.paid" : "statement.voided",
    objectType: "statement",
    objectId: id,
    address: null,
    detail: { number },
  });
}

export async function announceStatement(
  tx: Tx,
  scope: Scope,
  { id, version }: Pick<StatementRow, "id" | "version">,
  payers?: readonly { userId: string }[],
): Promise<void> {
  await announce(tx, {
    organizationId: scope.organizationId,
    to: (payers ?? (await readPayers(tx, scope))).map(({ userId }) => userId),
    event: { type: STATEMENT_FINALIZED, id, version },
  });
}
