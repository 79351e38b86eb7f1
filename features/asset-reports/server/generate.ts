// The provider is called after the commit, never inside the transaction.
import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { ON_CONNECT_REFUSALS } from "#features/asset-reports/labels.ts";
import { type AssetReportState, isInFlight, REPORT_DAYS, REPORTS_PER_DAY } from "#features/asset-reports/contract.ts";
import { quoteWithinCap, warnOfRefusal, warnOfSpending } from "#features/billing/server/charges/spend-cap.ts";
import { changeBorrower, findBorrower, lockBorrowerFor } from "#features/borrowers/server/borrowers.ts";
import { readOwners } from "#features/borrowers/server/owner-queries.ts";
import { isCurrent, readRunningConsent } from "#features/borrowers/server/consent.ts";
import { type BorrowerRow, lockBorrower, readBorrower } from "#features/borrowers/server/queries.ts";
import { notify } from "#features/notifications/server/notify.ts";
import { requireOpen } from "#features/borrowers/rules/status.ts";
import { MIN_DAYS } from "#features/organizations/contract.ts";
import { lockOrganization, readSettings } from "#features/organizations/server/settings-queries.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit, recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { ReportRow } from "#features/underwriting/server/report-queries.ts";
import { type BankItemRow, readItem, readItems } from "./connections/item-queries.ts";
import { generateOnConnect, requestReport } from "./jobs.ts";
import { failReport, isOverdue } from "./report-outcome.ts";
import {
  countReportsToday,
  insertReport,
  isCovered,
  isInFlightConflict,
  readNewestReport,
  readReportByKey,
} from "./queries.ts";

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
  const { scope, userId, idempotencyKey } = actor;
  await lockOrganization(tx, scope);
  const borrower = await lockBorrowerFor(tx, actor, borrowerId);
  const first = idempotencyKey !== null && (await readReportByKey(tx, scope, userId, idempotencyKey));
  if (first) return toAsked(first);
  requireOpen(borrower);
  return requestNow(ctx, tx, scope, { borrowerId, days, price, requestedBy: userId, by: actor });
}

interface NewReport {
  readonly borrowerId: string;
  readonly days: number;
  readonly price?: number | undefined;
  /** The most cents that it may cost. */
  readonly mostPrice?: number;
  readonly requestedBy: string;
  /** `null`: the product itself, for this cause. */
  readonly by: Actor | null;
  readonly cause?: "connect" | "plan";
}

/** The caller holds the locks of the organization and the borrower. */
export async function requestNow(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  { borrowerId, days: asked, price, mostPrice, requestedBy, by, cause }: NewReport,
): Promise<ReportRequest> {
  const { organizationId } = scope;
  const newest = await readNewestReport(tx, scope, borrowerId);
  if (newest && isInFlight(newest)) {
    if (!isOverdue(newest)) return toAsked(newest);
    // Its job failed for the last time, so nothing else will end it.
    await failReport(ctx, tx, scope, newest.id, "TIMEOUT");
  }
  const items = await readItems(tx, scope, borrowerId);
  const [first] = items;
  if (!first) throw new AppError("NO_BANK_CONNECTION");
  const { product } = first;
  // One report can't cover both, and without some of the banks it would not be true.
  if (items.some((item) => item.product !== product)) throw new AppError("BANKS_TO_RECONNECT");
  if (product === "consumer_report") await requireConsumerReportConsent(tx, scope, borrowerId, items);
  if (items.every(({ status }) => status === "login_required")) throw new AppError("BANK_LOGIN_REQUIRED");
  const days = Math.max(asked, MIN_DAYS[product]);
  requireWithinLimit(await countReportsToday(tx, scope, borrowerId), REPORTS_PER_DAY);

  const quote = await quoteWithinCap(tx, scope, borrowerId);
  if (price !== undefined && price !== quote.amount) throw new AppError("STALE");
  if (mostPrice !== undefined && quote.amount > mostPrice) throw new AppError("STALE");

  const id = randomUUID();
  await insertReport(tx, scope, {
    id,
    borrowerId,
    product,
    daysRequested: days,
    itemIds: items.map((item) => item.id),
    requestedBy,
    idempotencyKey: by?.idempotencyKey ?? null,
    parentReportId: newest && isRefreshOf(newest, items, days) ? newest.id : null,
    priceType: quote.type,
    price: quote.amount,
  });
  await warnOfSpending(tx, ctx.jobs, scope);
  await changeBorrower(tx, scope, borrowerId, { reportState: "generating" });
  const event = { action: "report.requested", objectType: "asset-report", objectId: id };
  const detail = { borrowerId, days, price: quote.amount };
  await (by
    ? recordAuditEvent(tx, by, { ...event, detail })
    : appendAudit(tx, organizationId, {
        ...event,
        actorId: null,
        address: null,
        detail: { ...detail, cause },
      }));
  await ctx.jobs.send(tx, requestReport, { organizationId, reportId: id });
  return { assetReportId: id, state: "queued" };
}

