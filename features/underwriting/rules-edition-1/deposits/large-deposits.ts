// Owns large deposits (R3, R3b, R3c): which are large, what of them is unexplained, and what that takes from the funds.
import { isDeposit, isExcluded, isWithin, linesOf, sourcedCents, type Case, type Line } from "../case.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { sum } from "../figures.ts";
import type { NotEvaluated } from "../finding.ts";
import { CONVENTIONAL } from "../programs.ts";
import { RULES } from "../rule-set.ts";
import { usableOf } from "../usable-funds.ts";
import { identify, type Identity, type Transfers } from "./deposits.ts";

export type ConventionalOutcome =
  "identifiable" | "below_threshold" | "sourced" | "not_large_after_sourcing" | "large_unsourced";
export type FhaOutcome = "identifiable" | "below_threshold" | "sourced" | "document_source";

export interface LargeDeposit {
  readonly line: Line;
  readonly amountCents: number;
  readonly identifiableAs: Identity | null;
  readonly sourcedCents: number;
  readonly unsourcedCents: number;
  /** `null`: not tested, for want of a threshold, or because a refinance asks for no papers. */
  readonly conventional: ConventionalOutcome | null;
  readonly fha: FhaOutcome | null;
}

export interface LargeDeposits {
  /** A deposit above it is large. `null`: the loan does not say enough, or it is no purchase. */
  readonly conventionalThresholdCents: number | null;
  readonly fhaThresholdCents: number | null;
  /** Above the lower threshold, within the window, oldest first. */
  readonly evaluated: readonly LargeDeposit[];
  /** Of what is large and unexplained, capped at what the account counts for. */
  readonly conventionalReductionCents: number;
  /** The same, by account. */
  readonly reductionByAccount: ReadonlyMap<string, number>;
  /** Pending ones above the lower threshold: looked at once they post. */
  readonly pendingIgnored: number;
  /** Older ones above it that nothing identifies. */
  readonly outsideWindow: readonly Line[];
  /** Smaller ones, unidentified, on one account within three days, above the threshold together. */
  readonly runs: readonly (readonly Line[])[];
}

export function readLargeDeposits(
  one: Case,
  transfers: Transfers,
): { deposits: LargeDeposits; notEvaluated: NotEvaluated[] } {
  const { conventional, fha, missing } = thresholdsOf(one);
  const lower = Math.min(conventional ?? Infinity, fha ?? Infinity);
  const tested = Number.isFinite(lower) ? moneyIn(one).filter(({ cents }) => -cents > lower) : [];
  const evaluated = tested
    .filter((line) => !line.isPending && isWithin(one, line, RULES.R3.parameters.windowDays))
    .sort((a, b) => a.day - b.day || order(a.id, b.id))
    .map((line) => evaluate(one, line, transfers, { conventional, fha }));
  const reductionByAccount = reductionsOf(one, evaluated);
  return {
    deposits: {
      conventionalThresholdCents: conventional,
      fhaThresholdCents: fha,
      evaluated,
      conventionalReductionCents: sum(reductionByAccount.values()),
      reductionByAccount,
      pendingIgnored: tested.filter(({ isPending }) => isPending).length,
      outsideWindow: tested
        .filter((line) => !line.isPending && line.day < one.asOf - RULES.R3.parameters.windowDays)
        .filter((line) => identify(line, transfers) === null)
        .sort((a, b) => a.day - b.day || order(a.id, b.id)),
      runs: conventional === null ? [] : runsOf(one, transfers, conventional),
    },
    notEvaluated: missing,
  };
}

const moneyIn = once((layout): readonly Line[] =>
  [...linesOf(layout)].filter(({ cents, holding }) => cents < 0 && holding.isDepository && holding.isDollars),
);

