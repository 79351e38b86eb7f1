// Owns what a report's files are made of: one reading and one judgement of it, with its grounds. Nothing of now.
import type { SetRow } from "#features/underwriting/server/set-store.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { ReportRow } from "#features/asset-reports/server/store.ts";

export interface FileSource {
  readonly report: ReportRow;
  readonly set: SetRow;
  readonly parsedReport: ParsedReport;
  readonly productName: string;
  /** Where anybody can check a file. */
  readonly verifyUrl: string;
}
