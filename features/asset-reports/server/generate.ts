// Owns how a report is asked for: one in flight a borrower, the provider called after the commit, never within it.
import { randomUUID } from "node:crypto";
import { isInFlight, REPORT_DAYS, REPORTS_PER_DAY, type AssetReportState } from "#features/asset-reports/contract.ts";
import { takeQuote, warnOfRefusal, warnOfSpending } from "#features/billing/server/charges/spend-cap.ts";
import { changeBorrower, findBorrower, takeBorrower } from "#features/borrowers/server/borrowers.ts";
import { requireOpen } from "#features/borrowers/server/lifecycle.ts";
import { lockOrganization } from "#features/organizations/server/settings-store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import { readItems, type BankItemRow } from "./connections/item-store.ts";
import type { AssetReportDeps } from "./deps.ts";
import { requestReport } from "./jobs.ts";
import { failReport, isOverdue } from "./report-outcome.ts";
import {
  countReportsToday,
  insertReport,
  isInFlightConflict,
  readNewestReport,
  readReportByKey,
  type ReportRow,
} from "./store.ts";

interface Asked {
  readonly assetReportId: string;
  readonly state: AssetReportState;
}

interface ToGenerate {
  readonly borrowerId: string;
  readonly daysRequested?: number | undefined;
  /** Cents that the person was shown. */
  readonly price?: number | undefined;
}

/** Over all connections of the borrower. A call while one is being made returns that one. */
export async function generateReport(deps: AssetReportDeps, actor: Actor, asked: ToGenerate): Promise<Asked> {
  try {
    return await deps.db.transaction(actor.scope, (tx) => ask(deps, tx, actor, asked));
  } catch (error) {
    if (isCapReached(error)) await deps.db.transaction(actor.scope, (tx) => warnOfRefusal(tx, deps.jobs, actor.scope));
    // Two first calls at once: the database let one through, the other returns the same.
    if (!isInFlightConflict(error)) throw error;
    return toAsked((await readNewestReport(deps.db, actor.scope, asked.borrowerId))!); // the one that won
  }
}

async function ask(
  deps: AssetReportDeps,
  tx: Tx,
  actor: Actor,
  { borrowerId, daysRequested: days = REPORT_DAYS.default, price }: ToGenerate,
): Promise<Asked> {
  const { scope, userId, organizationId, idempotencyKey } = actor;
  // Before the borrower's lock: whoever locks both takes them in this order.
  await lockOrganization(tx, scope);
  const borrower = await takeBorrower(tx, actor, borrowerId);
  const first = idempotencyKey !== null && (await readReportByKey(tx, scope, userId, idempotencyKey));
  if (first) return toAsked(first);
  requireOpen(borrower);
  const newest = await readNewestReport(tx, scope, borrowerId);
  if (newest && isInFlight(newest)) {
    if (!isOverdue(newest)) return toAsked(newest);
    // Its job died with its last try and nobody else will end it.
    await failReport(tx, scope, newest.id, "TIMEOUT");
  }
  const items = await readItems(tx, scope, borrowerId);
  if (items.length === 0) throw new AppError("NO_BANK_CONNECTION");
  if (items.every(({ status }) => status === "login_required")) throw new AppError("BANK_LOGIN_REQUIRED");
  requireWithinLimit(await countReportsToday(tx, scope, borrowerId), REPORTS_PER_DAY);

  const quote = await takeQuote(tx, scope, borrowerId);
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
  await warnOfSpending(tx, deps.jobs, scope);
  await changeBorrower(tx, scope, borrowerId, { reportState: "generating" });
  await auditAct(tx, actor, {
    action: "report.requested",
    objectType: "asset-report",
    objectId: id,
    detail: { borrowerId, days, price: quote.amount },
  });
  await deps.jobs.send(tx, requestReport, { organizationId, reportId: id });
  return { assetReportId: id, state: "queued" };
}

/** How far the borrower's newest report is; `null` when none was ever asked for. */
export async function findProgress(
  { db }: AssetReportDeps,
  actor: Actor,
  borrowerId: string,
): Promise<ReportRow | null> {
  await findBorrower(db, actor, borrowerId);
  return (await readNewestReport(db, actor.scope, borrowerId)) ?? null;
}

function isCapReached(error: unknown): boolean {
  return error instanceof AppError && error.code === "SPEND_CAP_REACHED";
}

// The provider can make the same report anew only over the same connections.
function isRefreshOf(newest: ReportRow, items: readonly BankItemRow[], days: number): boolean {
  const same = newest.itemIds.length === items.length && items.every(({ id }) => newest.itemIds.includes(id));
  return newest.state === "ready" && same && newest.daysRequested === days;
}

function toAsked({ id, state }: ReportRow): Asked {
  return { assetReportId: id, state };
}
