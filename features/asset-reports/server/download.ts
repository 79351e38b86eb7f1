import { findEvaluation } from "#features/underwriting/server/evaluate-newest.ts";
import type { Context } from "#platform/server/context.ts";
import type { AssetReport, DownloadFormat, SignedFile } from "#features/asset-reports/contract.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { BorrowerRow } from "#features/borrowers/server/queries.ts";
import { validThrough } from "#features/underwriting/rules/summary.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import { readParsedReport, readReport, type ReportRow } from "#features/underwriting/server/report-queries.ts";
import { findFileByHash, readDocumentHash } from "./files/file-queries.ts";
import { fileOf, providerFileOf, toStored, type EvaluatedReport } from "./files/report-files.ts";
import { toAssetReport } from "./queries.ts";

/** The newest ready report of a borrower, as read. Throws NOT_FOUND, REPORT_NOT_READY. */
export async function retrieveReport(ctx: Context, actor: Actor, borrowerId: string) {
  const { report, evaluation } = await findEvaluatedReport(ctx, actor, borrowerId);
  const stored = await readParsedReport(ctx.db, actor.scope, report.id);
  if (!stored) throw new AppError("REPORT_NOT_READY");
  const parsedReport = withholdTransactions(stored, evaluation.inputs);
  const described = await describeReport(ctx, actor, report);
  await recordLook(ctx, actor, report, "report.read");
  return {
    ...evaluation,
    report: described,
    parsedReport,
    warnings: parsedReport.warnings,
    asOf: parsedReport.asOf,
    expiresOn: validThrough(evaluation.verdicts, evaluation.inputs.loan),
  };
}

/** A file of the newest ready report with its newest evaluation. Throws NOT_FOUND, REPORT_NOT_READY, DATA_WITHHELD. */
export async function downloadReport(
  ctx: Context,
  actor: Actor,
  { id: borrowerId, format }: { id: string; format: DownloadFormat },
): Promise<StoredFile> {
  const evaluated = await findEvaluatedReport(ctx, actor, borrowerId);
  const { borrower, report } = evaluated;
  const file =
    format === "provider"
      ? await providerFileOf(ctx, actor.scope, evaluated, borrower)
      : toStored(ctx, actor.scope, await fileOf(ctx, actor.scope, evaluated, format), borrower);
  await recordLook(ctx, actor, report, "report.downloaded", { format });
  return file;
}

/** A borrower's newest ready report with its newest evaluation. Throws NOT_FOUND, REPORT_NOT_READY. */
export async function findEvaluatedReport(
  ctx: Context,
  actor: Actor,
  borrowerId: string,
): Promise<EvaluatedReport & { readonly borrower: BorrowerRow }> {
  const borrower = await findBorrower(ctx.db, actor, borrowerId);
  const report = borrower.latestReportId && (await readReport(ctx.db, actor.scope, borrower.latestReportId));
  const evaluation = report && (await findEvaluation(ctx, actor.scope, report));
  if (!evaluation) throw new AppError("REPORT_NOT_READY");
  return { report, evaluation, borrower };
}

/** The report as the API returns it. */
export async function describeReport(
  { db }: Context,
  { scope }: Pick<Actor, "scope">,
  report: ReportRow,
): Promise<AssetReport> {
  return toAssetReport(report, (await readDocumentHash(db, scope, report.id)) ?? null);
}

/** What anyone can learn about a file whose hash they know: what was signed. */
export async function verifyFile(
  { db, system }: Context,
  sha256: string,
): Promise<{ file: SignedFile | null; supersededAt: string | null }> {
  const found = await findFileByHash(db, system, sha256);
  if (!found) return { file: null, supersededAt: null };
  const { supersededAt, ...file } = found;
  return { file, supersededAt };
}

async function recordLook(
  { db }: Context,
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
