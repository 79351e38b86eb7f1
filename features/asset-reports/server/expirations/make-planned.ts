import { PLANNED_REFRESH_ENDS, type PlannedRefreshEnd } from "#features/asset-reports/contract.ts";
import { warnOfRefusal } from "#features/billing/server/charges/spend-cap.ts";
import { type BorrowerRow, lockBorrower } from "#features/borrowers/server/queries.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { planRefresh, refusalOf } from "#features/underwriting/rules/expirations.ts";
import { readReport } from "#features/underwriting/server/report-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { isCapReached, requestNow } from "../generate.ts";
import { readRefreshFacts } from "./expirations.ts";
import { endWith } from "./plan-refresh.ts";
import { endPlan, findOpenPlan, type PlannedRefreshRow } from "./planned-refresh-queries.ts";

/**
 * Requests a report whose planned day has come. The report and the end of the plan are one transaction, so that a kill
 * or a second process makes none twice.
 *
 * @param today `YYYY-MM-DD` in UTC
 */
export async function makePlannedRefresh(ctx: Context, scope: Scope, borrowerId: string, today: string): Promise<void> {
  try {
    await ctx.db.transaction(scope, async (tx) => {
      const due = await lockDue(tx, scope, borrowerId, today);
      if (due) await make(ctx, tx, scope, due, today);
    });
  } catch (error) {
    const reason = error instanceof AppError ? endOf(error.code) : undefined;
    if (reason === undefined) throw error;
    await ctx.db.transaction(scope, async (tx) => {
      const due = await lockDue(tx, scope, borrowerId, today);
      if (!due) return;
      if (isCapReached(error)) await warnOfRefusal(tx, ctx.jobs, scope);
      await endWith(ctx, tx, scope, due.borrower, due.plan, "failed", reason);
    });
  }
}

interface Due {
  readonly borrower: BorrowerRow;
  readonly plan: PlannedRefreshRow;
}

/** In the order of every request for a report: organization, then borrower. */
async function lockDue(tx: Tx, scope: Scope, borrowerId: string, today: string): Promise<Due | undefined> {
  await lockOrganization(tx, scope);
  const borrower = await lockBorrower(tx, scope, borrowerId);
  const plan = borrower && (await findOpenPlan(tx, scope, borrowerId));
  return plan && plan.day <= today ? { borrower, plan } : undefined;
}

async function make(ctx: Context, tx: Tx, scope: Scope, { borrower, plan }: Due, today: string): Promise<void> {
  const facts = await readRefreshFacts(tx, scope, borrower, today);
  if (planRefresh(facts).outcome === "notNeeded")
    return endWith(ctx, tx, scope, borrower, plan, "canceled", "NOT_NEEDED");
  const refusal = refusalOf(facts, today);
  if (refusal !== null) return endWith(ctx, tx, scope, borrower, plan, "failed", refusal);
  const before = borrower.latestReportId ? await readReport(tx, scope, borrower.latestReportId) : undefined;
  const { assetReportId } = await requestNow(ctx, tx, scope, {
    borrowerId: borrower.id,
    days: before?.daysRequested ?? 0,
    mostPrice: plan.price,
    requestedBy: plan.plannedBy,
    by: null,
    cause: "plan",
  });
  await endPlan(tx, scope, plan, { state: "done", reportId: assetReportId });
}

function endOf(code: string): PlannedRefreshEnd | undefined {
  return code === "STALE" ? "PRICE_CHANGED" : PLANNED_REFRESH_ENDS.find((end) => end === code);
}
