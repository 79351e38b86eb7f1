import { withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { evaluateAgain } from "#features/underwriting/server/evaluate-newest.ts";
import type { reportEvaluated } from "#features/underwriting/server/events.ts";
import { readParsedReport } from "#features/underwriting/server/report-queries.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit, recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { PayloadOf } from "#platform/server/events.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { removeLater } from "../retention/remove-later.ts";
import {
  type CopiesOfBorrower,
  deleteCopies,
  endActiveCopies,
  type InvestorCopyRow,
  readSharedReports,
} from "./investor-copy-queries.ts";
import { decryptCopyToken } from "./investor-copy-tokens.ts";

/**
 * Ends copies here and, through jobs, at the provider; the report's next files no longer name them. `by` is absent where
 * the product ends them. The caller holds the borrower's lock.
 */
export async function endInvestorCopies(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  which: CopiesOfBorrower,
  by: Actor | null = null,
): Promise<void> {
  const ended = await endActiveCopies(tx, scope, which, by?.userId ?? null);
  for (const copy of ended) {
    await removeAtProvider(ctx, tx, scope, copy);
    await recordEnded(tx, scope, copy, by);
  }
  if (ended.length > 0) await evaluateAgain(ctx, tx, scope, which.borrowerId, { cause: "investor-copy", by });
}

/** Handles reportEvaluated: ends the copies of reports that now contain withheld data, as after an undone confirmation. */
export async function endWithheldCopies(
  ctx: Context,
  tx: Tx,
  { scope, borrowerId, inputs }: PayloadOf<typeof reportEvaluated>,
): Promise<void> {
  const reportIds = [];
  for (const reportId of await readSharedReports(tx, scope, borrowerId)) {
    const report = await readParsedReport(tx, scope, reportId);
    if (report && withheldItems(withholdTransactions(report, inputs)).length > 0) reportIds.push(reportId);
  }
  if (reportIds.length > 0) await endInvestorCopies(ctx, tx, scope, { borrowerId, reportIds });
}

/** Deletes copies whose report or borrower is being deleted, and ends them at the provider. */
export async function removeInvestorCopies(ctx: Context, tx: Tx, scope: Scope, which: CopiesOfBorrower): Promise<void> {
  const deleted = await deleteCopies(tx, scope, which);
  for (const copy of deleted) if (copy.endedAt === null) await removeAtProvider(ctx, tx, scope, copy);
}

/** A copy without a token was never shown to anyone. What Plaid may have of it ends with the report there. */
async function removeAtProvider(ctx: Context, tx: Tx, scope: Scope, copy: InvestorCopyRow): Promise<void> {
  const secret = decryptCopyToken(ctx, scope, copy);
  if (secret !== undefined) await removeLater(ctx, tx, scope, { id: copy.id, kind: "investor-copy", secret });
}

function recordEnded(
  tx: Tx,
  scope: Scope,
  { id, borrowerId, investor }: InvestorCopyRow,
  by: Actor | null,
): Promise<void> {
  const event = {
    action: "investor-copy.ended",
    objectType: "investor-copy",
    objectId: id,
    detail: { borrowerId, investor },
  };
  if (by) return recordAuditEvent(tx, by, event);
  return appendAudit(tx, scope.organizationId, { ...event, actorId: null, address: null });
}
