import { isSameEmail, normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import { isInFlight } from "#features/asset-reports/contract.ts";
import { changeBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { statusWithoutBank } from "#features/borrowers/rules/status.ts";
import { isHeldBy } from "#features/borrowers/server/owner-queries.ts";
import { type BorrowerRow, lockBorrower } from "#features/borrowers/server/queries.ts";
import { publishWebhooks } from "#features/developers/server/webhooks/publish.ts";
import { AppError } from "#platform/contract/errors.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Actor, BorrowerSession } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { ReportRow } from "#features/underwriting/server/report-queries.ts";
import { removeAtProvider, removeReportAtProvider } from "../jobs.ts";
import { endBankUsers } from "../retention/provider-removals.ts";
import { failReport } from "../report-outcome.ts";
import { endInvestorCopies } from "../sharing/end-investor-copies.ts";
import { readNewestReport } from "../queries.ts";
import { type BankItemRow, markTakenBack, readItem, readItems, readItemsOf, updateItem } from "./item-queries.ts";
import { storeNextExpiry } from "../expirations/next-expiry.ts";

/** Ends every connection and investor copy of a borrower who is still closed. Running it again finds none left. */
export async function endAllItems(ctx: Context, scope: Scope, borrowerId: string): Promise<void> {
  await ctx.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, borrowerId);
    if (borrower?.status !== "closed") return; // it may have been reopened in the meantime
    const items = await readItems(tx, scope, borrowerId);
    for (const item of items) await endItem(ctx, tx, scope, borrower, item);
    await endBankUsers(ctx, tx, scope, borrowerId);
    await endInvestorCopies(ctx, tx, scope, { borrowerId });
    if (items.length > 0) await changeBorrower(tx, scope, borrowerId);
  });
}

/**
 * A member ends one connection here and, through a job, at the provider. Reports that were made from it stay; one under
 * way over it is not finished. Throws NOT_FOUND.
 */
export async function disconnectBank(ctx: Context, actor: Actor, { itemId }: { itemId: string }): Promise<BorrowerRow> {
  const { scope } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    const seen = await readItem(tx, scope, itemId);
    if (!seen) throw new AppError("NOT_FOUND");
    const { borrowerId } = seen;
    const before = await lockBorrowerFor(tx, actor, borrowerId);
    const items = await readItems(tx, scope, borrowerId);
    const item = items.find(({ id }) => id === itemId);
    if (!item) throw new AppError("NOT_FOUND"); // it has ended
    const newest = await readNewestReport(tx, scope, borrowerId);
    await endItem(ctx, tx, scope, before, item);
    if (newest?.itemIds.includes(itemId)) await dropReport(ctx, tx, scope, newest, "BANK_DISCONNECTED");
    const change = items.length === 1 ? { status: statusWithoutBank(before) } : {};
    const borrower = await changeBorrower(tx, scope, borrowerId, change);
    await recordAuditEvent(tx, actor, {
      action: "bank.disconnected",
      objectType: "borrower",
      objectId: borrowerId,
      detail: { itemId, institution: item.institutionName },
    });
    return borrower;
  });
}

/** Ends the visitor's connections. A report under way over them is not finished. */
export async function endOwnItems(
  ctx: Context,
  tx: Tx,
  session: BorrowerSession,
  keptDays: number,
): Promise<{ borrower: BorrowerRow; ended: BankItemRow[] }> {
  const { scope, subjectId, email } = session;
  const before = await lockBorrowerFor(tx, session, subjectId);
  const newest = await readNewestReport(tx, scope, subjectId);
  const { ended, isLast } = await endItemsOf(ctx, tx, scope, before, { email, keptDays });
  if (newest && ended.some(({ id }) => newest.itemIds.includes(id)))
    await dropReport(ctx, tx, scope, newest, "CONSENT_TAKEN_BACK");
  if (ended.length === 0) return { borrower: before, ended };
  const change = isLast ? { status: statusWithoutBank(before) } : {};
  return { borrower: await changeBorrower(tx, scope, subjectId, change), ended };
}

/**
 * Ends one person's connections, and the investor copies of reports over them, and records how long the data of all their connections may still be stored. The caller
 * holds the borrower's lock.
 */
export async function endItemsOf(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  borrower: Pick<BorrowerRow, "id" | "email" | "loanNumber">,
  { email, keptDays }: { email: string; keptDays: number },
): Promise<{ ended: BankItemRow[]; isLast: boolean }> {
  const items = await readItems(tx, scope, borrower.id);
  const ended = items.filter((item) => isHeldBy(item, borrower, email));
  for (const item of ended) await endItem(ctx, tx, scope, borrower, item);
  await endBankUsers(ctx, tx, scope, borrower.id, email);
  await markTakenBack(tx, scope, borrower.id, {
    holder: normalizeEmail(email),
    isBorrower: isSameEmail(email, borrower.email),
    keptDays,
  });
  await endInvestorCopies(ctx, tx, scope, { borrowerId: borrower.id, isOfTakenBack: true });
  return { ended, isLast: ended.length === items.length };
}

/**
 * Ends a report that is about to be finished if it covers a connection that was taken back. Returns whether it did. The
 * caller holds the locks of report and borrower, so anything taken back after this finds the report ready.
 */
export async function endIfTakenBack(ctx: Context, tx: Tx, scope: Scope, report: ReportRow): Promise<boolean> {
  if (!isTakenBack(await readItemsOf(tx, scope, report))) return false;
  await dropReport(ctx, tx, scope, report, "CONSENT_TAKEN_BACK");
  return true;
}

export function isTakenBack(items: readonly BankItemRow[]): boolean {
  return items.some(({ takenBackAt }) => takenBackAt !== null);
}

export async function dropReport(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  report: ReportRow,
  code: "CONSENT_TAKEN_BACK" | "BANK_DISCONNECTED",
): Promise<void> {
  if (!isInFlight(report)) return;
  await failReport(ctx, tx, scope, report.id, code);
  const { organizationId } = scope;
  if (report.providerToken) await ctx.jobs.send(tx, removeReportAtProvider, { organizationId, reportId: report.id });
}

export async function endItem(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  borrower: Pick<BorrowerRow, "id" | "loanNumber">,
  { id }: BankItemRow,
): Promise<void> {
  await updateItem(tx, scope, id, { removedAt: new Date().toISOString() });
  await storeNextExpiry(tx, scope, borrower.id);
  const data = { borrowerId: borrower.id, loanNumber: borrower.loanNumber, connectionId: id };
  await publishWebhooks(ctx, tx, scope, [{ type: "bank.disconnected", data }]);
  await ctx.jobs.send(tx, removeAtProvider, { organizationId: scope.organizationId, itemId: id });
}
