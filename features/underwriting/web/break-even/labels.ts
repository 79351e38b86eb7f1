import { OUTCOME_LABELS } from "#features/underwriting/labels.ts";
import type { Binding, TermsState } from "#features/underwriting/rules/break-even.ts";
import type { UnderwritingPolicy } from "#features/underwriting/rules/evaluation.ts";
import { RULES } from "#features/underwriting/rules/rule-set.ts";
import { BLOCKER_NAMES } from "#features/underwriting/rules/verdict.ts";

export type StateLabels = Readonly<Record<TermsState, string>>;

const STATE_LABELS: StateLabels = {
  enough: "Enough",
  open: "Open conditions",
  blocked: "Not allowed",
  short: "Short",
  notEvaluated: "Not evaluated",
};

/** An answer under a program of the lender's own never reads as a guide's. */
export function stateLabelsUnder(overlay: UnderwritingPolicy["overlay"]): StateLabels {
  return overlay?.programName ? { ...STATE_LABELS, enough: OUTCOME_LABELS.enoughUnderOverlay } : STATE_LABELS;
}

/** Distinguish the states without color. */
export const STATE_SIGNS: Readonly<Record<TermsState, string>> = {
  enough: "✓",
  open: "○",
  blocked: "–",
  short: "×",
  notEvaluated: "?",
};

const BINDING_NAMES: Readonly<Record<string, string>> = {
  CASH_TO_CLOSE: "cash to close",
  RESERVES: "required reserves",
  PRICE_BELOW_LOAN: "the price: the loan can't be more",
  EXPIRED_AT_NOTE: "the age of the bank data",
  EXPIRED_AT_DISBURSEMENT: "the age of the bank data",
  OWN_FUNDS_SHORT: "the borrower's own funds",
};

/** What binds, to follow "Limited by". */
export function bindingWords({ ruleId, code }: Binding): string {
  return BINDING_NAMES[code] ?? BLOCKER_NAMES[code] ?? RULES[ruleId].title;
}

/** `95%`, `96.5%`, `93.22%`. */
export function percentWords(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** `$400k`, `$412.3k`, `$1.25M`: a price as a column's head. */
export function shortPrice(cents: number): string {
  const dollars = cents / 100;
  return dollars >= 1_000_000
    ? `$${Number((dollars / 1_000_000).toFixed(2))}M`
    : `$${Number((dollars / 1_000).toFixed(1))}k`;
}