/** Before another try, while an earlier report is under way. */
const IN_FLIGHT_SECONDS = 10;

/**
 * Job: requests a report that covers a new connection, under the organization's policy. Once: a report that already
 * covers the connection is enough, no matter who requested it. A refusal is in the officer's notifications.
 */
export async function generateForNewBank(ctx: Context, scope: Scope, itemId: string): Promise<void> {
  const { organizationId } = scope;
  try {
    await ctx.db.transaction(scope, async (tx) => {
      const found = await lockUncovered(tx, scope, itemId);
      if (!found) return;
      const newest = await readNewestReport(tx, scope, found.borrower.id);
      if (newest && isInFlight(newest) && !isOverdue(newest)) {
        await ctx.jobs.send(tx, generateOnConnect, { organizationId, itemId }, { delaySeconds: IN_FLIGHT_SECONDS });
        return;
      }
      const [owner] = await readOwners(tx, scope, found.borrower);
      await requestNow(ctx, tx, scope, {
        borrowerId: found.borrower.id,
        days: found.days,
        requestedBy: owner?.userId ?? found.borrower.createdBy,
        by: null,
        cause: "connect",
      });
    });
  } catch (error) {
    const reason = error instanceof AppError ? REFUSALS.get(error.code) : undefined;
    if (reason === undefined) throw error;
    await ctx.db.transaction(scope, async (tx) => {
      const found = await lockUncovered(tx, scope, itemId);
      if (!found) return;
      if (isCapReached(error)) await warnOfRefusal(tx, ctx.jobs, scope);
      await notify(ctx, tx, scope, { kind: "reportFailed", borrower: found.borrower, detail: { reason } });
    });
  }
}

const REFUSALS = new Map<string, string>(Object.entries(ON_CONNECT_REFUSALS));

/** `undefined`: the policy is off, the connection or the borrower has ended, or a report covers the connection. */
async function lockUncovered(
  tx: Tx,
  scope: Scope,
  itemId: string,
): Promise<{ borrower: BorrowerRow; days: number } | undefined> {
  await lockOrganization(tx, scope);
  const { generateOnConnect: isOn, defaultDays: days } = await readSettings(tx, scope);
  const known = isOn ? await readItem(tx, scope, itemId) : undefined;
  const borrower = known && (await lockBorrower(tx, scope, known.borrowerId));
  if (!borrower || borrower.status === "closed" || !borrower.items.some(({ id }) => id === itemId)) return undefined;
  return (await isCovered(tx, scope, known)) ? undefined : { borrower, days };
}

/** The progress of the borrower's newest report; `null` if none was ever requested. */
export async function findProgress({ db }: Context, actor: Actor, borrowerId: string): Promise<ReportRow | null> {
  await findBorrower(db, actor, borrowerId);
  return (await readNewestReport(db, actor.scope, borrowerId)) ?? null;
}

export function isCapReached(error: unknown): boolean {
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

/** The lender may have used the other product since, and asked for consent to its text. */
async function requireConsumerReportConsent(
  tx: Tx,
  scope: Scope,
  borrowerId: string,
  items: readonly BankItemRow[],
): Promise<void> {
  const borrower = await readBorrower(tx, scope, borrowerId);
  const holders = new Set(items.map(({ holderEmail }) => normalizeEmail(holderEmail ?? borrower?.email ?? "")));
  for (const holder of holders) {
    const consent = await readRunningConsent(tx, scope, borrowerId, holder);
    if (!consent || !isCurrent(consent, "consumer_report")) throw new AppError("CONSENT_REQUIRED");
  }
}
