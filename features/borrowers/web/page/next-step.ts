// Owns what there is to do with a borrower now, in one sentence and one act.
import type { Borrower, BorrowerStatus } from "#features/borrowers/contract.ts";
import { statusToRestore } from "#features/borrowers/rules/status.ts";

interface NextStep {
  readonly title: string;
  readonly text: string;
  /** What moves it on: a status to set, or the way to the report's page. */
  readonly act:
    | { readonly kind: "status"; readonly to: BorrowerStatus; readonly label: string }
    | { readonly kind: "report"; readonly label: string };
}

/** The most pressing first: what is broken, what runs, then the place in the borrower's life. */
export function nextStepOf(borrower: Borrower): NextStep {
  const { firstName, status, reportState, items } = borrower;
  const broken = items.filter((item) => item.status === "login_required").map((item) => item.institutionName);
  if (status === "closed")
    return {
      title: "Closed",
      text: "Nothing is asked of them any more. Reports are kept; bank connections have ended.",
      act: { kind: "status", to: statusToRestore(borrower), label: "Restore borrower" },
    };
  if (broken.length > 0)
    return {
      title: "A bank asks for a new log-in",
      text: `${broken.join(" and ")} gives no newer figures until ${firstName} logs in there again. The borrower was mailed a repair link.`,
      act: { kind: "report", label: "Repair the connection" },
    };
  if (reportState === "generating")
    return {
      title: "The report is being made",
      text: "The bank's figures are on their way. This page shows when they are here.",
      act: { kind: "report", label: "Watch it" },
    };
  if (reportState === "failed")
    return {
      title: "The last report failed",
      text: "Nothing is lost, and nothing was charged. See what happened and what to do about it.",
      act: { kind: "report", label: "See what happened" },
    };
  switch (status) {
    case "new":
      return {
        title: `Ask ${firstName} for bank data`,
        text: "They get a mail with a link of their own: they see who asks, agree, and connect their bank on a phone.",
        act: { kind: "status", to: "invited", label: "Mail the invitation" },
      };
    case "invited":
      return {
        title: `Waiting for ${firstName}`,
        text: "They have a link in their mail. If you have them on the phone, do it together.",
        act: { kind: "report", label: "Connect their bank" },
      };
    case "bank-connected":
      return {
        title: "Make the report",
        text: `${items.map((item) => item.institutionName).join(" and ") || "A bank"} is connected. A report takes a few seconds.`,
        act: { kind: "report", label: "Go and make it" },
      };
    case "report-ready":
      return {
        title: "The report is ready",
        text: "Balances, owners and every transaction, to read or to download.",
        act: { kind: "report", label: "Read it" },
      };
  }
}
