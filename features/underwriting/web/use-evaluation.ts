import { useDeferredValue, useMemo } from "react";
import type { Loan } from "#features/loans/contract.ts";
import type { FindingsSet, EvaluationInputs } from "#features/underwriting/contract.ts";
import type { Figures } from "#features/underwriting/rules-edition-1/evaluate.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { useLater } from "#kit/web/table/use-later.ts";
import { useOnDemand } from "#kit/web/use-on-demand.ts";

type EvaluatedReport = Pick<FindingsSet, "findings" | "notEvaluated" | "verdicts" | "funds">;

/** A report as it was retrieved. */
export interface Retrieved extends EvaluatedReport {
  readonly reading: ParsedReport;
  readonly grounds: EvaluationInputs;
}

export interface ShownEvaluation extends EvaluatedReport {
  /** The terms that it was made by. */
  readonly loan: Loan;
  /** `undefined` until the rules have been wanted and read; the stored set has no such figures. */
  readonly figures: Figures | undefined;
  /** Whether it was made by other terms than the stored ones. */
  readonly isTried: boolean;
  /** Other terms are wanted, and the rules that judge them did not load. */
  readonly isLacking: boolean;
}

const loadRules = () => import("#features/underwriting/rules-edition-1/evaluate.ts");

/** With more lines a judgement waits until nobody drags any more. */
const MANY_LINES = 5_000;
const WAIT_MS = 150;

/**
 * @param wanted the terms to judge by: stored a moment ago, or tried out
 * @param needsFigures whether more is shown than the stored set holds, or soon will be
 */
export function useEvaluation(retrieved: Retrieved, wanted: Loan, needsFigures: boolean): ShownEvaluation {
  const { reading: report, grounds, findings, notEvaluated, verdicts, funds } = retrieved;
  const now = textOf(wanted);
  const needsRules = needsFigures || now !== textOf(grounds.loan);
  const { value, isMissing } = useOnDemand(needsRules ? loadRules : null);
  const rules = useDeferredValue(value);
  const isLong = useMemo(() => lineCount(report) > MANY_LINES, [report]);
  const settled = useLater(now, WAIT_MS);
  const terms = useDeferredValue(isLong ? settled : now);
  const loan = useMemo(() => JSON.parse(terms) as Loan, [terms]); // as written by `textOf`
  const evaluation = useMemo(
    () => rules?.evaluate({ reading: report, ...grounds, loan }),
    [rules, report, grounds, loan],
  );
  const isStored = terms === textOf(grounds.loan);
  if (isStored || evaluation === undefined)
    return {
      ...{ findings, notEvaluated, verdicts, funds, loan: grounds.loan },
      figures: isStored ? evaluation?.figures : undefined,
      isTried: false,
      isLacking: !isStored && isMissing,
    };
  return { ...evaluation, loan, funds: evaluation.figures.funds, isTried: true, isLacking: false };
}

/** The same terms have the same text, in whatever order they came. */
function textOf(loan: Loan): string {
  return JSON.stringify(Object.fromEntries(Object.entries(loan).sort(([one], [other]) => (one < other ? -1 : 1))));
}

function lineCount({ items }: ParsedReport): number {
  return items.reduce(
    (total, { accounts }) => total + accounts.reduce((sum, { transactions }) => sum + transactions.length, 0),
    0,
  );
}
