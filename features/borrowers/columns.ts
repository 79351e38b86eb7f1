import {
  fullName,
  type BorrowerColumn,
  type BorrowerStatus,
  type ListedBorrower,
  type ReportSummary,
} from "./contract.ts";
import { EXPIRY_LABELS, LOAN_PROGRAM_NAMES, OUTCOME_LABELS } from "./labels.ts";
import { closingDay } from "./rules/work.ts";
import { longDay } from "#platform/dates/days.ts";
import { dayIn } from "#platform/dates/zones.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { ListColumns } from "#platform/text/list-columns.ts";

/** Shown for an assignee who has left. */
export const FORMER = "A former colleague";

/** The members of the user's current organization. */
export interface Owners {
  readonly organizationId: string;
  /** Names by user id; `undefined` while they load or if they failed to load. */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** Only the list of all organizations gives a borrower's organization. */
export type MaybePlaced = ListedBorrower & { readonly organizationId?: string };

export function isForeign({ organizationId }: MaybePlaced, owners: Owners | null): boolean {
  return owners !== null && organizationId !== undefined && organizationId !== owners.organizationId;
}

/** `null`: no one, or not known yet. */
export function ownerOf(borrower: MaybePlaced, owners: Owners | null): string | null {
  const { assignedUserId } = borrower;
  if (isForeign(borrower, owners)) return "Another organization’s";
  if (assignedUserId === null || !owners?.names) return null;
  return owners.names.get(assignedUserId) ?? FORMER;
}

export const STATUS_LABELS: Readonly<Record<BorrowerStatus, string>> = {
  new: "New",
  invited: "Invited",
  "bank-connected": "Bank connected",
  "report-ready": "Report ready",
  closed: "Closed",
};

/** What runs or blocks a new report, otherwise the status. */
export const STATE_LABELS = {
  ...STATUS_LABELS,
  signIn: "Sign-in needed",
  generating: "Generating report",
  failed: "Report failed",
};
export type BorrowerState = keyof typeof STATE_LABELS;

type StateFacts = Pick<ListedBorrower, "status" | "connectionState" | "reportState">;

export function stateOf({ status, connectionState, reportState }: StateFacts): BorrowerState {
  if (status === "closed") return status;
  if (connectionState === "login_required") return "signIn";
  return reportState === "generating" || reportState === "failed" ? reportState : status;
}

export const DOCUMENTS_RECEIVED = "Documents received";

/** Under the loan's own program, by name: never another program's. */
export function answerWords(summary: ReportSummary): string {
  const { program, programName } = summary;
  const words = outcomeWords(summary);
  if (program === null) return words;
  return `${programName === undefined ? "" : `${programName}, not `}${LOAN_PROGRAM_NAMES[program]}: ${words}`;
}

export function outcomeWords({ program, outcome }: ReportSummary): string {
  return program === null || outcome === null ? "No answer" : OUTCOME_LABELS[outcome];
}

/** `2 blocking, 1 to review`. Information is counted only if there is nothing else. */
export function findingWords({ blockers, reviews, infos }: ReportSummary): string {
  const parts = [...(blockers > 0 ? [`${blockers} blocking`] : []), ...(reviews > 0 ? [`${reviews} to review`] : [])];
  if (parts.length > 0) return parts.join(", ");
  return infos > 0 ? `${infos} for information` : "None";
}

export function withOthers(others: readonly string[]): string {
  return others.length === 0 ? "" : ` with ${others.join(", ")}`;
}

interface Known {
  /** IANA name. */
  readonly zone: string;
  /** `null`: the user may not see owners. */
  readonly owners: Owners | null;
}

const summed = (words: (summary: ReportSummary) => string) => {
  return ({ summary }: MaybePlaced) => (summary === null ? "" : words(summary));
};

export const BORROWER_COLUMN_TEXTS: ListColumns<BorrowerColumn, MaybePlaced, Known> = {
  name: { header: "Name", text: (borrower) => fullName(borrower) + withOthers(borrower.coBorrowers.map(fullName)) },
  status: {
    header: "Status",
    text: (borrower) =>
      STATE_LABELS[stateOf(borrower)] + (borrower.documentState === "received" ? `, ${DOCUMENTS_RECEIVED}` : ""),
  },
  owner: { header: "Owner", text: (borrower, { owners }) => ownerOf(borrower, owners) ?? "" },
  answer: { header: "Answer", text: summed(answerWords) },
  funds: { header: "Funds", text: summed(({ usableCents }) => formatMoney(usableCents)) },
  findings: { header: "Findings", text: summed(findingWords) },
  nextExpiry: {
    header: "Expires next",
    text: ({ nextExpiryOn, nextExpiryKind }) =>
      nextExpiryOn && nextExpiryKind ? `${EXPIRY_LABELS[nextExpiryKind]}, ${longDay(nextExpiryOn)}` : "",
  },
  closing: {
    header: "Closing",
    text({ loan }) {
      const day = closingDay(loan);
      return day === null ? "" : longDay(day);
    },
  },
  loanNumber: { header: "Loan number", text: ({ loanNumber }) => loanNumber ?? "" },
  updatedAt: { header: "Last change", text: ({ updatedAt }, { zone }) => longDay(dayIn(updatedAt, zone)) },
};
