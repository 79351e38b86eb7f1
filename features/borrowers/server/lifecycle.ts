// Owns what a borrower's life means on the server beside what people set; its steps are the contract's.
import type { Borrower, BorrowerStatus } from "#features/borrowers/contract.ts";
import { AppError } from "#kit/contract/errors.ts";

/** A closed borrower neither connects a bank nor asks for a report: throws INVALID_STATUS_TRANSITION. */
export function requireOpen({ status }: Pick<Borrower, "status">): void {
  if (status === "closed") throw new AppError("INVALID_STATUS_TRANSITION");
}

/** Where a borrower is once their last bank is gone: what was reported stays reported. */
export function statusWithoutBank({ status }: Pick<Borrower, "status">): BorrowerStatus {
  return status === "bank-connected" ? "invited" : status;
}
