import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { findEvaluation } from "#features/underwriting/server/evaluate-newest.ts";
import type { Context } from "#platform/server/context.ts";
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { Difference } from "#features/underwriting/rules/evaluation.ts";
import { compareReports as compare, type ComparedReport } from "#features/underwriting/rules/changes.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import {
  readReadyBefore,
  readParsedReport,
  readReport,
  type ReportRow,
} from "#features/underwriting/server/report-queries.ts";

/** The newest ready report compared with the previous one; `null` unless the content of both is stored. */
export async function compareReports(ctx: Context, actor: Actor, borrowerId: string): Promise<Difference | null> {
  const { db } = ctx;
  const { scope } = actor;
  const { latestReportId } = await findBorrower(db, actor, borrowerId);
  const newest = latestReportId ? await readReport(db, scope, latestReportId) : undefined;
  const former = newest && (await readReadyBefore(db, scope, newest));
  if (!newest || !former) return null;
  const [after, before] = [await readComparedReport(ctx, scope, newest), await readComparedReport(ctx, scope, former)];
  if (!after || !before) return null;
  await db.transaction(scope, (tx) =>
    recordAuditEvent(tx, actor, {
      action: "report.compared",
      objectType: "asset-report",
      objectId: newest.id,
      detail: { borrowerId, before: former.id },
    }),
  );
  return compare(before, after);
}

async function readComparedReport(ctx: Context, scope: Scope, report: ReportRow): Promise<ComparedReport | undefined> {
  const parsedReport = await readParsedReport(ctx.db, scope, report.id);
  const evaluation = parsedReport && (await findEvaluation(ctx, scope, report));
  return (
    evaluation && {
      reportId: report.id,
      report: withholdTransactions(parsedReport, evaluation.inputs),
      evaluation,
    }
  );
}
