import { WORK, WORK_COUNTED, type ListedBorrower, type Loan, type Work } from "#features/borrowers/contract.ts";
import { addDays } from "#platform/dates/days.ts";

/** Days before something of a borrower's file expires in which it is listed. */
export const EXPIRING_DAYS = 14;
/** Days before the note date in which a loan is listed. */
export const CLOSING_DAYS = 7;

type Facts = Pick<
  ListedBorrower,
  "status" | "reportState" | "connectionState" | "documentState" | "summary" | "loan" | "nextExpiryOn"
>;

/** The officer's next action; `null`: none. */
export type Need = "report-failed" | "generate" | "documents" | "conditions" | "invite";

export function needOf({
  status,
  reportState,
  documentState,
  summary,
}: Omit<Facts, "loan" | "nextExpiryOn">): Need | null {
  if (status === "closed") return null;
  if (reportState === "failed") return "report-failed";
  if (status === "bank-connected" && reportState === "none") return "generate";
  if (documentState === "received") return "documents";
  if (summary !== null && summary.blockers + summary.reviews > 0) return "conditions";
  return status === "new" ? "invite" : null;
}

/** The day of closing, `YYYY-MM-DD`: the note date, otherwise the disbursement date. */
export function closingDay({ noteDate, disbursementDate }: Loan): string | null {
  return noteDate ?? disbursementDate ?? null;
}

/** @param today `YYYY-MM-DD` in UTC, as the days of reports and loans */
export function workOf(borrower: Facts, today: string): Work[] {
  const { status, connectionState, documentState, nextExpiryOn, loan } = borrower;
  if (status === "closed") return [];
  const closing = closingDay(loan);
  const holds: Record<Work, boolean> = {
    "needs-you": needOf(borrower) !== null,
    waiting:
      (status === "invited" && (documentState === "none" || documentState === "rejected")) ||
      connectionState === "login_required",
    expiring: nextExpiryOn !== null && nextExpiryOn <= addDays(today, EXPIRING_DAYS),
    closing: closing !== null && closing >= today && closing <= addDays(today, CLOSING_DAYS),
  };
  return WORK.filter((work) => holds[work]);
}

/** As the server counts a list of the day: `12`, `1,000+`. */
export function countText(count: number): string {
  return `${count.toLocaleString("en-US")}${count >= WORK_COUNTED ? "+" : ""}`;
}
