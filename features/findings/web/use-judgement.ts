// Owns a judgement as a page shows it: the stored one at once, every figure as soon as the rules were wanted and are here,
// and what would be under other terms. The same rules as the server's.
import { useDeferredValue, useMemo } from "react";
import type { Loan } from "#features/loans/contract.ts";
import type { FindingsSet, Grounds } from "#features/findings/contract.ts";
import type { Figures } from "#features/findings/rules/judge.ts";
import type { Reading } from "#features/readings/contract.ts";
import { useLater } from "#kit/web/table/use-later.ts";
import { useOnDemand } from "#kit/web/use-on-demand.ts";

type Judged = Pick<FindingsSet, "findings" | "notEvaluated" | "verdicts" | "funds">;

/** A report as it was retrieved. */
export interface Retrieved extends Judged {
  readonly reading: Reading;
  readonly grounds: Grounds;
}

export interface ShownJudgement extends Judged {
  /** The terms that it was made by. */
  readonly loan: Loan;
  /** `undefined` until the rules have been wanted and read; the stored set has no such figures. */
  readonly figures: Figures | undefined;
  /** Whether it was made by other terms than the stored ones. */
  readonly isTried: boolean;
  /** Other terms are wanted, and the rules that judge them did not load. */
  readonly isLacking: boolean;
}

const loadRules = () => import("#features/findings/rules/judge.ts");

/** With more lines a judgement waits until nobody drags any more. */
const MANY_LINES = 5_000;
const WAIT_MS = 150;

/**
 * @param wanted the terms to judge by: stored a moment ago, or tried out
 * @param needsFigures whether more is shown than the stored set holds, or soon will be
 */
export function useJudgement(retrieved: Retrieved, wanted: Loan, needsFigures: boolean): ShownJudgement {
  const { reading, grounds, findings, notEvaluated, verdicts, funds } = retrieved;
  const now = textOf(wanted);
  const needsRules = needsFigures || now !== textOf(grounds.loan);
  const { value, isMissing } = useOnDemand(needsRules ? loadRules : null);
  const rules = useDeferredValue(value);
  const isLong = useMemo(() => lineCount(reading) > MANY_LINES, [reading]);
  const settled = useLater(now, WAIT_MS);
  const terms = useDeferredValue(isLong ? settled : now);
  const loan = useMemo(() => JSON.parse(terms) as Loan, [terms]); // as written by `textOf`
  const judgement = useMemo(() => rules?.judge({ reading, ...grounds, loan }), [rules, reading, grounds, loan]);
  const isStored = terms === textOf(grounds.loan);
  if (isStored || judgement === undefined)
    return {
      ...{ findings, notEvaluated, verdicts, funds, loan: grounds.loan },
      figures: isStored ? judgement?.figures : undefined,
      isTried: false,
      isLacking: !isStored && isMissing,
    };
  return { ...judgement, loan, funds: judgement.figures.funds, isTried: true, isLacking: false };
}

/** The same terms have the same text, in whatever order they came. */
function textOf(loan: Loan): string {
  return JSON.stringify(Object.fromEntries(Object.entries(loan).sort(([one], [other]) => (one < other ? -1 : 1))));
}

function lineCount({ items }: Reading): number {
  return items.reduce(
    (total, { accounts }) => total + accounts.reduce((sum, { transactions }) => sum + transactions.length, 0),
    0,
  );
}
