import { useDeferredValue, useEffect, useMemo } from "react";
import type { Loan } from "#features/borrowers/contract.ts";
import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import type { Evaluation, Finding } from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { useLater, useLazy } from "#platform/web/use-lazy.ts";

/** A retrieved report with its newest evaluation. */
export interface RetrievedEvaluation extends Omit<StoredEvaluation, "reportId"> {
  readonly parsedReport: ParsedReport;
}

export interface ShownEvaluation extends Evaluation {
  /** The terms that it was made with. */
  readonly loan: Loan;
  /** Evaluated in the browser with terms that are not saved. */
  readonly isTried: boolean;
  /** The rules did not load, so unsaved terms can't be evaluated. */
  readonly isMissingRules: boolean;
}

const loadRules = () => import("#features/underwriting/rules/evaluate.ts");

/** With more lines the evaluation waits until the slider stops. */
const MANY_LINES = 5_000;
const WAIT_MS = 150;

/** They compare with the earlier report, which only the server has. */
const COMPARES_REPORTS = new Set(["HISTORY_CHANGED", "ACCOUNT_GONE", "FUNDS_FELL"]);

export function comparesReports({ code }: Pick<Finding, "code">): boolean {
  return COMPARES_REPORTS.has(code);
}

/**
 * @param wanted the terms to evaluate with: stored a moment ago, or tried out
 * @param isTrying whether other terms are about to be tried, so that the rules are loaded before the first of them
 */
export function useEvaluation(retrieved: RetrievedEvaluation, wanted: Loan, isTrying: boolean): ShownEvaluation {
  const { parsedReport: report, inputs } = retrieved;
  const now = textOf(wanted);
  const { value, isMissing } = useLazy(isTrying || now !== textOf(inputs.loan) ? loadRules : null);
  const rules = useDeferredValue(value);
  const isLong = useMemo(() => lineCount(report) > MANY_LINES, [report]);
  const settled = useLater(now, WAIT_MS);
  const terms = useDeferredValue(isLong ? settled : now);
  const isStored = terms === textOf(inputs.loan);
  const loan = useMemo(() => JSON.parse(terms) as Loan, [terms]); // as written by `textOf`
  const tried = useMemo(
    () => (isStored ? undefined : rules?.evaluate({ ...inputs, report, previous: null, loan })),
    [rules, report, inputs, loan, isStored],
  );
  // Prepares the report once, so that the first change is as fast as the next ones.
  useEffect(() => {
    if (rules === undefined || !isTrying) return;
    const timer = setTimeout(() => void rules.evaluate({ ...inputs, report, previous: null }));
    return () => clearTimeout(timer);
  }, [rules, report, inputs, isTrying]);
  if (tried === undefined)
    return { ...retrieved, loan: inputs.loan, isTried: false, isMissingRules: !isStored && isMissing };
  const compared = retrieved.findings.filter(comparesReports);
  return { ...tried, findings: inOrder([...tried.findings, ...compared]), loan, isTried: true, isMissingRules: false };
}

const ORDER = ["blocker", "review", "info"];

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/** Independent of the order of the terms. */
function textOf(loan: Loan): string {
  return JSON.stringify(Object.fromEntries(Object.entries(loan).sort(([one], [other]) => (one < other ? -1 : 1))));
}

function lineCount({ items }: ParsedReport): number {
  return items.reduce(
    (total, { accounts }) => total + accounts.reduce((sum, { transactions }) => sum + transactions.length, 0),
    0,
  );
}
