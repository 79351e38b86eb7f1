import { useMemo, type ReactNode } from "react";
import { currentZone, formatDate } from "#platform/web/format/dates.ts";
import { DateText, Money, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import type { Column, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { UseRemote } from "#platform/web/table/remote/use-remote-list.ts";
import type { SelectionOptions } from "#platform/web/table/table-props.ts";
import {
  answerWords,
  BORROWER_COLUMN_TEXTS,
  DOCUMENTS_RECEIVED,
  findingWords,
  outcomeWords,
  STATE_LABELS,
  stateOf,
  withOthers,
  type BorrowerState,
  type MaybePlaced,
} from "#features/borrowers/columns.ts";
import { STATUS_OPTIONS, STATUS_TONES } from "../BorrowerStatusPill.tsx";
import { useOwners } from "../use-owners.ts";
import { SERVER_FILTERS, toRow, type BorrowerTableRow } from "./columns.ts";
import styles from "./BorrowersTable.module.css";
import { formatMoney } from "#platform/money/money.ts";
import {
  WORK,
  type BorrowerColumn,
  type BorrowerCounts,
  type ReportSummary,
  type Work,
} from "#features/borrowers/contract.ts";

import { countText } from "#features/borrowers/rules/work.ts";
import { EXPIRY_LABELS, WORK_LABELS } from "#features/borrowers/labels.ts";
import { freshnessOf } from "../freshness.ts";

/** Header and text as the CSV has them. */
function listed(csv: BorrowerColumn) {
  const { header, text } = BORROWER_COLUMN_TEXTS[csv];
  return {
    csv,
    header,
    text: ({ borrower }: BorrowerTableRow) => text(borrower, { zone: currentZone(), owners: null }),
  };
}

const REPORT_COLUMNS: readonly Column<BorrowerTableRow>[] = [
  {
    ...listed("answer"),
    key: "outcome",
    isWideOnly: true,
    isSortable: false,
    minTable: 62,
    cell: ({ summary }) => (summary === null ? <None /> : <Answer summary={summary} />),
  },
  {
    ...listed("funds"),
    key: "usableCents",
    align: "end",
    isWideOnly: true,
    cell: ({ usableCents }) => (usableCents === null ? <None /> : <Money cents={usableCents} />),
  },
  {
    ...listed("findings"),
    key: "openFindings",
    isWideOnly: true,
    cell: ({ summary }) =>
      summary === null ? <None /> : <StatusPill tone={toneOf(summary)}>{findingWords(summary)}</StatusPill>,
  },
  { ...listed("nextExpiry"), key: "nextExpiryOn", isWideOnly: true, cell: (row) => <NextExpiry row={row} /> },
];

/** Under the loan's own program, by name: never another program's. */
function Answer({ summary }: { readonly summary: ReportSummary }) {
  const { outcome } = summary;
  return <StatusPill tone={outcome === null ? "hollow" : OUTCOME_TONES[outcome]}>{answerWords(summary)}</StatusPill>;
}

const OUTCOME_TONES: Readonly<Record<NonNullable<ReportSummary["outcome"]>, Tone>> = {
  enough: "green",
  enoughUnderOverlay: "green",
  enoughToClose: "green",
  open: "amber",
  short: "red",
  notEvaluated: "grey",
};

function toneOf({ blockers, reviews }: ReportSummary): Tone {
  if (blockers > 0) return "red";
  return reviews > 0 ? "amber" : "green";
}

const STATE_TONES: Readonly<Record<BorrowerState, Tone>> = {
  ...STATUS_TONES,
  signIn: "amber",
  generating: "blue",
  failed: "red",
};

function State({ row }: CellProps) {
  const state = stateOf(row.borrower);
  return (
    <span className={styles.statuses}>
      <StatusPill tone={STATE_TONES[state]}>{STATE_LABELS[state]}</StatusPill>
      {row.documentState === "received" && <StatusPill tone="amber">{DOCUMENTS_RECEIVED}</StatusPill>}
    </span>
  );
}

function NextExpiry({ row: { nextExpiryOn, nextExpiryKind } }: CellProps) {
  if (nextExpiryOn === null || nextExpiryKind === null) return <None />;
  const { tone, daysLeft } = freshnessOf(nextExpiryOn);
  const day = formatDate(nextExpiryOn);
  const words = daysLeft < 0 ? `Expired ${day}` : daysLeft === 0 ? "Today" : `${day}, ${daysLeft} d`;
  return (
    <>
      <span className={styles.what}>{`${EXPIRY_LABELS[nextExpiryKind]} `}</span>
      {tone === "green" ? (
        <span className="numbers">{day}</span>
      ) : (
        <StatusPill tone={daysLeft < 0 ? "red" : "amber"}>{words}</StatusPill>
      )}
    </>
  );
}

/** A phone's second line: the facts of the columns that it leaves out. */
function Detail({ row: { summary, nextExpiryOn, nextExpiryKind, closingOn } }: CellProps) {
  const parts = [
    ...(summary === null ? [] : [outcomeWords(summary), formatMoney(summary.usableCents), findingWords(summary)]),
    ...(closingOn === null ? [] : [`Closing ${formatDate(closingOn)}`]),
    ...(nextExpiryOn === null || nextExpiryKind === null
      ? []
      : [`${EXPIRY_LABELS[nextExpiryKind]} through ${formatDate(nextExpiryOn)}`]),
  ];
  return parts.join(" · ") || null;
}

function None() {
  return <span className={styles.none}>–</span>;
}

const columns: readonly Column<BorrowerTableRow>[] = [
  { ...listed("name"), key: "name", cell: (row) => <Name row={row} /> },
  { ...listed("status"), key: "step", cell: (row) => <State row={row} /> },
  ...REPORT_COLUMNS,
  {
    ...listed("closing"),
    key: "closingOn",
    isWideOnly: true,
    minTable: 68,
    cell: ({ closingOn }) => <DateText at={closingOn} />,
  },
  {
    ...listed("loanNumber"),
    key: "loanNumber",
    isWideOnly: true,
    minTable: 68,
    cell: (row) => <Words text={row.loanNumber} />,
  },
  {
    ...listed("updatedAt"),
    key: "updatedAt",
    isWideOnly: true,
    minTable: 78,
    cell: (row) => <DateText at={row.updatedAt} />,
  },
];

const OWNER: Column<BorrowerTableRow> = {
  ...listed("owner"),
  key: "owner",
  isWideOnly: true,
  minTable: 52,
  cell: (row) => <Words text={row.owner} />,
  text: (row) => row.owner ?? "", // with the names that the page knows
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
