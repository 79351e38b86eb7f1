// Owns what a person gets of a ready report: the reading for the page, the document as a file; each look is on record.
import type { Reading } from "#features/asset-reports/contract.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { StoredFile } from "#kit/server/file-reply.ts";
import type { AssetReportDeps } from "./deps.ts";
import { expiresOn } from "./freshness.ts";
import { placeOf } from "./sealed.ts";
import { readReading, readReport, toAssetReport, type ReportRow } from "./store.ts";

/** The newest ready report of a borrower, as read. Throws NOT_FOUND, REPORT_NOT_READY. */
export async function retrieveReport(deps: AssetReportDeps, actor: Actor, borrowerId: string) {
  const { report } = await findReady(deps, actor, borrowerId);
  const reading = await readReading(deps.db, actor.scope, report.id);
  if (!reading) throw new AppError("REPORT_NOT_READY");
  await recordLook(deps, actor, report, "report.read");
  return answer(report, reading);
}

/** The document of the newest ready report. Throws NOT_FOUND, REPORT_NOT_READY. */
export async function downloadReport(deps: AssetReportDeps, actor: Actor, borrowerId: string): Promise<StoredFile> {
  const { report, borrower } = await findReady(deps, actor, borrowerId);
  const { pdfFile, pdfKey, pdfBytes: bytes, pdfSha256: sha256, readyAt } = report;
  if (!pdfFile || !pdfKey || bytes === null || !sha256 || !readyAt) throw new AppError("REPORT_NOT_READY");
  const key = deps.sealer.open(pdfKey, placeOf("asset_reports.pdf_key", report.id, actor.scope));
  await recordLook(deps, actor, report, "report.downloaded");
  return {
    name: `asset-report-${borrower.lastName.replaceAll(/[^\p{L}\p{N}-]+/gu, "-")}-${readyAt.slice(0, 10)}.pdf`,
    mediaType: "application/pdf",
    bytes,
    sha256,
    read: (range) => deps.files.read(pdfFile, { key, bytes }, range),
  };
}

async function findReady(
  { db }: AssetReportDeps,
  actor: Actor,
  borrowerId: string,
): Promise<{ report: ReportRow; borrower: BorrowerRow }> {
  const borrower = await findBorrower(db, actor, borrowerId);
  const report = borrower.latestReportId && (await readReport(db, actor.scope, borrower.latestReportId));
  if (!report) throw new AppError("REPORT_NOT_READY");
  return { report, borrower };
}

function answer(report: ReportRow, reading: Reading) {
  return {
    report: toAssetReport(report),
    reading,
    warnings: reading.warnings,
    asOf: reading.asOf,
    expiresOn: expiresOn(reading.asOf),
  };
}

async function recordLook({ db }: AssetReportDeps, actor: Actor, report: ReportRow, action: string): Promise<void> {
  await db.transaction(actor.scope, (tx) =>
    auditAct(tx, actor, {
      action,
      objectType: "asset-report",
      objectId: report.id,
      detail: { borrowerId: report.borrowerId },
    }),
  );
}
