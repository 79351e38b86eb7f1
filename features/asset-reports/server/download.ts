import type { AssetReport, DownloadFormat, SignedFile } from "#features/asset-reports/contract.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/store.ts";
import { validThrough } from "#features/underwriting/rules/summary.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import type { AssetReportDeps } from "./deps.ts";
import { findFileByHash, readDocumentHash } from "./files/file-store.ts";
import { fileOf, providerFileOf, toStored, type EvaluatedReport } from "./files/report-files.ts";
import { readParsedReport, readReport, toAssetReport, type ReportRow } from "./store.ts";

/** The newest ready report of a borrower, as read. Throws NOT_FOUND, REPORT_NOT_READY. */
export async function retrieveReport(deps: AssetReportDeps, actor: Actor, borrowerId: string) {
  const { report, evaluation } = await findEvaluatedReport(deps, actor, borrowerId);
  const parsedReport = await readParsedReport(deps.db, actor.scope, report.id);
  if (!parsedReport) throw new AppError("REPORT_NOT_READY");
  const described = await describeReport(deps, actor, report);
  await recordLook(deps, actor, report, "report.read");
  return {
    ...evaluation,
    report: described,
    parsedReport,
    warnings: parsedReport.warnings,
    asOf: parsedReport.asOf,
    expiresOn: validThrough(evaluation.verdicts, evaluation.inputs.loan),
  };
}

/** A file of the newest ready report with its newest evaluation. Throws NOT_FOUND, REPORT_NOT_READY. */
export async function downloadReport(
  deps: AssetReportDeps,
  actor: Actor,
  { id: borrowerId, format }: { id: string; format: DownloadFormat },
): Promise<StoredFile> {
  const evaluated = await findEvaluatedReport(deps, actor, borrowerId);
  const { borrower, report } = evaluated;
  const file =
    format === "provider"
      ? await providerFileOf(deps, actor.scope, evaluated, borrower)
      : toStored(deps, actor.scope, await fileOf(deps, actor.scope, evaluated, format), borrower);
  await recordLook(deps, actor, report, "report.downloaded", { format });
  return file;
}

/** A borrower's newest ready report with its newest evaluation. Throws NOT_FOUND, REPORT_NOT_READY. */
export async function findEvaluatedReport(
  { db, evaluator }: Pick<AssetReportDeps, "db" | "evaluator">,
  actor: Actor,
  borrowerId: string,
): Promise<EvaluatedReport & { readonly borrower: BorrowerRow }> {
  const borrower = await findBorrower(db, actor, borrowerId);
  const report = borrower.latestReportId && (await readReport(db, actor.scope, borrower.latestReportId));
  const evaluation = report && (await evaluator.findEvaluation(db, actor.scope, report));
  if (!evaluation) throw new AppError("REPORT_NOT_READY");
  return { report, evaluation, borrower };
}

/** The report as the API returns it. */
export async function describeReport(
  { db }: Pick<AssetReportDeps, "db">,
  { scope }: Pick<Actor, "scope">,
  report: ReportRow,
): Promise<AssetReport> {
  return toAssetReport(report, (await readDocumentHash(db, scope, report.id)) ?? null);
}

/** What anyone can learn about a file whose hash they know: what was signed. */
export async function verifyFile(
  { db, system }: Pick<AssetReportDeps, "db" | "systemScope">,
  sha256: string,
): Promise<{ file: SignedFile | null }> {
  return { file: (await findFileByHash(db, system, sha256)) ?? null };
}

async function recordLook(
  { db }: AssetReportDeps,
  actor: Actor,
  report: ReportRow,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await db.transaction(actor.scope, (tx) =>
    recordAuditEvent(tx, actor, {
      action,
      objectType: "asset-report",
      objectId: report.id,
      detail: { borrowerId: report.borrowerId, ...detail },
    }),
  );
}
