import type { FindingsSet, EvaluationInputs } from "#features/underwriting/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";

/** What the document says beside the reading: who it is about, who asked for it, and what proves its source. */
export interface Cover {
  productName: string;
  /** The lender. */
  organizationName: string;
  borrowerName: string;
  coBorrowerNames: string[];
  loanNumber: string | null;
  reportId: string;
  /** Hexadecimal, of the provider's JSON as received. */
  jsonSha256: string;
  /** ISO 8601 in UTC. */
  readyAt: string;
  /** A calendar day, `YYYY-MM-DD`: four months after the reading's `asOf`. */
  expiresOn: string;
  /** The organization's IANA time zone. */
  timeZone: string;
  /** Where anybody can check that the file is as it was made. */
  verifyUrl: string;
}

/** One judgement of the reading, with what it hangs on. */
export type EvaluatedSet = Omit<FindingsSet, "id" | "reportId" | "cause"> & { readonly grounds: EvaluationInputs };

export interface DocumentInput {
  report: ParsedReport;
  set: EvaluatedSet;
  cover: Cover;
}
