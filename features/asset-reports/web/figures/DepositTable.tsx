import { useMemo, useState } from "react";
import { formatMoney } from "#platform/money/money.ts";
import type { DepositRow, Figures, Program } from "#features/underwriting/rules/evaluation.ts";
import { classWords, DEPOSIT_LABELS, PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Money } from "#platform/web/parts/Money.tsx";
import type { Lookup } from "./lookup.ts";
import { PagedTable, type PagedColumn } from "./PagedTable.tsx";
import styles from "../ready/ReportTables.module.css";

interface DepositTableProps {
  readonly figures: Figures;
  readonly program: Program;
  readonly lookup: Lookup;
}

/** Each deposit with its result under the program, and the reason. */
export function DepositTable({ figures, program, lookup }: DepositTableProps) {
  const { deposits, windowDays, thresholds } = figures;
  const [result, setResult] = useState("");
  const newestFirst = useMemo(
    () => deposits.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)),
    [deposits],
  );
  const results = [...new Set(newestFirst.map(({ outcomes }) => outcomes[program]))].filter((one) => one !== undefined);
  const shown = result === "" ? newestFirst : newestFirst.filter(({ outcomes }) => outcomes[program] === result);
  const isTested = program !== "va" && program !== "usda";
  const threshold = program === "fha" ? thresholds.adjustedValueCents : thresholds.incomeCents;
  return (
    <>
      <p className={styles.explain}>
        {isTested
          ? `Deposits of the last ${windowDays} days on accounts that count are tested under ${PROGRAM_NAMES[program]}.`
          : `Large deposits are not tested under ${PROGRAM_NAMES[program]}.`}
        {isTested && threshold !== null && ` A deposit is large above ${formatMoney(threshold)}.`}
      </p>
      <div className={styles.filter}>
        <Select
          label="Result"
          value={result}
          options={[
            { value: "", label: `All (${deposits.length})` },
            ...results.map((one) => ({ value: one, label: DEPOSIT_LABELS[one] })),
          ]}
          onChange={setResult}
        />
      </div>
      <PagedTable
        key={result}
        label="Deposits"
        columns={columnsOf(program, lookup)}
        rows={shown}
        keyOf={({ transactionId }) => transactionId}
      />
    </>
  );
}

function columnsOf(program: Program, lookup: Lookup): readonly PagedColumn<DepositRow>[] {
  return [
    { header: "Date", cell: ({ date }) => <DateText at={date} /> },
    {
      header: "Deposit",
      cell: ({ transactionId, accountId }) => (
        <>
          {lookup.line(transactionId)?.line.description ?? transactionId}
          <span className={styles.sub}>{lookup.account(accountId)}</span>
        </>
      ),
    },
    {
      header: "Amount",
      align: "end",
      cell: ({ transactionId, cents }) => {
        const one = lookup.line(transactionId);
        return <Money cents={cents} currency={one ? currencyOf(one.line, one.account) : "USD"} />;
      },
    },
    {
      header: "Result",
      cell: (row) => (
        <>
          {DEPOSIT_LABELS[row.outcomes[program] ?? "not_tested"]}
          <span className={styles.sub}>{whyOf(row, program, lookup)}</span>
        </>
      ),
    },
    { header: "Sourced", align: "end", cell: ({ sourcedCents }) => <Money cents={sourcedCents} /> },
    { header: "Unexplained", align: "end", cell: ({ unsourcedCents }) => <Money cents={unsourcedCents} /> },
  ];
}

function whyOf(row: DepositRow, program: Program, lookup: Lookup): string {
  if (row.outcomes[program] === "not_tested") return row.notTestedWhy ?? "";
  if (row.identifiedAs === null)
    return row.payee === null ? classWords(row.class) : `${classWords(row.class)}, ${row.payee}`;
  const other = row.matchedTransactionId === null ? undefined : lookup.line(row.matchedTransactionId);
  if (other === undefined) return classWords(row.identifiedAs);
  return `${classWords(row.identifiedAs)}, matched with ${formatDate(other.line.date)} in ${lookup.account(other.account.id)}`;
}
