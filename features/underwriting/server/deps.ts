import type { Asker } from "#features/borrowers/server/borrowers.ts";
import type { ConditionStep, StoredEvaluation } from "#features/underwriting/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { Database, Reads, Tx } from "#kit/server/database/database.ts";
import type { Jobs } from "#kit/server/jobs.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { SealedFiles } from "#kit/server/sealing/sealed-files.ts";
import type { Sealer } from "#kit/server/sealing/sealing.ts";

/** What led to an evaluation; the history of its conditions names it. */
export interface EvaluationEvent {
  readonly cause: StoredEvaluation["cause"];
  /** `null`: the system. */
  readonly by: Asker | null;
  readonly reason?: string | null;
  readonly evidenceId?: string | null;
  readonly decisionId?: string | null;
  readonly documents?: ConditionStep["documents"];
  /** What a condition becomes that the rules no longer give; `gone` unless said. */
  readonly closesAs?: "cleared" | "confirmed" | "gone";
}

/** Injected, because asset-reports depends on underwriting. */
export interface EvaluatedReports {
  readReport(db: Reads, scope: Scope, reportId: string): Promise<ParsedReport | undefined>;
  /** Evaluates the borrower's newest ready report again, if there is one. The caller holds the borrower's lock. */
  evaluateAgain(tx: Tx, scope: Scope, borrowerId: string, event: EvaluationEvent): Promise<void>;
}

export interface UnderwritingDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly files: SealedFiles;
  /** What an organization's documents may take. */
  readonly storageBytes: number;
  readonly reports: EvaluatedReports;
}
