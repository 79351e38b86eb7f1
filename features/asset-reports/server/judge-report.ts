// Owns how a borrower's report is judged, when it is ready and whenever its grounds change, and what lists show of it.
import { summarizeBorrower } from "#features/borrowers/server/borrowers.ts";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/store.ts";
import type { JudgedReports } from "#features/evidence/server/deps.ts";
import type { FindingsSet } from "#features/findings/contract.ts";
import { isDeposit } from "#features/findings/rules/bank-line.ts";
import { freshUntilOf } from "#features/findings/rules/statements/freshness.ts";
import { readNewestSet, type SetRow } from "#features/findings/server/set-store.ts";
import { judgeReport, summarize } from "#features/findings/server/sets.ts";
import type { Reading } from "#features/readings/contract.ts";
import type { Database, Reads, Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { readReading, type ReportRow } from "./store.ts";

/** What borrowers and evidence ask of reports. */
export const judgedReports = { findLine, judgeAgain } satisfies JudgedReports;

/** Judges a report by its reading and leaves the short of it with the borrower; the caller holds the borrower's lock. */
export async function judgeFor(
  tx: Tx,
  scope: Scope,
  { borrower, reportId, reading }: { borrower: BorrowerRow; reportId: string; reading: Reading },
  cause: FindingsSet["cause"],
): Promise<SetRow> {
  const set = await judgeReport(tx, scope, { reportId, reading, borrower, cause });
  const summary = summarize(set, freshUntilOf(reading.asOf));
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
  return known ?? db.transaction(scope, (tx) => judgeFirst(tx, scope, report));
}

/** Of two at once the second finds the first one's; `undefined` for a report whose content was taken away. */
async function judgeFirst(
  tx: Tx,
  scope: Scope,
  { id: reportId, borrowerId }: Pick<ReportRow, "id" | "borrowerId">,
): Promise<SetRow | undefined> {
  const borrower = await lockBorrower(tx, scope, borrowerId);
  const known = await readNewestSet(tx, scope, reportId);
  if (known || !borrower) return known;
  const reading = await readReading(tx, scope, reportId);
  if (!reading) return undefined;
  // What lists show is of the newest report alone.
  if (borrower.latestReportId === reportId) return judgeFor(tx, scope, { borrower, reportId, reading }, "report");
  return judgeReport(tx, scope, { borrower, reportId, reading, cause: "report" });
}

async function judgeAgain(tx: Tx, scope: Scope, borrowerId: string, cause: FindingsSet["cause"]): Promise<void> {
  const borrower = await lockBorrower(tx, scope, borrowerId);
  const reportId = borrower?.latestReportId;
  const reading = reportId && (await readReading(tx, scope, reportId));
  if (reading) await judgeFor(tx, scope, { borrower, reportId, reading }, cause);
}

async function findLine(db: Reads, scope: Scope, reportId: string, transactionId: string) {
  const reading = await readReading(db, scope, reportId);
  for (const account of reading?.items.flatMap(({ accounts }) => accounts) ?? []) {
    const line = account.transactions.find(({ id }) => id === transactionId);
    if (line) return { line, isDeposit: isDeposit(line, account) };
  }
  return undefined;
}
