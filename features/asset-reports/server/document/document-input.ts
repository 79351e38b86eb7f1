import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";

/** What identifies a report and proves where its data comes from. Moments are ISO 8601 in UTC. */
export interface ReportMeta {
  readonly id: string;
  readonly readyAt: string;
  readonly daysRequested: number;
  readonly providerReportId: string;
  /** Hexadecimal, of the provider's JSON as received; `null` for reports that are older than the hash. */
  readonly providerJsonSha256: string | null;
  /** The report that this one replaces. */
  readonly parentReportId: string | null;
}

/**
 * The input for the PDF, JSON and CSV of a report: one report and one evaluation of it, and nothing that changes later.
 * The lender, the borrowers' names and the time zone are in `evaluation.printed`.
 */
export interface DocumentInput {
  readonly product: {
    readonly name: string;
    /** The page where a file can be checked. */
    readonly verifyUrl: string;
    /** Where the JSON file's schema is published. */
    readonly schemaUrl: string;
  };
  readonly report: ReportMeta;
  readonly parsedReport: ParsedReport;
  readonly evaluation: StoredEvaluation;
}
