// Owns what a closed borrower refuses on the server; the steps of its life are the contract's.
import type { Borrower } from "#features/borrowers/contract.ts";
import { AppError } from "#kit/contract/errors.ts";

/** A closed borrower neither connects a bank nor asks for a report: throws INVALID_STATUS_TRANSITION. */
export function requireOpen({ status }: Pick<Borrower, "status">): void {
  if (status === "closed") throw new AppError("INVALID_STATUS_TRANSITION");
}
