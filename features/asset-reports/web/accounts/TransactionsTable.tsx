import { useMemo } from "react";
import { formatCount } from "#platform/text/text.ts";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { AccountLabel } from "#features/underwriting/web/AccountLabel.tsx";
import { accountName, SEVERITY_LABELS } from "#features/underwriting/labels.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, Money, StatusPill } from "#platform/web/parts/Values.tsx";
import { EmptyState } from "#platform/web/parts/QueryBoundary.tsx";
import type { Column, RangeFilter, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import { SeverityIcon } from "#features/underwriting/web/SeverityIcon.tsx";
import { marksOf, rowsOf, type TransactionRow } from "./columns.ts";
import styles from "./Accounts.module.css";

const ranges: readonly RangeFilter<TransactionRow>[] = [{ key: "cents", label: "amount", unit: "cents" }];

const searchKeys = ["description", "merchant", "category", "amount"] as const;

interface TransactionsTableProps {
  readonly accounts: readonly ReportAccount[];
  /** The stored findings: trying other terms changes no line. */
  readonly findings: readonly Finding[];
  /** The finding whose lines alone are shown. */
  readonly only: Finding | null;
  readonly onAll: () => void;
  readonly onFinding: (finding: Finding) => void;
}

export function TransactionsTable({ accounts, findings, only, onAll, onFinding }: TransactionsTableProps) {
  const marks = useMemo(() => marksOf(findings), [findings]);
  const rows = useMemo(() => rowsOf(accounts, marks), [accounts, marks]);
  const shown = useMemo(() => rowsFor(rows, only), [rows, only]);
  const columns = useMemo(() => columnsFor(marks, onFinding), [marks, onFinding]);
  const hasMarks = marks.size > 0;
  const filters = useMemo(() => filtersOf(accounts, hasMarks), [accounts, hasMarks]);
  return (
    <>
      {only !== null && (
        <div className={styles.only} role="status">
          <span>
            {formatCount(shown.length, "line")} of “{only.title}” {only.ruleId}
          </span>
          <Button size="small" onClick={onAll}>
            Show all transactions
          </Button>
        </div>
      )}
      <DataTable
        label="Transactions"
        rows={shown}
        columns={columns}
        searchKeys={searchKeys}
        filters={filters}
        ranges={ranges}
        initialSort={{ column: "date", direction: "descending" }}
        wholeIn="the PDF"
        isPrintedWhole
        empty={<EmptyState title="No transactions">The bank provided none for this period.</EmptyState>}
      />
    </>
  );
}

function rowsFor(rows: TransactionRow[], only: Finding | null): TransactionRow[] {
  if (only === null) return rows;
  const wanted = new Set(only.transactionIds);
  return rows.filter(({ transactionId }) => wanted.has(transactionId));
}

function columnsFor(
  marks: ReadonlyMap<string, Finding>,
  onFinding: TransactionsTableProps["onFinding"],
): readonly Column<TransactionRow>[] {
  return [
    { key: "date", header: "Date", isWideOnly: true, cell: (row) => <DateText at={row.date} /> },
    {
      key: "description",
      header: "Description",
      cell: (row) => <Description row={row} finding={marks.get(row.transactionId)} onFinding={onFinding} />,
    },
    {
      key: "category",
      header: "Category",
      isWideOnly: true,
      minTable: 62,
      cell: (row) => <Words text={row.category} />,
    },
    { key: "account", header: "Account", isWideOnly: true, cell: (row) => <Account row={row} /> },
    { key: "cents", header: "Amount", align: "end", cell: (row) => <Amount row={row} /> },
  ];
}

/** One chip per account with lines. A single account needs none. */
function filtersOf(accounts: readonly ReportAccount[], hasMarks: boolean): ValueFilter<TransactionRow>[] {
  const options = accounts
    .filter(({ transactions }) => transactions.length > 0)
    .map((account) => ({ value: account.id, label: accountName(account) }));
  const filters: ValueFilter<TransactionRow>[] = [
    { key: "kind", label: "Kind", options: [{ value: "deposit", label: "Deposits" }] },
  ];
  if (hasMarks)
    filters.unshift({ key: "marked", label: "Findings", options: [{ value: "yes", label: "With findings" }] });
  return options.length < 2 ? filters : [{ key: "accountId", label: "Account", options }, ...filters];
}

interface CellProps {
  readonly row: TransactionRow;
}

interface DescriptionProps extends CellProps {
  readonly finding: Finding | undefined;
  readonly onFinding: TransactionsTableProps["onFinding"];
}

/** On a phone the date is above the text. */
function Description({ row: { date, description, isPending }, finding, onFinding }: DescriptionProps) {
  return (
    <span className={styles.description} title={description}>
      <span className={styles.date}>
        <DateText at={date} />
      </span>
      {finding && <FindingMark finding={finding} onFinding={onFinding} />}
      {isPending && (
        <span className={styles.pending}>
          <StatusPill tone="amber">Pending</StatusPill>
        </span>
      )}{" "}
      {description}
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

function Account({ row: { accountName: name, mask } }: CellProps) {
  return (
    <span className={styles.words}>
      <AccountLabel account={{ name, mask }} />
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

interface FindingMarkProps {
  readonly finding: Finding;
  readonly onFinding: (finding: Finding) => void;
}

function FindingMark({ finding, onFinding }: FindingMarkProps) {
  const { severity, title } = finding;
  const words = `${SEVERITY_LABELS[severity]}: ${title}`;
  return (
    <button
      type="button"
      className={styles.mark}
      data-severity={severity}
      title={words}
      aria-label={`Show finding. ${words}`}
      onClick={() => onFinding(finding)}
    >
      <SeverityIcon severity={severity} />
    </button>
  );
}
