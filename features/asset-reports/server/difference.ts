import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { Difference } from "#features/underwriting/rules/evaluation.ts";
import { compareReports as compare, type ComparedReport } from "#features/underwriting/rules/changes.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { AssetReportDeps } from "./deps.ts";
import { readReadyBefore } from "./difference-store.ts";
import { readParsedReport, readReport, type ReportRow } from "./store.ts";

/** The newest ready report compared with the previous one; `null` unless the content of both is stored. */
export async function compareReports(
  deps: AssetReportDeps,
  actor: Actor,
  borrowerId: string,
): Promise<Difference | null> {
  const { db } = deps;
  const { scope } = actor;
  const { latestReportId } = await findBorrower(db, actor, borrowerId);
  const newest = latestReportId ? await readReport(db, scope, latestReportId) : undefined;
  const former = newest && (await readReadyBefore(db, scope, newest));
  if (!newest || !former) return null;
  const [after, before] = [
    await readComparedReport(deps, scope, newest),
    await readComparedReport(deps, scope, former),
  ];
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

async function readComparedReport(
  { db, evaluator }: AssetReportDeps,
  scope: Scope,
  report: ReportRow,
): Promise<ComparedReport | undefined> {
  const parsedReport = await readParsedReport(db, scope, report.id);
  const evaluation = parsedReport && (await evaluator.findEvaluation(db, scope, report));
  return evaluation && { reportId: report.id, report: parsedReport, evaluation };
}
