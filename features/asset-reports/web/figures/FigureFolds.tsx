import { type ReactNode, useMemo, useState } from "react";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { AppliedOverlay, DepositRow, Figures, Program } from "#features/underwriting/rules/evaluation.ts";
import { answerProgram, classWords, DEPOSIT_LABELS } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { DateText, Money } from "#platform/web/parts/Values.tsx";
import { DebtTable, FlowTable, IncomeTable, RentTable } from "./FlowTables.tsx";
import { type Lookup, type PagedColumn, PagedTable, useLookup } from "./PagedTable.tsx";
import { EarnestMoney, GiftTable, OwnerTable, PendingTable, ReturnedItems } from "./FundsTables.tsx";
import { depositsSummary } from "../../labels.ts";
import styles from "../ready/ReportView.module.css";

interface FigureFoldsProps {
  readonly figures: Figures;
  readonly program: Program;
  readonly overlay?: AppliedOverlay | null | undefined;
  readonly parsedReport: ParsedReport;
}

/** All computed figures: one line per part, which opens on demand. */
export function FigureFolds({ figures, program, overlay, parsedReport }: FigureFoldsProps) {
  const lookup = useLookup(parsedReport);
  const { deposits, pending, income, debts, rent, nsf, earnestMoney, gifts, owners, support, otherProperties } =
    figures;
  const undisclosed = debts.filter(
    ({ isActive, isDisclosed, isConfirmedNoDebt }) => isActive && !isDisclosed && !isConfirmedNoDebt,
  );
  return (
    <Section title="Details">
      <div className={styles.folds}>
        <Fold title="Deposits" summary={depositsSummary(deposits, program, answerProgram(program, overlay))}>
          {() => <DepositTable figures={figures} program={program} overlay={overlay} lookup={lookup} />}
        </Fold>
        {pending.length > 0 && (
          <Fold title="Pending deposits" summary={formatCount(pending.length, "pending deposit")}>
            {() => <PendingTable pending={pending} lookup={lookup} />}
          </Fold>
        )}
        {gifts.length > 0 && (
          <Fold title="Gifts" summary={formatCount(gifts.length, "gift")}>
            {() => <GiftTable gifts={gifts} program={program} overlay={overlay} />}
          </Fold>
        )}
        {earnestMoney !== null && (
          <Fold
            title="Earnest money"
            summary={`${formatMoney(earnestMoney.foundCents)} found of ${formatMoney(earnestMoney.enteredCents)}, ${formatMoney(earnestMoney.creditCents)} credited`}
          >
            {() => <EarnestMoney earnestMoney={earnestMoney} lookup={lookup} />}
          </Fold>
        )}
        <Fold title="Account owners" summary={ownerSummary(owners)}>
          {() => <OwnerTable owners={owners} lookup={lookup} />}
        </Fold>
        <Fold title="Recurring income" summary={incomeSummary(income)}>
          {() => <IncomeTable income={income} />}
        </Fold>
        <Fold
          title="Debts"
          summary={`${formatCount(debts.length, "recurring payee")}, ${undisclosed.length === 0 ? "none undisclosed" : `${undisclosed.length} undisclosed, ${formatMoney(figures.undisclosedMonthlyCents)} a month known`}`}
        >
          {() => <DebtTable debts={debts} />}
        </Fold>
        <Fold title="Rent" summary={rentSummary(rent)}>
          {() => <RentTable rent={rent} />}
        </Fold>
        {support.length > 0 && (
          <Fold title="Support payments" summary={formatCount(support.length, "payee")}>
            {() => <FlowTable label="Support payments" flows={support} />}
          </Fold>
        )}
        {otherProperties.length > 0 && (
          <Fold title="Other properties" summary={formatCount(otherProperties.length, "payee")}>
            {() => <FlowTable label="Other properties" flows={otherProperties} />}
          </Fold>
        )}
        <Fold title="Returned items and overdrafts" summary={nsfSummary(nsf)}>
          {() => <ReturnedItems nsf={nsf} lookup={lookup} />}
        </Fold>
      </div>
    </Section>
  );
}

function ownerSummary(owners: Figures["owners"]): string {
  const open = owners.filter(({ standing }) => standing !== "confirmed").length;
  return open === 0
    ? `${formatCount(owners.length, "account")}, all the borrower's`
    : `${open} of ${formatCount(owners.length, "account")} not confirmed`;
}

function incomeSummary(income: Figures["income"]): string {
  if (income.length === 0) return "None found";
  const monthly = income.reduce((total, { monthlyCents }) => total + (monthlyCents ?? 0), 0);
  return `${formatCount(income.length, "payer")}, ${formatMoney(monthly)} a month net. Deposits corroborate income, they don't verify it`;
}

function rentSummary(rent: Figures["rent"]): string {
  const [first] = rent;
  return first ? `${formatCount(first.months.length, "month")} to ${first.payee}` : "None found";
}

function nsfSummary({ count60, count365, negativeDays }: Figures["nsf"]): string {
  return `${formatCount(count365, "event")} in 12 months, ${count60} in 60 days, ${formatCount(negativeDays.length, "day")} below zero`;
}

interface FoldProps {
  readonly title: string;
  readonly summary: string;
  /** Rendered once it is open. */
  readonly children: () => ReactNode;
}

function Fold({ title, summary, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.row} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
        <span>{summary}</span>
      </summary>
      {isOpen && <div className={styles.body}>{children()}</div>}
    </details>
  );
}

interface DepositTableProps {
  readonly figures: Figures;
  readonly program: Program;
  readonly overlay: AppliedOverlay | null | undefined;
  readonly lookup: Lookup;
}

/** Each deposit with its result under the program, and the reason. */
function DepositTable({ figures, program, overlay, lookup }: DepositTableProps) {
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
          ? `Deposits of the last ${windowDays} days on accounts that count are tested under ${answerProgram(program, overlay)}.`
          : `Large deposits are not tested under ${answerProgram(program, overlay)}.`}
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
