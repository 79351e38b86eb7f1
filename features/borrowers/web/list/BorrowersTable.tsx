import { useMemo, type ReactNode } from "react";
import { formatDate } from "#platform/web/format/dates.ts";
import { DateText, Money, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import type { Column, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { UseRemote } from "#platform/web/table/remote/use-remote-list.ts";
import type { SelectionOptions } from "#platform/web/table/table-props.ts";
import { STATUS_LABELS, STATUS_OPTIONS } from "../BorrowerStatusPill.tsx";
import { useOwners, type MaybePlaced } from "../use-owners.ts";
import { SERVER_FILTERS, toRow, type BorrowerTableRow } from "./columns.ts";
import styles from "./BorrowersTable.module.css";
import { formatMoney } from "#platform/money/money.ts";
import { WORK, type BorrowerCounts, type ReportSummary, type Work } from "#features/borrowers/contract.ts";

import { countText } from "#features/borrowers/rules/work.ts";
import { LOAN_PROGRAM_NAMES, OUTCOME_LABELS, WORK_LABELS } from "#features/borrowers/labels.ts";
import { freshnessOf } from "../freshness.ts";

const REPORT_COLUMNS: readonly Column<BorrowerTableRow>[] = [
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

function answerWords(summary: ReportSummary): string {
  const { program } = summary;
  const words = outcomeWords(summary);
  return program === null ? words : `${LOAN_PROGRAM_NAMES[program]}: ${words}`;
}

function outcomeWords({ program, outcome }: ReportSummary): string {
  return program === null || outcome === null ? "No answer" : OUTCOME_LABELS[outcome];
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

/** What runs or blocks a new report, otherwise the status. */
function stateOf({ needsLogIn, reportState, status }: BorrowerTableRow): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (status === "closed") return STATUS_LABELS.closed;
  if (needsLogIn) return { label: "Sign-in needed", tone: "amber" };
  if (reportState === "generating") return { label: "Generating report", tone: "blue" };
  if (reportState === "failed") return { label: "Report failed", tone: "red" };
  return STATUS_LABELS[status];
}

function State({ row }: CellProps) {
  const { label, tone } = stateOf(row);
  return (
    <span className={styles.statuses}>
      <StatusPill tone={tone}>{label}</StatusPill>
      {row.documentState === "received" && <StatusPill tone="amber">{DOCUMENTS}</StatusPill>}
    </span>
  );
}

const DOCUMENTS = "Documents received";

function stateText(row: BorrowerTableRow): string {
  return [stateOf(row).label, ...(row.documentState === "received" ? [DOCUMENTS] : [])].join(", ");
}

function Fresh({ row: { freshUntil } }: CellProps) {
  if (freshUntil === null) return <None />;
  const { tone, daysLeft } = freshnessOf(freshUntil);
  const day = formatDate(freshUntil);
  if (tone === "green") return <span className="numbers">{day}</span>;
  if (daysLeft < 0) return <StatusPill tone="red">{`Expired ${day}`}</StatusPill>;
  return <StatusPill tone="amber">{daysLeft === 0 ? "Today" : `${day}, ${daysLeft} d`}</StatusPill>;
}

function freshText({ freshUntil }: BorrowerTableRow): string {
  return freshUntil === null ? "" : formatDate(freshUntil);
}

/** A phone's second line: the facts of the columns that it leaves out. */
function Detail({ row: { summary, freshUntil, closingOn } }: CellProps) {
  const parts = [
    ...(summary === null ? [] : [outcomeWords(summary), formatMoney(summary.usableCents), findingWords(summary)]),
    ...(closingOn === null ? [] : [`Closing ${formatDate(closingOn)}`]),
    ...(freshUntil === null ? [] : [`Valid through ${formatDate(freshUntil)}`]),
  ];
  return parts.join(" · ") || null;
}

function None() {
  return <span className={styles.none}>–</span>;
}

const columns: readonly Column<BorrowerTableRow>[] = [
  {
    key: "name",
    header: "Name",
    cell: (row) => <Name row={row} />,
    text: ({ name, others }) => name + withOthers(others),
  },
  {
    key: "step",
    header: "Status",
    cell: (row) => <State row={row} />,
    text: stateText,
  },
  ...REPORT_COLUMNS,
  {
    key: "closingOn",
    header: "Closing",
    isWideOnly: true,
    minTable: 68,
    cell: ({ closingOn }) => <DateText at={closingOn} />,
    text: ({ closingOn }) => (closingOn === null ? "" : formatDate(closingOn)),
  },
  {
    key: "loanNumber",
    header: "Loan number",
    isWideOnly: true,
    minTable: 68,
    cell: (row) => <Words text={row.loanNumber} />,
  },
  {
    key: "updatedAt",
    header: "Last change",
    isWideOnly: true,
    minTable: 78,
    cell: (row) => <DateText at={row.updatedAt} />,
    text: (row) => formatDate(row.updatedAt),
  },
];

const OWNER: Column<BorrowerTableRow> = {
  key: "owner",
  header: "Owner",
  isWideOnly: true,
  minTable: 52,
  cell: (row) => <Words text={row.owner} />,
};

/** With the owner there is no room for the loan number. The search still finds it. */
const withOwner = columns.flatMap((column): Column<BorrowerTableRow>[] => {
  if (column.key === "loanNumber") return [];
  if (column.key === "openFindings") return [{ ...column, minTable: 68 }];
  if (column.key === "closingOn") return [{ ...column, minTable: 78 }];
  return column.key === "step" ? [column, OWNER] : [column];
});
/** For a list that the server sorts. The server knows only the ids of owners, so it cannot sort by their names. */
const withOwnerUnsorted = withOwner.map((column) =>
  column.key === "owner" ? { ...column, isSortable: false } : column,
);

const searchKeys = ["people", "email", "phone", "loanNumber"] as const;

const STATUS: ValueFilter<BorrowerTableRow> = { key: "status", label: "Status", options: STATUS_OPTIONS };

function workFilter(countOf: (work: Work) => number | string | undefined): ValueFilter<BorrowerTableRow> {
  const options = WORK.map((value) => ({ value, label: WORK_LABELS[value], count: countOf(value) }));
  return { key: "work", label: "Today", options };
}

/** Selected borrowers are copied and saved, whatever else. */
const NOTHING_ELSE = {};

interface BorrowersTableProps {
  /** `undefined` while they load; `null`: too many to be read whole. */
  readonly borrowers: readonly MaybePlaced[] | null | undefined;
  /** Of a list that is not read whole. */
  readonly counts: BorrowerCounts | undefined;
  /** Requests a page of a list that is not read whole. */
  readonly useRemote: UseRemote<BorrowerTableRow>;
  /** Other actions for the selected borrowers. */
  readonly selection?: SelectionOptions<BorrowerTableRow>;
  readonly empty: ReactNode;
}

export function BorrowersTable(props: BorrowersTableProps) {
  const { borrowers, counts, useRemote, selection = NOTHING_ELSE, empty } = props;
  const owners = useOwners();
  const rows = useMemo(() => borrowers && borrowers.map((borrower) => toRow(borrower, owners)), [borrowers, owners]);
  const filters = useMemo(() => {
    const countOf = (work: Work) => rows?.filter((row) => row.work.includes(work)).length;
    return [workFilter(rows === null ? (work) => counts && countText(counts.work[work]) : countOf), STATUS];
  }, [rows, counts]);
  return (
    <DataTable
      label="Borrowers"
      rows={rows}
      columns={owners === null ? columns : rows === null ? withOwnerUnsorted : withOwner}
      searchKeys={searchKeys}
      filters={filters}
      serverFilters={SERVER_FILTERS}
      initialSort={{ column: "updatedAt", direction: "descending" }}
      open={({ id }) => `/account/borrowers/view/${id}`}
      detail={(row) => <Detail row={row} />}
      selection={selection}
      useRemote={useRemote}
      empty={empty}
    />
  );
}

interface CellProps {
  readonly row: BorrowerTableRow;
}

function Name({ row: { name, others } }: CellProps) {
  return (
    <span className={styles.name}>
      {name}
      {others.length > 0 && <span className={styles.others}>{withOthers(others)}</span>}
    </span>
  );
}

function Words({ text }: { readonly text: string | null }) {
  return text === null ? <span className={styles.none}>–</span> : <span className={styles.words}>{text}</span>;
}

function withOthers(others: readonly string[]): string {
  return others.length === 0 ? "" : ` with ${others.join(", ")}`;
}
