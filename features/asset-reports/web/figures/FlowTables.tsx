import { formatCount } from "#platform/text/text.ts";
import type { DebtRow, Figures, IncomeStream } from "#features/underwriting/rules/evaluation.ts";
import { CADENCE_LABELS, classWords, DEBT_LABELS } from "#features/underwriting/labels.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { DateText, Money } from "#platform/web/parts/Values.tsx";
import { monthWords } from "../accounts/AccountFigures.tsx";
import { PagedTable } from "./PagedTable.tsx";
import styles from "../ready/ReportView.module.css";

export function IncomeTable({ income }: Pick<Figures, "income">) {
  if (income.length === 0) return <p>No recurring income was found.</p>;
  return (
    <PagedTable<IncomeStream>
      label="Recurring income"
      keyOf={({ payer }, at) => `${at} ${payer}`}
      rows={income}
      columns={[
        {
          header: "Payer",
          cell: ({ payer, class: code, parts }) => (
            <>
              {payer}
              <span className={styles.sub}>
                {[classWords(code), ...(parts.length > 1 ? parts.map(({ label }) => label) : [])].join(", ")}
              </span>
            </>
          ),
        },
        { header: "Paid", cell: (row) => <Cadence {...row} /> },
        { header: "Usual net pay", align: "end", cell: ({ medianCents }) => <Money cents={medianCents} /> },
        { header: "Monthly net", align: "end", cell: ({ monthlyCents }) => <Money cents={monthlyCents} /> },
        {
          header: "Of stated income",
          align: "end",
          cell: ({ ratio }) => (ratio === null ? "–" : `${(ratio * 100).toFixed(0)}%`),
        },
        { header: "Pays", cell: ({ payDates }) => formatCount(payDates.length, "pay date") },
        { header: "Last paid", cell: ({ lastPaidOn }) => <DateText at={lastPaidOn} /> },
        {
          header: "Gaps",
          cell: ({ gaps }) =>
            gaps.length === 0
              ? "None"
              : gaps.map(({ from, to }) => `${formatDate(from)} to ${formatDate(to)}`).join("; "),
        },
      ]}
    />
  );
}

function Cadence({ cadence, isAlsoBiweekly }: Pick<IncomeStream, "cadence" | "isAlsoBiweekly">) {
  const words = cadence === null ? "Too few to tell" : CADENCE_LABELS[cadence];
  return (
    <>
      {words}
      {isAlsoBiweekly && <span className={styles.sub}>or every two weeks</span>}
    </>
  );
}

export function DebtTable({ debts }: Pick<Figures, "debts">) {
  if (debts.length === 0) return <p>No recurring debt payments were found.</p>;
  return (
    <PagedTable<DebtRow>
      label="Debts"
      keyOf={({ creditor }, at) => `${at} ${creditor}`}
      rows={debts}
      columns={[
        {
          header: "Creditor",
          cell: ({ creditor, kind }) => (
            <>
              {creditor}
              <span className={styles.sub}>{DEBT_LABELS[kind]}</span>
            </>
          ),
        },
        {
          header: "Paid",
          cell: ({ cadence, occurrences }) => (
            <>
              {cadence === null ? "No fixed rhythm" : CADENCE_LABELS[cadence]}
              <span className={styles.sub}>{formatCount(occurrences, "payment")}</span>
            </>
          ),
        },
        {
          header: "Monthly",
          align: "end",
          cell: ({ monthlyCents }) => (monthlyCents === null ? "Minimum needed" : <Money cents={monthlyCents} />),
        },
        {
          header: "Last paid",
          cell: ({ lastPaidOn, isActive }) => (
            <>
              <DateText at={lastPaidOn} />
              {!isActive && <span className={styles.sub}>Ended</span>}
            </>
          ),
        },
        { header: "On the application", cell: (row) => <Disclosed {...row} /> },
      ]}
    />
  );
}

function Disclosed({ isDisclosed, isConfirmedNoDebt, disclosedAs, disclosedCents }: DebtRow) {
  if (isConfirmedNoDebt) return "Confirmed: not the borrower's debt";
  if (!isDisclosed) return "Not found";
  return (
    <>
      {disclosedAs}
      {disclosedCents !== null && (
        <span className={styles.sub}>
          <Money cents={disclosedCents} /> a month
        </span>
      )}
    </>
  );
}

export function RentTable({ rent }: Pick<Figures, "rent">) {
  if (rent.length === 0) return <p>No rent payments were found.</p>;
  return (
    <PagedTable<Figures["rent"][number]>
      label="Rent"
      keyOf={({ payee }, at) => `${at} ${payee}`}
      rows={rent}
      columns={[
        { header: "Paid to", cell: ({ payee }) => payee },
        { header: "Monthly", align: "end", cell: ({ monthlyCents }) => <Money cents={monthlyCents} /> },
        {
          header: "Months",
          cell: ({ months }) => (
            <>
              {months.length}
              <span className={styles.sub}>{spanOf(months)}</span>
            </>
          ),
        },
        {
          header: "Helps as rent history",
          cell: ({ isEligible, why }) => (
            <>
              {isEligible === null ? "Not known yet" : isEligible ? "Yes" : "No"}
              <span className={styles.sub}>{why}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function spanOf(months: readonly string[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return "";
  return first === last ? monthWords(first) : `${monthWords(first)} to ${monthWords(last)}`;
}

interface FlowTableProps {
  readonly label: string;
  readonly flows: Figures["support"];
}

export function FlowTable({ label, flows }: FlowTableProps) {
  return (
    <PagedTable<FlowTableProps["flows"][number]>
      label={label}
      keyOf={({ payee }, at) => `${at} ${payee}`}
      rows={flows}
      columns={[
        { header: "Paid to", cell: ({ payee }) => payee },
        { header: "Monthly", align: "end", cell: ({ monthlyCents }) => <Money cents={monthlyCents} /> },
        { header: "Payments", align: "end", cell: ({ transactionIds }) => transactionIds.length },
        { header: "Last paid", cell: ({ lastPaidOn }) => <DateText at={lastPaidOn} /> },
      ]}
    />
  );
}
