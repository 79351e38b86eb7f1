import type { Context } from "#platform/server/context.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { changeBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { statusWithoutBank } from "#features/borrowers/rules/status.ts";
import { readNewestEvaluation, readParsedReport } from "#features/underwriting/server/report-queries.ts";
import { withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readNewestReport } from "../queries.ts";
import { forgetDue } from "../retention/retention.ts";
import { dropReport, endItem } from "./end-items.ts";
import { readItemOfReport, updateItem } from "./item-queries.ts";

/**
 * Disconnects a bank whose transactions are withheld and deletes its data now, with the reports that contain it. Throws
 * STALE if the newest report does not withhold it.
 */
export async function removeWithheldBank(
  ctx: Context,
  actor: Actor,
  { borrowerId, itemId }: { borrowerId: string; itemId: string },
): Promise<Borrower> {
  const { scope } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    const before = await lockBorrowerFor(tx, actor, borrowerId);
    const item = await readItemOfReport(tx, scope, borrowerId, itemId);
    if (item?.keptDays === 0) return before; // asked again
    const withheld = await readWithheld(tx, scope, before.latestReportId);
    if (!item || !withheld.some(({ id }) => id === itemId)) throw new AppError("STALE");
    if (item.removedAt === null) await endItem(ctx, tx, scope, before, item);
    const now = Date.now();
    await updateItem(tx, scope, item.id, { takenBackAt: new Date(now).toISOString(), keptDays: 0 });
    const newest = await readNewestReport(tx, scope, borrowerId);
    if (newest?.itemIds.includes(item.id)) await dropReport(ctx, tx, scope, newest, "BANK_DISCONNECTED");
    await forgetDue(ctx, tx, scope, borrowerId, new Date(now + 1).toISOString());
    const after = await lockBorrowerFor(tx, actor, borrowerId);
    const change = after.items.length === 0 ? { status: statusWithoutBank(after) } : {};
    const borrower = await changeBorrower(tx, scope, borrowerId, change);
    await recordAuditEvent(tx, actor, {
      action: "bank.withheld-removed",
      objectType: "borrower",
      objectId: borrowerId,
      detail: { itemId: item.id, institution: item.institutionName },
    });
    return borrower;
  });
}

async function readWithheld(tx: Tx, scope: Scope, reportId: string | null) {
  const evaluation = reportId === null ? undefined : await readNewestEvaluation(tx, scope, reportId);
  const parsedReport = evaluation && (await readParsedReport(tx, scope, evaluation.reportId));
  return parsedReport ? withheldItems(withholdTransactions(parsedReport, evaluation.inputs)) : [];
}
