// Owns what a person is told of the change since the last report.
import { findBorrower } from "#features/borrowers/server/borrowers.ts";
import type { Difference } from "#features/underwriting/contract.ts";
import { differenceOf, type ComparedReport } from "#features/underwriting/rules-edition-1/difference.ts";
import type { Actor } from "#kit/server/actor.ts";
import { auditAct } from "#kit/server/audit.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { AssetReportDeps } from "./deps.ts";
import { readReadyBefore } from "./difference-store.ts";
import { findSet } from "./evaluate-report.ts";
import { readParsedReport, readReport, type ReportRow } from "./store.ts";

/** The newest ready report against the one before; `null` where there are not two whose content is kept. */
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
    auditAct(tx, actor, {
      action: "report.compared",
      objectType: "asset-report",
      objectId: newest.id,
      detail: { borrowerId, before: former.id },
    }),
  );
  return differenceOf(before, after);
}

async function readComparedReport(
  { db }: AssetReportDeps,
  scope: Scope,
  report: ReportRow,
): Promise<ComparedReport | undefined> {
  const parsedReport = await readParsedReport(db, scope, report.id);
  const set = parsedReport && (await findSet(db, scope, report));
  return set && { reportId: report.id, reading: parsedReport, grounds: set.grounds, findings: set.findings };
}
