import type { Borrower, BorrowerStatus, createBorrower, listBorrowers } from "#features/borrowers/contract.ts";
import { canMove } from "#features/borrowers/rules/status.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import type { Membership } from "#features/directory/contract.ts";
import type { Call } from "#platform/contract/call.ts";
import { admits } from "#platform/contract/who.ts";

/** Whether an action is possible now; if not, a reason for the user who wants it. */
type Answer = { readonly yes: true; readonly why?: undefined } | { readonly yes: false; readonly why: string };

type Facts = Pick<Borrower, "status" | "items" | "latestReportId" | "invitedAt" | "reportState">;

const YES: Answer = { yes: true };
const no = (why: string): Answer => ({ yes: false, why });

const CLOSED = "This borrower is closed. Restore the borrower first.";
const NO_REPORT = "No report is ready yet";

export const borrowerCan = {
  /** Whether a person may set this status. Inviting, closing and restoring use `become` too. */
  become: (borrower: Facts, to: BorrowerStatus): Answer =>
    canMove(borrower, to) ? YES : no(reasonAgainst(borrower, to)),

  connectBank: ({ status }: Facts): Answer => (status === "closed" ? no(CLOSED) : YES),

  generateReport({ status, items, reportState }: Facts): Answer {
    if (status === "closed") return no(CLOSED);
    if (reportState === "generating") return no("Generating. The report will appear here when it's ready.");
    return items.length === 0 ? no("No bank is connected. Connect one first.") : YES;
  },

  downloadReport: ({ latestReportId }: Facts): Answer =>
    latestReportId === null ? no(`${NO_REPORT}. Generate one first.`) : YES,
};

/** Why a status cannot be set. The contract decides which statuses those are. */
function reasonAgainst({ status, items }: Facts, to: BorrowerStatus): string {
  if (status === "closed") return "Not their status before closing";
  if (to === "new") return "Only for a borrower just created";
  if (to === "report-ready") return NO_REPORT;
  if (to === "bank-connected" && items.length === 0) return "No bank is connected";
  return status === "report-ready" ? "A report is already ready" : "A bank is already connected";
}

/**
 * Typed as the contract's own list, so that the compiler checks it: pages without a borrower do not have to load the
 * contract.
 */
const READERS: (typeof listBorrowers)["who"] = ["root", "admin", "editor", "observer", "registered"];

/** Whether the user has a list of borrowers. */
export function useMayReadBorrowers(): boolean {
  return mayReadBorrowers(useMembership());
}

export function mayReadBorrowers(membership: Membership | null): boolean {
  return admits(READERS, membership?.role.name ?? null);
}

const WRITERS: (typeof createBorrower)["who"] = ["root", "admin", "editor", "registered"];

/** Whether the user may change borrowers and accept evidence. */
export function useMayChangeBorrowers(): boolean {
  return admits(WRITERS, useMembership()?.role.name ?? null);
}

/** Why the user may not make this call now. A user who may not read borrowers gets that as the reason. */
export function useBorrowerDisabledReason(wanted: Pick<Call, "who" | "confirmed">): string | undefined {
  const disabledReason = useDisabledReason(wanted);
  const mayRead = useMayReadBorrowers();
  return mayRead ? disabledReason : "Your role doesn't include borrowers. Ask an admin of your organization.";
}
