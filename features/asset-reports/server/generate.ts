// The provider is called after the commit, never inside the transaction.
import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { type AssetReportState, isInFlight, REPORT_DAYS, REPORTS_PER_DAY } from "#features/asset-reports/contract.ts";
import { quoteWithinCap, warnOfRefusal, warnOfSpending } from "#features/billing/server/charges/spend-cap.ts";
import { changeBorrower, findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { requireOpen } from "#features/borrowers/rules/status.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { ReportRow } from "#features/underwriting/server/report-queries.ts";
import { type BankItemRow, readItems } from "./connections/item-queries.ts";
import { requestReport } from "./jobs.ts";
import { failReport, isOverdue } from "./report-outcome.ts";
import { countReportsToday, insertReport, isInFlightConflict, readNewestReport, readReportByKey } from "./queries.ts";

interface ReportRequest {
  readonly assetReportId: string;
  readonly state: AssetReportState;
}

interface ToGenerate {
  readonly borrowerId: string;
  readonly daysRequested?: number | undefined;
  /** Cents that the user was shown. */
  readonly price?: number | undefined;
}

/** Covers all connections of the borrower. A call while a report is under way returns that one. */
export async function generateReport(ctx: Context, actor: Actor, asked: ToGenerate): Promise<ReportRequest> {
  try {
    return await ctx.db.transaction(actor.scope, (tx) => ask(ctx, tx, actor, asked));
  } catch (error) {
    if (isCapReached(error)) await ctx.db.transaction(actor.scope, (tx) => warnOfRefusal(tx, ctx.jobs, actor.scope));
    // Two simultaneous first calls: the database accepts one, and both return the same report.
    if (!isInFlightConflict(error)) throw error;
    return toAsked((await readNewestReport(ctx.db, actor.scope, asked.borrowerId))!); // the one that won
  }
}

async function ask(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { borrowerId, daysRequested: days = REPORT_DAYS.default, price }: ToGenerate,
): Promise<ReportRequest> {
  const { scope, userId, organizationId, idempotencyKey } = actor;
  await lockOrganization(tx, scope);
  const borrower = await lockBorrowerFor(tx, actor, borrowerId);
  const first = idempotencyKey !== null && (await readReportByKey(tx, scope, userId, idempotencyKey));
  if (first) return toAsked(first);
  requireOpen(borrower);
  const newest = await readNewestReport(tx, scope, borrowerId);
  if (newest && isInFlight(newest)) {
    if (!isOverdue(newest)) return toAsked(newest);
    // Its job failed for the last time, so nothing else will end it.
    await failReport(tx, scope, newest.id, "TIMEOUT");
  }
  const items = await readItems(tx, scope, borrowerId);
  if (items.length === 0) throw new AppError("NO_BANK_CONNECTION");
  if (items.every(({ status }) => status === "login_required")) throw new AppError("BANK_LOGIN_REQUIRED");
  requireWithinLimit(await countReportsToday(tx, scope, borrowerId), REPORTS_PER_DAY);

  const quote = await quoteWithinCap(tx, scope, borrowerId);
  if (price !== undefined && price !== quote.amount) throw new AppError("STALE");

  const id = randomUUID();
  await insertReport(tx, scope, {
    id,
    borrowerId,
    daysRequested: days,
    itemIds: items.map((item) => item.id),
    requestedBy: userId,
    idempotencyKey,
    parentReportId: newest && isRefreshOf(newest, items, days) ? newest.id : null,
    priceType: quote.type,
    price: quote.amount,
  });
  await warnOfSpending(tx, ctx.jobs, scope);
  await changeBorrower(tx, scope, borrowerId, { reportState: "generating" });
  await recordAuditEvent(tx, actor, {
    action: "report.requested",
    objectType: "asset-report",
    objectId: id,
    detail: { borrowerId, days, price: quote.amount },
  });
  await ctx.jobs.send(tx, requestReport, { organizationId, reportId: id });
  return { assetReportId: id, state: "queued" };
}

/** The progress of the borrower's newest report; `null` if none was ever requested. */
export async function findProgress({ db }: Context, actor: Actor, borrowerId: string): Promise<ReportRow | null> {
  await findBorrower(db, actor, borrowerId);
  return (await readNewestReport(db, actor.scope, borrowerId)) ?? null;
}

function isCapReached(error: unknown): boolean {
  return error instanceof AppError && error.code === "SPEND_CAP_REACHED";
}

// The provider can refresh a report only over the same connections.
function isRefreshOf(newest: ReportRow, items: readonly BankItemRow[], days: number): boolean {
  const same = newest.itemIds.length === items.length && items.every(({ id }) => newest.itemIds.includes(id));
  return newest.state === "ready" && same && newest.daysRequested === days;
}

function toAsked({ id, state }: ReportRow): ReportRequest {
  return { assetReportId: id, state };
}
