import { formatList } from "#platform/text/text.ts";
import type { Borrower, BorrowerStatus } from "#features/borrowers/contract.ts";
import { statusToRestore } from "#features/borrowers/rules/status.ts";

interface NextStep {
  readonly title: string;
  readonly text: string;
  /** What moves the borrower forward: a status to set, or a link to the report's page or the documents. */
  readonly act:
    | { readonly kind: "status"; readonly to: BorrowerStatus; readonly label: string }
    | { readonly kind: "report"; readonly label: string }
    | { readonly kind: "documents"; readonly label: string };
}

/** The most urgent step: first what is broken, then what is running, then the place in the borrower's life. */
export function nextStepOf(borrower: Borrower): NextStep {
  const { firstName, status, reportState, items } = borrower;
  const broken = items.filter((item) => item.status === "login_required").map((item) => item.institutionName);
  if (status === "closed")
    return {
      title: "Closed",
      text: "Borrower closed. Reports stay available and bank connections have ended.",
      act: { kind: "status", to: statusToRestore(borrower), label: "Restore borrower" },
    };
  if (broken.length > 0)
    return {
      title: "Reconnection needed",
      text: `${formatList(broken)} needs a new sign-in before the report can be refreshed. If ${firstName} connected it, we emailed them a link.`,
      act: { kind: "report", label: "Reconnect the bank" },
    };
  if (reportState === "generating")
    return {
      title: "Generating report",
      text: "We're requesting data from the bank. This page updates when the report is ready.",
      act: { kind: "report", label: "View progress" },
    };
  if (reportState === "failed")
    return {
      title: "The last report failed",
      text: "Nothing was charged. See what happened and what to do next.",
      act: { kind: "report", label: "See what happened" },
    };
  switch (status) {
    case "new":
      return {
        title: `Invite ${firstName}`,
        text: "We'll email a secure link to connect their bank. It takes about five minutes.",
        act: { kind: "status", to: "invited", label: "Send invitation" },
      };
    case "invited":
      return (
        documentsStepOf(borrower) ?? {
          title: `Waiting for ${firstName}`,
          text: "We emailed them a secure link to connect their bank.",
          act: { kind: "report", label: "Open asset report" },
        }
      );
    case "bank-connected":
      return {
        title: "Bank connected",
        text: `${formatList(items.map((item) => item.institutionName)) || "A bank"} is connected. Generating a report takes a few seconds.`,
        act: { kind: "report", label: "Go to Generate report" },
      };
    case "report-ready":
      return {
        title: "Report ready",
        text: "View or download balances, owners and every transaction.",
        act: { kind: "report", label: "View report" },
      };
  }
}

/** While no bank is connected, the documents that the people on the loan sent instead come first. */
function documentsStepOf({ firstName, documentState }: Borrower): NextStep | undefined {
  switch (documentState) {
    case "received":
      return {
        title: "Documents received",
        text: "Accept each document, or reject it with a reason. The borrower sees both.",
        act: { kind: "documents", label: "Review documents" },
      };
    case "rejected":
      return {
        title: `Waiting for ${firstName}`,
        text: "A document was rejected. We emailed them a link, and their page shows the reason. The needs list shows what is left.",
        act: { kind: "documents", label: "View documents" },
      };
    case "accepted":
      return {
        title: "All documents accepted",
        text: `Everything that was sent is accepted. For an asset report, ${firstName} still has to connect a bank.`,
        act: { kind: "documents", label: "View documents" },
      };
    case "none":
      return undefined;
  }
}

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
