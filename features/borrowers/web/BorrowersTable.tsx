// Owns how many borrowers are seen at once: who, how far, what is in the way.
import type { ReactNode } from "react";
import { useMemo } from "react";
import type { Borrower } from "#features/borrowers/contract.ts";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import type { Column, ValueFilter } from "#kit/web/table/columns.ts";
import { DataTable } from "#kit/web/table/DataTable.tsx";
import { BorrowerStatusPill } from "./BorrowerStatusPill.tsx";
import { toRow, type BorrowerTableRow } from "./borrower-row.ts";
import styles from "./BorrowersTable.module.css";
import { STATUS_OPTIONS } from "./status-words.ts";

const columns: readonly Column<BorrowerTableRow>[] = [
  { key: "name", header: "Name", cell: (row) => <Name row={row} /> },
  { key: "step", header: "Status", cell: (row) => <BorrowerStatusPill status={row.status} /> },
  { key: "loanNumber", header: "Loan number", isWideOnly: true, cell: (row) => <Words text={row.loanNumber} /> },
  { key: "banks", header: "Bank", isWideOnly: true, cell: (row) => <Bank row={row} /> },
  { key: "reportReadyAt", header: "Report", isWideOnly: true, cell: (row) => <Report row={row} /> },
  { key: "email", header: "Email", isWideOnly: true, cell: (row) => <Words text={row.email} /> },
  { key: "updatedAt", header: "Last change", isWideOnly: true, cell: (row) => <DateText at={row.updatedAt} /> },
];

const searchKeys = ["people", "email", "loanNumber"] as const;

const filters: readonly ValueFilter<BorrowerTableRow>[] = [{ key: "status", label: "Status", options: STATUS_OPTIONS }];

interface BorrowersTableProps {
  /** `undefined` while they load. */
  readonly borrowers: readonly Borrower[] | undefined;
  readonly empty: ReactNode;
}

export function BorrowersTable({ borrowers, empty }: BorrowersTableProps) {
  const rows = useMemo(() => borrowers?.map(toRow), [borrowers]);
  return (
    <DataTable
      label="Borrowers"
      rows={rows}
      columns={columns}
      searchKeys={searchKeys}
      filters={filters}
      initialSort={{ column: "updatedAt", direction: "descending" }}
      open={({ id }) => `/account/borrowers/view/${id}`}
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
      {others.length > 0 && <span className={styles.others}> with {others.join(", ")}</span>}
    </span>
  );
}

function Bank({ row: { banks, needsLogIn } }: CellProps) {
  if (needsLogIn) return <StatusPill tone="amber">Log-in needed</StatusPill>;
  return <Words text={banks} />;
}

function Report({ row: { reportState, reportReadyAt } }: CellProps) {
  if (reportState === "generating") return <StatusPill tone="blue">Being made</StatusPill>;
  if (reportState === "failed") return <StatusPill tone="red">Failed</StatusPill>;
  return reportReadyAt === null ? <Words text={null} /> : <DateText at={reportReadyAt} />;
}

function Words({ text }: { readonly text: string | null }) {
  return text === null ? <span className={styles.none}>–</span> : <span className={styles.words}>{text}</span>;
}
