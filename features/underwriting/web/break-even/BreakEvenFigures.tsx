import type { ReactNode } from "react";
import type { Loan } from "#features/borrowers/contract.ts";
import type { WhatIf } from "#features/borrowers/web/loan/tried-terms.ts";
import type { Binding, BreakEven, BreakEvens, Limit } from "#features/underwriting/rules/break-even.ts";
import type { Program } from "#features/underwriting/rules/evaluation.ts";
import { RULES, sourcesOf } from "#features/underwriting/rules/rule-set.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { RuleLink } from "../RuleLink.tsx";
import styles from "./BreakEven.module.css";
import { bindingWords, percentWords } from "./labels.ts";

interface BreakEvenFiguresProps {
  readonly found: BreakEvens;
  readonly loan: Loan;
  readonly onTry: (terms: WhatIf) => void;
}

export function BreakEvenFigures({ found, loan, onTry }: BreakEvenFiguresProps) {
  const { program, price, downPayment, unexplained, noteDate } = found;
  const { salesPrice = 0, loanAmount = 0, subordinateFinancing = 0 } = loan;
  const isPurchase = loan.transactionType === "purchase";
  return (
    <dl className={styles.figures}>
      {isPurchase && price && (
        <Figure
          title="Highest price"
          found={price}
          program={program}
          words={formatMoney}
          unlimited="Any price"
          none="No price closes."
          note={`The loan amount stays ${percentWords(loanAmount / salesPrice)} of the price.`}
          onTry={onTry}
        />
      )}
      {isPurchase && downPayment && (
        <Figure
          title="Lowest down payment"
          found={downPayment}
          program={program}
          words={(cents) =>
            salesPrice > 0 ? `${formatMoney(cents)} (${percentWords(cents / salesPrice)})` : formatMoney(cents)
          }
          none="No down payment closes."
          note={`At ${formatMoney(salesPrice)}${subordinateFinancing > 0 ? " with the same subordinate financing" : ""}. The loan takes the rest.`}
          onTry={onTry}
        />
      )}
      {unexplained && (
        <Figure
          title="Largest unexplained amount"
          found={unexplained}
          program={program}
          words={formatMoney}
          note="Of the money counted now, this much may turn out to have no source."
          none="No more money may be unexplained."
        />
      )}
      {noteDate && (
        <Figure
          title="Latest closing day"
          found={noteDate}
          program={program}
          words={longDay}
          note="By the note date, with the bank data of this report."
          none="No note date closes."
        />
      )}
    </dl>
  );
}

interface FigureProps<Value> {
  readonly title: string;
  readonly found: BreakEven<Value>;
  readonly program: Program;
  readonly words: (value: Value) => string;
  readonly note: string;
  readonly none: string;
  /** For a value that nothing limits; by default it is the value itself. */
  readonly unlimited?: string;
  readonly onTry?: (terms: WhatIf) => void;
}

function Figure<Value>({ title, found, program, words, note, none, unlimited, onTry }: FigureProps<Value>) {
  const { enough, cleared, now } = found;
  const limit = enough ?? cleared;
  const valueOf = ({ value, binding }: Limit<Value>) =>
    binding === null && unlimited !== undefined ? unlimited : words(value);
  return (
    <div>
      <dt>{title}</dt>
      <dd className={styles.value}>
        {limit ? valueOf(limit) : "None"}
        {limit && onTry && limit.binding && (
          <Button size="small" variant="quiet" label={`Try ${valueOf(limit)}`} onClick={() => onTry(limit.terms)}>
            Try
          </Button>
        )}
      </dd>
      {limit ? (
        <dd>
          {!enough && <Line>Once the open conditions are cleared.</Line>}
          <Line>{note}</Line>
          {limit.binding && <Bound binding={limit.binding} program={program} />}
          {enough && cleared && enough.value !== cleared.value && (
            <Line>Once the open conditions are cleared: {valueOf(cleared)}.</Line>
          )}
        </dd>
      ) : (
        <dd>
          <Line>{none}</Line>
          {now && <Bound binding={now} program={program} />}
        </dd>
      )}
    </div>
  );
}

function Line({ children }: { readonly children: ReactNode }) {
  return <span className={styles.line}>{children}</span>;
}

function Bound({ binding, program }: { readonly binding: Binding; readonly program: Program }) {
  const { ruleId } = binding;
  const { title } = RULES[ruleId];
  const citation = sourcesOf(ruleId, [program])[0]?.citation;
  return (
    <Line>
      Limited by {bindingWords(binding)}
      {citation === undefined ? "" : ` (${citation})`}. <RuleLink ruleId={ruleId} title={title} />
    </Line>
  );
}
