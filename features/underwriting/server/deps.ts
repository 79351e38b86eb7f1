import type { Principal } from "#features/borrowers/server/borrowers.ts";
import type { ConditionStep, StoredEvaluation } from "#features/underwriting/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { Database, ReadDb, Tx } from "#platform/server/database/database.ts";
import type { Jobs } from "#platform/server/jobs.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { EncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import type { Cipher } from "#platform/server/encryption/cipher.ts";

/** The event that led to an evaluation. The history of its conditions names it. */
export interface EvaluationEvent {
  readonly cause: StoredEvaluation["cause"];
  /** `null`: the system. */
  readonly by: Principal | null;
  readonly reason?: string | null;
  readonly evidenceId?: string | null;
  readonly decisionId?: string | null;
  readonly documents?: ConditionStep["documents"];
  /** What a condition becomes if the rules no longer give it; default `gone`. */
  readonly closesAs?: "cleared" | "confirmed" | "gone";
}

/** Injected, because asset-reports depends on underwriting. */
export interface EvaluatedReports {
  readReport(db: ReadDb, scope: Scope, reportId: string): Promise<ParsedReport | undefined>;
  /** Evaluates the borrower's newest ready report again, if there is one. The caller holds the borrower's lock. */
  evaluateAgain(tx: Tx, scope: Scope, borrowerId: string, event: EvaluationEvent): Promise<void>;
}

export interface UnderwritingDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly cipher: Cipher;
  readonly files: EncryptedFiles;
  /** The limit of an organization's documents, in bytes. */
  readonly storageBytes: number;
  readonly reports: EvaluatedReports;
}
