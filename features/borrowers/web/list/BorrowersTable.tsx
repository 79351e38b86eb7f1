import type { ReactNode } from "react";
import { useMemo } from "react";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import type { Column, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { UseRemote } from "#platform/web/table/remote/remote-rows.ts";
import type { SelectionOptions } from "#platform/web/table/table-props.ts";
import { BorrowerStatusPill } from "../BorrowerStatusPill.tsx";
import { STATUS_OPTIONS, STATUS_LABELS } from "../status-labels.ts";
import { useOwners, type MaybePlaced } from "../use-owners.ts";
import { toRow, type BorrowerTableRow } from "./borrower-row.ts";
import styles from "./BorrowersTable.module.css";
import { REPORT_COLUMNS } from "./ReportColumns.tsx";

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
    cell: (row) => <BorrowerStatusPill status={row.status} />,
    text: ({ status }) => STATUS_LABELS[status].label,
  },
  ...REPORT_COLUMNS,
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
    minTable: 52,
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
  if (column.key === "updatedAt" || column.key === "openFindings") return [{ ...column, minTable: 68 }];
  return column.key === "step" ? [column, OWNER] : [column];
});
/** For a list that the server sorts. The server knows only the ids of owners, so it cannot sort by their names. */
const withOwnerUnsorted = withOwner.map((column) =>
  column.key === "owner" ? { ...column, isSortable: false } : column,
);

const searchKeys = ["people", "email", "loanNumber"] as const;

const filters: readonly ValueFilter<BorrowerTableRow>[] = [{ key: "status", label: "Status", options: STATUS_OPTIONS }];

/** Selected borrowers are copied and saved, whatever else. */
const NOTHING_ELSE = {};

interface BorrowersTableProps {
  /** `undefined` while they load. */
  readonly borrowers: readonly MaybePlaced[] | undefined;
  /** Requests a page if the list is too long to load at once. */
  readonly useRemote: UseRemote<BorrowerTableRow>;
  /** Other actions for the selected borrowers. */
  readonly selection?: SelectionOptions<BorrowerTableRow>;
  readonly empty: ReactNode;
}

export function BorrowersTable({ borrowers, useRemote, selection = NOTHING_ELSE, empty }: BorrowersTableProps) {
  const owners = useOwners();
  const rows = useMemo(() => borrowers?.map((borrower) => toRow(borrower, owners)), [borrowers, owners]);
  const isLong = rows !== undefined && rows.length >= LIST_ROWS;
  return (
    <DataTable
      label="Borrowers"
      rows={rows}
      columns={owners === null ? columns : isLong ? withOwnerUnsorted : withOwner}
      searchKeys={searchKeys}
      filters={filters}
      initialSort={{ column: "updatedAt", direction: "descending" }}
      open={({ id }) => `/account/borrowers/view/${id}`}
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
