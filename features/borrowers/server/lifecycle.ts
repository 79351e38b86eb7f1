import type { Borrower, BorrowerStatus } from "#features/borrowers/contract.ts";
import { AppError } from "#platform/contract/errors.ts";

/** Throws INVALID_STATUS_TRANSITION: a closed borrower can neither connect a bank nor request a report. */
export function requireOpen({ status }: Pick<Borrower, "status">): void {
  if (status === "closed") throw new AppError("INVALID_STATUS_TRANSITION");
}

/** The status after the last bank is removed. A borrower with a report stays report-ready. */
export function statusWithoutBank({ status }: Pick<Borrower, "status">): BorrowerStatus {
  return status === "bank-connected" ? "invited" : status;
}
