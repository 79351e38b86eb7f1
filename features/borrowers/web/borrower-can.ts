// Owns what may be done with a borrower now and why not: the contract's steps and facts, in words.
import type { Borrower, BorrowerStatus } from "#features/borrowers/contract.ts";
import { canMove } from "#features/borrowers/rules/status.ts";

/** Whether something may be done now; a no says why, in words for the person who wants to. */
type Answer = { readonly yes: true; readonly why?: undefined } | { readonly yes: false; readonly why: string };

type Facts = Pick<Borrower, "status" | "items" | "latestReportId" | "invitedAt" | "reportState">;

const YES: Answer = { yes: true };
const no = (why: string): Answer => ({ yes: false, why });

const CLOSED = "This borrower is closed. Restore them first.";
const NO_REPORT = "No report is ready yet";

export const borrowerCan = {
  /** Whether a person may set this status: invite, close and restore are `become` too. */
  become: (borrower: Facts, to: BorrowerStatus): Answer =>
    canMove(borrower, to) ? YES : no(reasonAgainst(borrower, to)),

  connectBank: ({ status }: Facts): Answer => (status === "closed" ? no(CLOSED) : YES),

  generateReport({ status, items, reportState }: Facts): Answer {
    if (status === "closed") return no(CLOSED);
    if (reportState === "generating") return no("A report is being made. It appears here by itself.");
    return items.length === 0 ? no("No bank is connected yet. Connect one first.") : YES;
  },

  downloadReport: ({ latestReportId }: Facts): Answer =>
    latestReportId === null ? no(`${NO_REPORT}. Generate one first.`) : YES,
};

/** Why a status that may not be set may not: the contract says which those are. */
function reasonAgainst({ status, items }: Facts, to: BorrowerStatus): string {
  if (status === "closed") return "Not what they were before closing";
  if (to === "new") return "Only right after creating";
  if (to === "report-ready") return NO_REPORT;
  if (to === "bank-connected" && items.length === 0) return "No bank is connected yet";
  return status === "report-ready" ? "A report is ready already" : "A bank is connected already";
}