function thresholdsOf({ loan }: Case) {
  const missing: NotEvaluated[] = [];
  const isPurchase = loan.transactionType === "purchase";
  let conventional: number | null = null;
  if (loan.transactionType === undefined)
    missing.push({ ruleId: "R3", programs: CONVENTIONAL, missing: ["transactionType"] });
  else if (isPurchase && loan.monthlyIncome === undefined)
    missing.push({ ruleId: "R3", programs: CONVENTIONAL, missing: ["monthlyIncome"] });
  else if (isPurchase) conventional = Math.floor((loan.monthlyIncome! * RULES.R3.parameters.incomePercent) / 100); // there, as just asked
  const value = adjustedValue(loan);
  if (Array.isArray(value)) missing.push({ ruleId: "R3c", programs: ["fha"], missing: value });
  const fha = typeof value === "number" ? Math.floor((value * RULES.R3c.parameters.valuePercent) / 100) : null;
  return { conventional, fha, missing };
}

/** The lower of price, less inducements, and appraisal; of a refinance the appraisal. Else the names of what is missing. */
function adjustedValue({ transactionType, salesPrice, appraisedValue, inducements = 0 }: Case["loan"]) {
  const isRefinance = transactionType === "rate_term" || transactionType === "cash_out";
  if (isRefinance) return appraisedValue ?? ["appraisedValue"];
  if (salesPrice !== undefined && appraisedValue !== undefined)
    return Math.min(salesPrice - inducements, appraisedValue);
  return [
    ...(salesPrice === undefined ? ["salesPrice"] : []),
    ...(appraisedValue === undefined ? ["appraisedValue"] : []),
  ];
}

interface Thresholds {
  readonly conventional: number | null;
  readonly fha: number | null;
}

function evaluate(one: Case, line: Line, transfers: Transfers, thresholds: Thresholds): LargeDeposit {
  const amountCents = -line.cents;
  const identifiableAs = identify(line, transfers);
  const sourced = sourcedCents(one, line);
  const unsourcedCents = amountCents - sourced;
  const outcome = <Rest extends string>(threshold: number | null, rest: () => Rest) => {
    if (threshold === null) return null;
    if (identifiableAs !== null) return "identifiable";
    return amountCents <= threshold ? "below_threshold" : rest();
  };
  return {
    line,
    amountCents,
    identifiableAs,
    sourcedCents: sourced,
    unsourcedCents,
    conventional: outcome(thresholds.conventional, () => {
      if (unsourcedCents > thresholds.conventional!) return "large_unsourced"; // asked only where there is one
      return unsourcedCents === 0 ? "sourced" : "not_large_after_sourcing";
    }),
    fha: outcome(thresholds.fha, () => (unsourcedCents === 0 ? "sourced" : "document_source")),
  };
}

function reductionsOf(one: Case, evaluated: readonly LargeDeposit[]): Map<string, number> {
  const reductions = new Map<string, number>();
  for (const holding of one.holdings) {
    if (isExcluded(holding)) continue;
    const unexplained = sum(
      evaluated
        .filter(({ line, conventional }) => line.holding === holding && conventional === "large_unsourced")
        .map(({ unsourcedCents }) => unsourcedCents),
    );
    const reduction = Math.min(unexplained, usableOf(holding));
    if (reduction > 0) reductions.set(holding.account.id, reduction);
  }
  return reductions;
}

function runsOf(one: Case, transfers: Transfers, threshold: number): Line[][] {
  const { windowDays, runDays } = RULES.R3.parameters;
  return one.holdings
    .filter(({ isDepository, isDollars }) => isDepository && isDollars)
    .flatMap(({ lines }) => {
      const small = lines
        .filter((line) => isDeposit(line) && isWithin(one, line, windowDays) && -line.cents <= threshold)
        .filter((line) => identify(line, transfers) === null)
        .sort((a, b) => a.day - b.day || order(a.id, b.id));
      const runs: Line[][] = [];
      let [first, total] = [0, 0];
      for (const [at, line] of small.entries()) {
        total -= line.cents;
        for (; line.day - small[first]!.day > runDays; first++) total += small[first]!.cents; // never past `at`
        const isLast = at + 1 === small.length || small[at + 1]!.day - small[first]!.day > runDays;
        if (!isLast || at === first || total <= threshold) continue;
        runs.push(small.slice(first, at + 1));
        [first, total] = [at + 1, 0];
      }
      return runs;
    });
}
