// Owns how a borrower's report is judged, when it is ready and whenever its grounds change, and what lists show of it.
import { summarizeBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/store.ts";
import type { EvaluatedReports } from "#features/underwriting/server/deps.ts";
import type { FindingsSet } from "#features/underwriting/contract.ts";
import { isDeposit } from "#features/underwriting/rules-edition-1/bank-line.ts";
import { freshUntilOf } from "#features/underwriting/rules-edition-1/statements/freshness.ts";
import { readNewestSet, type SetRow } from "#features/underwriting/server/set-store.ts";
import { evaluateReport, summarize } from "#features/underwriting/server/sets.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { Database, Reads, Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { readParsedReport, type ReportRow } from "./store.ts";

/** What borrowers and evidence ask of reports. */
export const evaluatedReports = { findLine, evaluateAgain } satisfies EvaluatedReports;

/** Judges a report by its reading and leaves the short of it with the borrower; the caller holds the borrower's lock. */
export async function evaluateFor(
  tx: Tx,
  scope: Scope,
  { borrower, reportId, parsedReport }: { borrower: BorrowerRow; reportId: string; parsedReport: ParsedReport },
  cause: FindingsSet["cause"],
): Promise<SetRow> {
  const set = await evaluateReport(tx, scope, { reportId, report: parsedReport, borrower, cause });
  const summary = summarize(set, freshUntilOf(parsedReport.asOf));
  const { usableCents, blockers, reviews, freshUntil } = summary;
  await summarizeBorrower(tx, scope, borrower.id, {
    summary,
    usableCents,
    openFindings: blockers + reviews,
    freshUntil,
  });
  return set;
}

/** The newest set of a ready report, judged now where it became ready before there were sets. */
export async function findSet(
  db: Database,
  scope: Scope,
  report: Pick<ReportRow, "id" | "borrowerId">,
): Promise<SetRow | undefined> {
  const known = await readNewestSet(db, scope, report.id);
  return known ?? db.transaction(scope, (tx) => evaluateFirst(tx, scope, report));
}

/** Of two at once the second finds the first one's; `undefined` for a report whose content was taken away. */
async function evaluateFirst(
  tx: Tx,
  scope: Scope,
  { id: reportId, borrowerId }: Pick<ReportRow, "id" | "borrowerId">,
): Promise<SetRow | undefined> {
  const borrower = await lockBorrower(tx, scope, borrowerId);
  const known = await readNewestSet(tx, scope, reportId);
  if (known || !borrower) return known;
  const parsedReport = await readParsedReport(tx, scope, reportId);
  if (!parsedReport) return undefined;
  // What lists show is of the newest report alone.
  if (borrower.latestReportId === reportId)
    return evaluateFor(tx, scope, { borrower, reportId, parsedReport }, "report");
  return evaluateReport(tx, scope, { borrower, reportId, report: parsedReport, cause: "report" });
}

async function evaluateAgain(tx: Tx, scope: Scope, borrowerId: string, cause: FindingsSet["cause"]): Promise<void> {
  const borrower = await lockBorrower(tx, scope, borrowerId);
  const reportId = borrower?.latestReportId;
  const parsedReport = reportId && (await readParsedReport(tx, scope, reportId));
  if (parsedReport) await evaluateFor(tx, scope, { borrower, reportId, parsedReport }, cause);
}

async function findLine(db: Reads, scope: Scope, reportId: string, transactionId: string) {
  const parsedReport = await readParsedReport(db, scope, reportId);
  for (const account of parsedReport?.items.flatMap(({ accounts }) => accounts) ?? []) {
    const line = account.transactions.find(({ id }) => id === transactionId);
    if (line) return { line, isDeposit: isDeposit(line, account) };
  }
  return undefined;
}
