import { isInFlight, REPORT_READY } from "#features/asset-reports/contract.ts";
import { changeBorrower, ownersOf } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/store.ts";
import type { EvaluationRow } from "#features/underwriting/server/evaluation-store.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import { announce } from "#kit/server/live/live.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { lockReport, updateReport, type ReportRow } from "./store.ts";

/** After this long without a report the provider is taken to have failed. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

export function isOverdue({ requestedAt }: Pick<ReportRow, "requestedAt">, now = Date.now()): boolean {
  return now - Date.parse(requestedAt) > GIVE_UP_AFTER_MS;
}

/** The borrower of a report that just became ready. */
export async function showReady(tx: Tx, scope: Scope, report: ReportRow): Promise<BorrowerRow> {
  const before = await lockBorrower(tx, scope, report.borrowerId);
  if (!before) throw new Error("a report whose borrower is gone");
  const borrower = await changeBorrower(tx, scope, report.borrowerId, {
    // Closed meanwhile, it stays closed; the report is kept for its return.
    ...(before.status !== "closed" && { status: "report-ready" }),
    reportState: "ready",
    latestReportId: report.id,
    reportReadyAt: report.readyAt,
  });
  await announceReady(tx, scope, report, borrower);
  return borrower;
}

/** Last in its transaction: whoever appends holds the organization's chain until the commit. */
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

/** Ends a report that will never be; one that has already ended stays as it is. */
export async function failReport(tx: Tx, scope: Scope, reportId: string, code: string): Promise<void> {
  const current = await lockReport(tx, scope, reportId);
  if (!current || !isInFlight(current)) return;
  const failed = await updateReport(tx, scope, reportId, {
    state: "failed",
    errorCode: code,
    errorMessage: explain(code),
  });
  await changeBorrower(tx, scope, failed.borrowerId, { reportState: "failed" });
  await record(tx, scope, failed, "report.failed", { code });
}

async function announceReady(tx: Tx, scope: Scope, report: ReportRow, borrower: BorrowerRow): Promise<void> {
  await announce(tx, {
    organizationId: scope.organizationId,
    to: ownersOf(borrower),
    event: { type: REPORT_READY, id: report.id, version: report.version },
  });
}

const EXPLANATIONS = {
  ASSET_REPORT_GENERATION_FAILED:
    "The bank-data provider could not make the report. Try again; if it fails again, connect the bank anew.",
  CONSENT_TAKEN_BACK:
    "A borrower took their consent back while the report was made. Generate it again over the banks that are left.",
  DATA_UNAVAILABLE: "The bank did not give its data. Try again later.",
  ITEM_LOGIN_REQUIRED: "The bank asks the borrower to log in again. Repair the connection, then generate the report.",
  ITEM_NOT_FOUND: "A bank connection has ended. Connect the bank again, then generate the report.",
  NO_BANK_CONNECTION: "The bank connections ended before the report was asked for. Connect a bank again.",
  NO_ACCOUNTS: "The connection shares no account that a report can use. Connect the bank again and choose accounts.",
  REPORT_UNREADABLE:
    "The bank-data provider sent a report that cannot be read. Generate it again; if it fails again, write to support.",
  PRODUCTS_NOT_SUPPORTED: "This bank does not support asset reports. Connect another one.",
  INVALID_PARENT: "The earlier report can no longer be refreshed. Generate the report again.",
  WRONG_REPORT:
    "The bank-data provider sent another report than the one that was asked for. Generate it again; if it fails again, write to support.",
  TIMEOUT: "The bank-data provider did not deliver within 15 minutes. Generate the report again.",
};
// A map, since the code is the provider's word and an object would know `constructor` too.
const EXPLAINED = new Map(Object.entries(EXPLANATIONS));

/** Whether the provider said this for good: what is not in the list may pass. */
export function isFinal(code: string): boolean {
  return EXPLAINED.has(code) && code !== "TIMEOUT";
}

function explain(code: string): string {
  return EXPLAINED.get(code) ?? "The report could not be made. Generate it again.";
}

async function record(tx: Tx, scope: Scope, report: ReportRow, action: string, detail: Record<string, unknown> = {}) {
  await appendAudit(tx, scope.organizationId, {
    actorId: null, // the product itself, on the provider's word
    action,
    objectType: "asset-report",
    objectId: report.id,
    address: null,
    detail: { borrowerId: report.borrowerId, ...detail },
  });
}
