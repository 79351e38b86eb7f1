import { useState, type ReactNode } from "react";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Figures, Program } from "#features/underwriting/rules/evaluation.ts";
import { PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { DepositTable } from "./DepositTable.tsx";
import { DebtTable, FlowTable, IncomeTable, RentTable } from "./FlowTables.tsx";
import { useLookup } from "./lookup.ts";
import { EarnestMoney, GiftTable, OwnerTable, PendingTable, ReturnedItems } from "./FundsTables.tsx";
import styles from "../ready/ReportTables.module.css";

interface FigureFoldsProps {
  readonly figures: Figures;
  readonly program: Program;
  readonly parsedReport: ParsedReport;
}

/** All computed figures: one line per part, which opens on demand. */
export function FigureFolds({ figures, program, parsedReport }: FigureFoldsProps) {
  const lookup = useLookup(parsedReport);
  const { deposits, pending, income, debts, rent, nsf, earnestMoney, gifts, owners, support, otherProperties } =
    figures;
  const unresolved = deposits.filter(({ outcomes }) => NEEDS_WORK.has(outcomes[program] ?? "")).length;
  const identified = deposits.filter(({ outcomes }) => outcomes[program] === "identified").length;
  const untested = deposits.filter(({ outcomes }) => outcomes[program] === "not_tested").length;
  const undisclosed = debts.filter(
    ({ isActive, isDisclosed, isConfirmedNoDebt }) => isActive && !isDisclosed && !isConfirmedNoDebt,
  );
  return (
    <Section title="Details">
      <div className={styles.folds}>
        <Fold
          title="Deposits"
          summary={`${formatCount(deposits.length, "deposit")}: ${identified} identified, ${unresolved} to document under ${PROGRAM_NAMES[program]}, ${untested} not tested`}
        >
          {() => <DepositTable figures={figures} program={program} lookup={lookup} />}
        </Fold>
        {pending.length > 0 && (
          <Fold title="Pending deposits" summary={formatCount(pending.length, "pending deposit")}>
            {() => <PendingTable pending={pending} lookup={lookup} />}
          </Fold>
        )}
        {gifts.length > 0 && (
          <Fold title="Gifts" summary={formatCount(gifts.length, "gift")}>
            {() => <GiftTable gifts={gifts} program={program} />}
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

const NEEDS_WORK: ReadonlySet<string> = new Set([
  "large_unsourced",
  "borrowed",
  "interested_party",
  "document_source",
  "moved_after_reading",
]);

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
