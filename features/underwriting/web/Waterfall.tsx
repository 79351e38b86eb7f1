import type { Program, ProgramFunds } from "#features/underwriting/contract.ts";
import { PROGRAM_NAMES } from "#features/underwriting/rules-edition-1/programs.ts";
import { FUNDS_WORDS, monthsWords } from "#features/underwriting/labels.ts";
import type { Loan } from "#features/loans/contract.ts";
import { LOAN_WORDS } from "#features/loans/words.ts";
import { Money } from "#kit/web/parts/Money.tsx";
import { Section } from "#kit/web/parts/Page.tsx";
import { waterfallOf, type WaterfallStep } from "./waterfall-steps.ts";
import styles from "./Waterfall.module.css";

interface WaterfallProps {
  readonly program: Program;
  readonly funds: ProgramFunds;
  readonly loan: Loan;
}

export function Waterfall({ program, funds, loan }: WaterfallProps) {
  return (
    <Section title="Funds">
      <div className={styles.funds}>
        <table aria-label={`Funds under ${PROGRAM_NAMES[program]}`}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {waterfallOf(funds).map((step) => (
              <Step key={step.label} step={step} />
            ))}
          </tbody>
        </table>
        <Reserves funds={funds} />
        <CashToClose funds={funds} loan={loan} />
      </div>
    </Section>
  );
}

function Step({ step: { label, cents, isTotal, note, bar } }: { readonly step: WaterfallStep }) {
  const kind = isTotal ? "total" : cents !== null && cents < 0 ? "less" : "more";
  const isShort = isTotal && cents !== null && cents < 0;
  return (
    <tr data-kind={kind} data-short={isShort || undefined}>
      <th scope="row">
        {label}
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {bar && (
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className={styles.bar}>
            <rect x={bar.from} y={0} width={Math.max(0.4, bar.to - bar.from)} height={1} />
          </svg>
        )}
      </th>
      <td>{cents === null ? <span className={styles.unknown}>not known yet</span> : <Money cents={cents} />}</td>
    </tr>
  );
}

function Reserves({ funds }: Pick<WaterfallProps, "funds">) {
  const { reserveMonths, requiredReserveMonths, isReserveEnough } = funds;
  return (
    <p className={styles.reserves}>
      <strong>{reservesWords(reserveMonths)}</strong>
      <span>
        {requiredReserveMonths === null
          ? "How many are needed is decided by the lender's automated underwriting."
          : `${requiredReserveMonths} required${isReserveEnough === null ? "" : isReserveEnough ? ", met" : ", not met"}.`}
      </span>
    </p>
  );
}

function reservesWords(months: number | null): string {
  if (months === null) return "Reserves are not known yet";
  return months < 0 ? "Nothing is left for reserves" : `${monthsWords(months)} months of reserves`;
}

/** What cash to close is made of, folded away until asked for. */
function CashToClose({ funds, loan }: Pick<WaterfallProps, "funds" | "loan">) {
  if (funds.cashToCloseCents === null) return null;
  const isPurchase = loan.transactionType === "purchase";
  const parts: [string, number][] = [
    [isPurchase ? LOAN_WORDS.salesPrice : LOAN_WORDS.payoff, (isPurchase ? loan.salesPrice : loan.payoff) ?? 0],
    [LOAN_WORDS.loanAmount, -(loan.loanAmount ?? 0)],
    [LOAN_WORDS.closingCosts, loan.closingCosts ?? 0],
    [LOAN_WORDS.prepaids, loan.prepaids ?? 0],
    [LOAN_WORDS.credits, -(loan.credits ?? 0)],
    [FUNDS_WORDS.earnestPaidCents, -funds.earnestPaidCents],
  ];
  return (
    <details className={styles.made}>
      <summary>What cash to close is made of</summary>
      <dl>
        {parts
          .filter(([, cents]) => cents !== 0)
          .map(([label, cents]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money cents={cents} />
              </dd>
            </div>
          ))}
        <div>
          <dt>{FUNDS_WORDS.cashToCloseCents}</dt>
          <dd>
            <Money cents={funds.cashToCloseCents} />
          </dd>
        </div>
      </dl>
    </details>
  );
}
