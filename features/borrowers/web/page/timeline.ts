import type { Borrower } from "#features/borrowers/contract.ts";

export interface TimelineStep {
  readonly label: string;
  /** ISO 8601; `null`: has not happened yet. */
  readonly at: string | null;
}

/** Past events, oldest first, then upcoming steps. A closed borrower has no upcoming steps. */
export function timelineOf(borrower: Borrower, marks: readonly TimelineStep[] = []): TimelineStep[] {
  const { createdAt, invitedAt, connectedAt, reportReadyAt, lenderNotifiedAt, closedAt } = borrower;
  const way = [
    { label: "Created", at: createdAt },
    { label: "Invited", at: invitedAt },
    { label: "Bank connected", at: connectedAt },
    { label: "Report ready", at: reportReadyAt },
  ];
  const beside = [
    { label: "Lender notified", at: lenderNotifiedAt },
    { label: "Closed", at: closedAt },
  ];
  const happened = [...way, ...beside, ...marks].filter((step) => step.at !== null).toSorted(byTime);
  const furthest = way.findLastIndex((step) => step.at !== null);
  return closedAt === null ? [...happened, ...way.slice(furthest + 1)] : happened;
}

function byTime({ at: one }: TimelineStep, { at: other }: TimelineStep): number {
  return Date.parse(one ?? "") - Date.parse(other ?? ""); // only those that happened are sorted
}
