import type { FindingsSet, Grounds } from "#features/findings/contract.ts";
import type { Reading } from "#features/readings/contract.ts";

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
export type JudgedSet = Omit<FindingsSet, "id" | "reportId" | "cause"> & { readonly grounds: Grounds };

export interface DocumentInput {
  reading: Reading;
  set: JudgedSet;
  cover: Cover;
}
