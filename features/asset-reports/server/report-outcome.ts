import { isInFlight, REPORT_READY } from "#features/asset-reports/contract.ts";
import { changeBorrower, ownersOf } from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { publishWebhooks } from "#features/developers/server/webhooks/publish.ts";
import type { EvaluationRow, ReportRow } from "#features/underwriting/server/report-queries.ts";
import type { Context } from "#platform/server/context.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { announce } from "#platform/server/live/live.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { lockReport, updateReport } from "./queries.ts";

/** After this long without a report the provider counts as failed. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

export function isOverdue({ requestedAt }: Pick<ReportRow, "requestedAt">, now = Date.now()): boolean {
  return now - Date.parse(requestedAt) > GIVE_UP_AFTER_MS;
}

/** Updates the borrower of a report that just became ready. */
export async function showReady(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  report: ReportRow,
  before: Pick<BorrowerRow, "status">,
): Promise<BorrowerRow> {
  const borrower = await changeBorrower(tx, scope, report.borrowerId, {
    // A borrower that was closed in the meantime stays closed; the report is stored for its return.
    ...(before.status !== "closed" && { status: "report-ready" }),
    reportState: "ready",
    latestReportId: report.id,
    reportReadyAt: report.readyAt,
  });
  await announceReady(tx, scope, report, borrower);
  const data = { borrowerId: borrower.id, loanNumber: borrower.loanNumber, reportId: report.id };
  await publishWebhooks(ctx, tx, scope, [{ type: "report.ready", data }]);
  return borrower;
}

/** Last in its transaction: an append locks the organization's chain until the commit. */
export function recordReady(
  tx: Tx,
  scope: Scope,
  report: ReportRow,
  { conditions }: Pick<EvaluationRow, "conditions">,
): Promise<void> {
  const changed = conditions.filter(
    ({ history }) => history.length > 1 && Date.parse(history.at(-1)!.at) >= Date.parse(report.readyAt ?? ""),
  );
  const steps = changed.map(({ code, program, state }) => ({ code, program, state }));
  return record(tx, scope, report, "report.ready", steps.length > 0 ? { conditions: steps } : {});
}

/** Ends a report that cannot be finished. `undefined`: it has already ended, and does not change. */
export async function failReport(
  ctx: Pick<Context, "jobs">,
  tx: Tx,
  scope: Scope,
  reportId: string,
  code: string,
): Promise<{ borrower: BorrowerRow; reason: string } | undefined> {
  const current = await lockReport(tx, scope, reportId);
  if (!current || !isInFlight(current.report)) return undefined;
  const failed = await updateReport(tx, scope, reportId, {
    state: "failed",
    errorCode: code,
    errorMessage: explain(code),
  });
  const borrower = await changeBorrower(tx, scope, failed.borrowerId, { reportState: "failed" });
  const data = { borrowerId: borrower.id, loanNumber: borrower.loanNumber, reportId, reason: code };
  await publishWebhooks(ctx, tx, scope, [{ type: "report.failed", data }]);
  await record(tx, scope, failed, "report.failed", { code });
  return { borrower, reason: explain(code) };
}

async function announceReady(tx: Tx, scope: Scope, report: ReportRow, borrower: BorrowerRow): Promise<void> {
  await announce(tx, {
    organizationId: scope.organizationId,
    to: ownersOf(borrower),
    event: { type: REPORT_READY, id: report.id, version: report.version },
  });
}

const EXPLANATIONS = {
  ASSET_REPORT_GENERATION_FAILED: "We couldn't generate the report. Try again. If it fails again, reconnect the bank.",
  BANK_DISCONNECTED:
    "A bank was disconnected while the report was being generated. Generate it again with the remaining banks.",
  CONSENT_TAKEN_BACK:
    "A borrower withdrew consent while the report was being generated. Generate it again with the remaining banks.",
  CONSUMER_REPORT_EXPIRED:
    "The consumer report expired before we could store it: Plaid Check provides it for 24 hours. Generate the report again.",
  CONSUMER_REPORT_NOT_FOUND: "Plaid Check has no consumer report for this person. Generate the report again.",
  DATA_QUALITY_CHECK_FAILED:
    "The bank's data is inconsistent, so Plaid Check made no report of it. Try again in one or two days.",
  DATA_UNAVAILABLE: "The bank didn't provide its data. Try again later.",
  ITEM_LOGIN_REQUIRED: "The bank asks the borrower to sign in again. Reconnect the bank, then generate the report.",
  ITEM_NOT_FOUND: "A bank connection has ended. Reconnect the bank, then generate the report.",
  NO_BANK_CONNECTION: "The bank connections ended before the report was requested. Reconnect a bank.",
  NO_ACCOUNTS:
    "The connection doesn't share any account that a report can use. Reconnect the bank and choose accounts.",
  REPORT_UNREADABLE:
    "The bank-data provider sent a report that we can't read. Generate it again. If it fails again, contact support.",
  PRODUCTS_NOT_SUPPORTED: "This bank doesn't support asset reports. Connect another one.",
  PRODUCT_GENERATION_FAILED: "Plaid Check couldn't generate the report. Try again later.",
  USER_NOT_FOUND: "Plaid Check no longer knows this person. Reconnect the bank, then generate the report.",
  USER_ON_IDENTITY_THEFT_OR_FRAUD_BLOCK:
    "The borrower reported fraud or identity theft to Plaid Check, which gives out no report. Ask for bank statements instead.",
  INVALID_PARENT: "The earlier report can no longer be refreshed. Generate the report again.",
  WRONG_REPORT:
    "The bank-data provider sent a different report than requested. Generate it again. If it fails again, contact support.",
  TIMEOUT: "The bank-data provider didn't deliver within 15 minutes. Generate the report again.",
};
// A map, because the code comes from the provider, and an object would also know `constructor`.
const EXPLAINED = new Map(Object.entries(EXPLANATIONS));

/** Whether this error is final. A code that is not in the list may be temporary. */
export function isFinal(code: string): boolean {
  return EXPLAINED.has(code) && code !== "TIMEOUT";
}

function explain(code: string): string {
  return EXPLAINED.get(code) ?? "We couldn't generate the report. Generate it again.";
}

async function record(tx: Tx, scope: Scope, report: ReportRow, action: string, detail: Record<string, unknown> = {}) {
  await appendAudit(tx, scope.organizationId, {
    actorId: null, // the product itself, because of the provider's error
    action,
    objectType: "asset-report",
    objectId: report.id,
    address: null,
    detail: { borrowerId: report.borrowerId, ...detail },
  });
}
