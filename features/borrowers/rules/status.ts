import type { Borrower, BorrowerStatus } from "#features/borrowers/contract.ts";
import { AppError } from "#platform/contract/errors.ts";

type Facts = Pick<Borrower, "status" | "items" | "latestReportId" | "invitedAt">;

/** Whether the facts allow a person to set this status. The same status is always allowed: it changes nothing. */
export function canMove(borrower: Facts, to: BorrowerStatus): boolean {
  if (borrower.status === to) return true;
  if (to === "closed") return true;
  if (borrower.status === "closed") return to === statusToRestore(borrower);
  switch (to) {
    case "invited":
      return borrower.status === "new" || (borrower.status === "bank-connected" && borrower.items.length === 0);
    case "bank-connected":
      return borrower.items.length > 0 && borrower.status !== "report-ready";
    case "report-ready":
      return borrower.latestReportId !== null;
    case "new":
      return false;
  }
}

/** The status that a closed borrower gets when restored. It follows from the stored facts, not from the last status. */
export function statusToRestore({
  latestReportId,
  invitedAt,
}: Pick<Borrower, "latestReportId" | "invitedAt">): BorrowerStatus {
  if (latestReportId !== null) return "report-ready";
  return invitedAt !== null ? "invited" : "new";
}

/** Throws INVALID_STATUS_TRANSITION: a closed borrower can neither connect a bank nor request a report. */
export function requireOpen({ status }: Pick<Borrower, "status">): void {
  if (status === "closed") throw new AppError("INVALID_STATUS_TRANSITION");
}

/** The status after the last bank is removed. A borrower with a report stays report-ready. */
export function statusWithoutBank({ status }: Pick<Borrower, "status">): BorrowerStatus {
  return status === "bank-connected" ? "invited" : status;
}
