import { formatMoney } from "#platform/money/money.ts";
import type { ReportSummary } from "#features/borrowers/contract.ts";
import { LOAN_PROGRAM_NAMES, OUTCOME_LABELS } from "#features/borrowers/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Money } from "#platform/web/parts/Money.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/StatusPill.tsx";
import type { Column } from "#platform/web/table/columns/columns.ts";
import { freshnessOf } from "../freshness.ts";
import type { BorrowerTableRow } from "./borrower-row.ts";
import styles from "./BorrowersTable.module.css";

export const REPORT_COLUMNS: readonly Column<BorrowerTableRow>[] = [
  {
    key: "outcome",
    header: "Answer",
    isWideOnly: true,
    isSortable: false,
    minTable: 62,
    cell: ({ summary }) => (summary === null ? <None /> : <Answer summary={summary} />),
    text: ({ summary }) => (summary === null ? "" : answerWords(summary)),
  },
  {
    key: "usableCents",
    header: "Funds",
    align: "end",
    isWideOnly: true,
    cell: ({ usableCents }) => (usableCents === null ? <None /> : <Money cents={usableCents} />),
    text: ({ usableCents }) => (usableCents === null ? "" : formatMoney(usableCents)),
  },
  {
    key: "openFindings",
    header: "Findings",
    isWideOnly: true,
    cell: ({ summary }) =>
      summary === null ? <None /> : <StatusPill tone={toneOf(summary)}>{findingWords(summary)}</StatusPill>,
    text: ({ summary }) => (summary === null ? "" : findingWords(summary)),
  },
  {
    key: "freshUntil",
    header: "Valid through",
    isWideOnly: true,
    cell: (row) => <Fresh row={row} />,
    text: freshText,
  },
];

/** Under the loan's own program, by name: never another program's. */
function Answer({ summary }: { readonly summary: ReportSummary }) {
  const { outcome } = summary;
  return <StatusPill tone={outcome === null ? "hollow" : OUTCOME_TONES[outcome]}>{answerWords(summary)}</StatusPill>;
}

function answerWords({ program, outcome }: ReportSummary): string {
  if (program === null || outcome === null) return "No answer";
  return `${LOAN_PROGRAM_NAMES[program]}: ${OUTCOME_LABELS[outcome]}`;
}

const OUTCOME_TONES: Readonly<Record<NonNullable<ReportSummary["outcome"]>, Tone>> = {
  enough: "green",
  enoughToClose: "green",
  open: "amber",
  short: "red",
  notEvaluated: "grey",
};

/** `2 blocking, 1 to review`. Information is counted only if there is nothing else. */
function findingWords({ blockers, reviews, infos }: ReportSummary): string {
  const parts = [...(blockers > 0 ? [`${blockers} blocking`] : []), ...(reviews > 0 ? [`${reviews} to review`] : [])];
  if (parts.length > 0) return parts.join(", ");
  return infos > 0 ? `${infos} for information` : "None";
}

function toneOf({ blockers, reviews }: ReportSummary): Tone {
  if (blockers > 0) return "red";
  return reviews > 0 ? "amber" : "green";
}

const LOG_IN = "Sign-in needed";
const MAKING = "In progress";
const FAILED = "Report failed";

/** The reason that blocks a new report comes first. */
function Fresh({ row: { needsLogIn, reportState, freshUntil } }: { readonly row: BorrowerTableRow }) {
  if (needsLogIn) return <StatusPill tone="amber">{LOG_IN}</StatusPill>;
  if (reportState === "generating") return <StatusPill tone="blue">{MAKING}</StatusPill>;
  if (reportState === "failed") return <StatusPill tone="red">{FAILED}</StatusPill>;
  if (freshUntil === null) return <None />;
  const { tone, daysLeft } = freshnessOf(freshUntil);
  const day = formatDate(freshUntil);
  if (tone === "green") return <span className="numbers">{day}</span>;
  if (daysLeft < 0) return <StatusPill tone="red">{`Expired ${day}`}</StatusPill>;
  return <StatusPill tone="amber">{daysLeft === 0 ? "Today" : `${day}, ${daysLeft} d`}</StatusPill>;
}

function freshText({ needsLogIn, reportState, freshUntil }: BorrowerTableRow): string {
  if (needsLogIn) return LOG_IN;
  if (reportState === "generating") return MAKING;
  if (reportState === "failed") return FAILED;
  return freshUntil === null ? "" : formatDate(freshUntil);
}

function None() {
  return <span className={styles.none}>–</span>;
}
