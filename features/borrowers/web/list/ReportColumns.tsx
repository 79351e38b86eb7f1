// Owns what lists say of each borrower's newest report: the money, the findings, how long it is fresh.
import type { ReportSummary } from "#features/borrowers/contract.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { StatusPill, type Tone } from "#kit/web/parts/StatusPill.tsx";
import type { Column } from "#kit/web/table/columns/columns.ts";
import { freshnessOf } from "../freshness.ts";
import type { BorrowerTableRow } from "./borrower-row.ts";
import styles from "./BorrowersTable.module.css";

export const REPORT_COLUMNS: readonly Column<BorrowerTableRow>[] = [
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
    header: "Fresh until",
    isWideOnly: true,
    cell: (row) => <Fresh row={row} />,
    text: freshText,
  },
];

/** `2 blocking, 1 to review`; what is for information is told where there is nothing else. */
function findingWords({ blockers, reviews, infos }: ReportSummary): string {
  const parts = [...(blockers > 0 ? [`${blockers} blocking`] : []), ...(reviews > 0 ? [`${reviews} to review`] : [])];
  if (parts.length > 0) return parts.join(", ");
  return infos > 0 ? `${infos} for information` : "None";
}

function toneOf({ blockers, reviews }: ReportSummary): Tone {
  if (blockers > 0) return "red";
  return reviews > 0 ? "amber" : "green";
}

const LOG_IN = "Log-in needed";
const MAKING = "Being made";
const FAILED = "Report failed";

/** Said in words only where it asks for something; first comes what keeps it from being fresh again. */
function Fresh({ row: { needsLogIn, reportState, freshUntil } }: { readonly row: BorrowerTableRow }) {
  if (needsLogIn) return <StatusPill tone="amber">{LOG_IN}</StatusPill>;
  if (reportState === "generating") return <StatusPill tone="blue">{MAKING}</StatusPill>;
  if (reportState === "failed") return <StatusPill tone="red">{FAILED}</StatusPill>;
  if (freshUntil === null) return <None />;
  const { tone, daysLeft } = freshnessOf(freshUntil);
  const day = formatDate(freshUntil);
  if (tone === "green") return <span className="numbers">{day}</span>;
  if (daysLeft < 0) return <StatusPill tone="red">{`Over since ${day}`}</StatusPill>;
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
