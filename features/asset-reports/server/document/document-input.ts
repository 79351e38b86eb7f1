import type { Reading } from "#features/asset-reports/contract.ts";

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
}

export interface DocumentInput {
  reading: Reading;
  cover: Cover;
}
