import { changeBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/store.ts";
import { removeFile } from "#features/underwriting/server/jobs.ts";
import type { EvaluationEvent } from "#features/underwriting/server/deps.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { AssetReportDeps } from "../deps.ts";
import { removeReportAtProvider } from "../jobs.ts";
import { aadFor } from "../encrypted-columns.ts";
import { readParsedReport, readReport, updateReport } from "../store.ts";
import { readDue } from "./retention-due-store.ts";
import { readNewestReady, deleteExpired } from "./retention-store.ts";

/**
 * Deletes a closed borrower's bank data and documents. For an open borrower only what people took back. What is due is
 * read again under the lock.
 */
export async function forgetData(deps: AssetReportDeps, scope: Scope, borrowerId: string, now: string): Promise<void> {
  const { organizationId } = scope;
  await deps.db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, borrowerId);
    const due = borrower && (await readDue(tx, scope, borrowerId, { now, borrowerPortal: deps.portalData.stored }));
    if (!due) return; // Reopened since, or another process was faster.
    if (due.isWhole) await deps.endCopies(tx, scope, borrowerId); // those of one report end with it
    const { reportIds, atProvider, files, isEvidenceGone } = await deleteExpired(tx, scope, borrowerId, due);
    const people = due.people.map(({ emailKey }) => emailKey);
    await deps.portalData.forget(tx, scope, borrowerId, due.isWhole ? "everybody" : people);
    for (const file of files) await deps.jobs.send(tx, removeFile, { organizationId, file });
    for (const reportId of atProvider) await deps.jobs.send(tx, removeReportAtProvider, { organizationId, reportId });
    await appendAudit(tx, organizationId, {
      actorId: null, // the lender's retention rule, or what was promised
      action: "borrower.data-removed",
      objectType: "borrower",
      objectId: borrowerId,
      address: null,
      detail: { reports: reportIds.length, files: files.length },
    });
    if (due.isWhole || reportIds.includes(borrower.latestReportId ?? "")) await fallBack(deps, tx, scope, borrower);
    else if (isEvidenceGone) await deps.evaluator.evaluateAgain(tx, scope, borrowerId, DATA_REMOVED);
  });
}

const DATA_REMOVED: EvaluationEvent = { cause: "evidence", by: null };

/** Returns to the newest report that is left, evaluated again. Without one, returns to the earlier status. */
async function fallBack({ evaluator }: AssetReportDeps, tx: Tx, scope: Scope, before: BorrowerRow): Promise<void> {
  const report = await readNewestReady(tx, scope, before.id);
  const parsedReport = report && (await readParsedReport(tx, scope, report.id));
  const isMade = before.reportState === "generating";
  if (parsedReport) {
    const borrower = await changeBorrower(tx, scope, before.id, {
      latestReportId: report.id,
      reportReadyAt: report.readyAt,
      ...(!isMade && { reportState: "ready" }),
    });
    await evaluator.evaluateNewest(tx, scope, { borrower, reportId: report.id, parsedReport }, DATA_REMOVED);
    return;
  }
  await changeBorrower(tx, scope, before.id, {
    latestReportId: null,
    summary: null,
    usableCents: null,
    openFindings: null,
    freshUntil: null,
    ...(!isMade && { reportState: "none" }),
    ...(before.status === "report-ready" && { status: statusWithoutReport(before) }),
  });
}

function statusWithoutReport({ items, invitedAt }: BorrowerRow): BorrowerRow["status"] {
  if (items.length > 0) return "bank-connected";
  return invitedAt === null ? "new" : "invited";
}

/** Job: deletes the token that could open the report. Running it again finds none. */
export async function forgetAtProvider({ db, cipher, plaid }: AssetReportDeps, scope: Scope, reportId: string) {
  const report = await readReport(db, scope, reportId);
  if (!report?.providerToken || (report.state !== "removed" && report.state !== "failed")) return;
  const place = aadFor("asset_reports.provider_token", reportId, scope);
  await plaid.removeReport(cipher.decrypt(report.providerToken, place).toString("utf8"));
  await db.transaction(scope, (tx) => updateReport(tx, scope, reportId, { providerToken: null }));
}
