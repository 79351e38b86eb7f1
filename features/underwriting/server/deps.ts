import type { ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import type { Database, Reads, Tx } from "#kit/server/database/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { SealedFiles } from "#kit/server/sealing/sealed-files.ts";
import type { Sealer } from "#kit/server/sealing/sealing.ts";

/** What is asked of reports, which are built on evidence and handed in for that reason. */
export interface EvaluatedReports {
  /** A line of a report. */
  findLine(
    db: Reads,
    scope: Scope,
    reportId: string,
    transactionId: string,
  ): Promise<{ line: ReportTransaction; isDeposit: boolean } | undefined>;
  /** Judges the borrower's newest ready report again, if there is one. The caller holds the borrower's lock. */
  evaluateAgain(tx: Tx, scope: Scope, borrowerId: string, cause: "evidence"): Promise<void>;
}

export interface EvidenceDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly files: SealedFiles;
  readonly reports: EvaluatedReports;
}
