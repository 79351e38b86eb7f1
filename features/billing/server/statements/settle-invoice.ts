import type { Context } from "#platform/server/context.ts";
import { STATEMENT_FINALIZED } from "#features/billing/contract.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import { announce } from "#platform/server/live/live.ts";
import { type ProviderInvoice, readInvoice } from "#providers/stripe/invoices.ts";
import { emailStatement } from "../jobs.ts";
import { readPayers } from "../customer.ts";
import { lockStatement, type StatementRow, updateStatement } from "./statement-queries.ts";

/** An invoice that is not ours changes nothing. Throws PROVIDER_UNAVAILABLE. */
export async function settleInvoice(ctx: Context, providerInvoiceId: string): Promise<void> {
  const invoice = await readInvoice(ctx.providers.stripe, providerInvoiceId);
  // We wrote the metadata there. The statement is looked for only within that organization.
  if (invoice?.statement) await followInvoice(ctx, ctx.system.within(invoice.statement.organizationId), invoice);
}

/**
 * Updates the statement from its invoice. Ignores a second invoice for one statement. Ignores a draft, which may be
 * half filled: the process that fills it continues until it is finalized.
 */
export async function followInvoice({ db, jobs }: Context, scope: Scope, invoice: ProviderInvoice): Promise<void> {
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
    if (before.stripeInvoiceId === null) await emailPayers(jobs, tx, scope, after.id, payers);
  });
}

export async function emailPayers(
  jobs: Jobs,
  tx: Tx,
  { organizationId }: Scope,
  statementId: string,
  payers: readonly { userId: string }[],
): Promise<void> {
  for (const { userId } of payers) await jobs.send(tx, emailStatement, { organizationId, userId, statementId });
}

/** A statement that owes nothing is paid from the start; its invoice only carries the credit. */
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
