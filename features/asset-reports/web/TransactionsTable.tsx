// Owns the bank lines of a report, thousands of them: searched, filtered by account, sorted by date or amount.
import { useMemo } from "react";
import type { ReportAccount } from "#features/asset-reports/contract.ts";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { Money } from "#kit/web/parts/Money.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import type { Column, RangeFilter, ValueFilter } from "#kit/web/table/columns.ts";
import { DataTable } from "#kit/web/table/DataTable.tsx";
import { shortName } from "./account-words.ts";
import { rowsOf, type TransactionRow } from "./transaction-row.ts";
import styles from "./TransactionsTable.module.css";

const columns: readonly Column<TransactionRow>[] = [
  { key: "date", header: "Date", isWideOnly: true, cell: (row) => <DateText at={row.date} /> },
  { key: "description", header: "Description", cell: (row) => <Description row={row} /> },
  { key: "category", header: "Category", isWideOnly: true, cell: (row) => <Words text={row.category} /> },
  { key: "account", header: "Account", isWideOnly: true, cell: (row) => <Words text={row.account} /> },
  { key: "cents", header: "Amount", align: "end", cell: (row) => <Amount row={row} /> },
];

const ranges: readonly RangeFilter<TransactionRow>[] = [{ key: "cents", label: "amount", unit: "cents" }];

const searchKeys = ["description", "merchant", "category", "amount"] as const;

interface TransactionsTableProps {
  readonly accounts: readonly ReportAccount[];
}

export function TransactionsTable({ accounts }: TransactionsTableProps) {
  const rows = useMemo(() => rowsOf(accounts), [accounts]);
  const filters = useMemo(() => filtersOf(accounts), [accounts]);
  return (
    <DataTable
      label="Transactions"
      rows={rows}
      columns={columns}
      searchKeys={searchKeys}
      filters={filters}
      ranges={ranges}
      initialSort={{ column: "date", direction: "descending" }}
      empty={<EmptyState title="No transactions">The bank gave none for these days.</EmptyState>}
    />
  );
}

/** One chip an account that has lines; a single account needs none. */
function filtersOf(accounts: readonly ReportAccount[]): ValueFilter<TransactionRow>[] {
  const options = accounts
    .filter(({ transactions }) => transactions.length > 0)
    .map((account) => ({ value: account.id, label: shortName(account) }));
  return options.length < 2 ? [] : [{ key: "accountId", label: "Account", options }];
}

interface CellProps {
  readonly row: TransactionRow;
}

/** On a phone the date stands above the words. */
function Description({ row: { date, description, isPending } }: CellProps) {
  return (
    <span className={styles.description} title={description}>
      <span className={styles.date}>
        <DateText at={date} />
      </span>
      {isPending && <StatusPill tone="amber">Pending</StatusPill>} {description}
    </span>
  );
}

function Words({ text }: { readonly text: string | null }) {
  return (
    <span className={styles.words} title={text ?? undefined}>
      {text ?? "–"}
    </span>
  );
}

function Amount({ row: { cents, currency } }: CellProps) {
  return (
    <span className={cents > 0 ? styles.in : undefined}>
      <Money cents={cents} currency={currency} />
    </span>
  );
}
