import fc from "fast-check";
import type { Loan } from "#features/borrowers/contract.ts";
import { MAX_CENTS } from "#platform/contract/fields.ts";
import {
  loanAmountAt,
  prepareTrial,
  type Binding,
  type BreakEven,
  type BreakEvens,
  type Limit,
  type TermsState,
} from "./break-even.ts";
import { evaluate, type Question } from "./evaluate.ts";
import type { Evaluation, Overlay, Program } from "./evaluation.ts";
import { someLoan, someQuestion, type QuestionOptions } from "./test-generators.ts";
import { someOverlay, underOverlay } from "./test-overlays.ts";
import { waiver } from "./test-report.ts";

// Files whose break-evens are compared with halving on `evaluate()`.

const TERM_CODES = ["MRI_SHORT", "DOWN_PAYMENT_SHORT", "OWN_FUNDS_SHORT", "OCCUPANCY_NOT_FHA"];
const LOANS_PER_REPORT = 10;
const LEAST_PRICE_CENTS = 1_000_000;

export type Tier = "enough" | "cleared";

export const someTerms = fc
  .record({
    loan: someLoan({ isPurchase: true, isComplete: true }),
    cents: fc.record({ price: fc.nat(99), amount: fc.nat(99), value: fc.nat(99) }),
    isWaived: fc.nat(9).map((one) => one === 0),
    overlay: fc.option(someOverlay, { freq: 2 }), // half of them have one
  })
  .map(({ loan, cents, isWaived, overlay }) => ({
    ...{ isWaived, overlay },
    loan: {
      ...loan,
      salesPrice: loan.salesPrice! + cents.price,
      loanAmount: Math.max(0, loan.loanAmount! - cents.amount),
      appraisedValue: loan.appraisedValue! + cents.value,
    },
  }));

interface File {
  readonly question: Question;
  readonly loans: readonly {
    readonly loan: Loan;
    readonly isWaived: boolean;
    readonly overlay: Overlay | null;
  }[];
}

/** Ten loans a report, which is read once. */
export const filesOf = (options: QuestionOptions = {}): fc.Arbitrary<File> =>
  fc.record({
    question: someQuestion({ isPurchase: true, plain: 1, maxAccounts: 1, lines: 3, hasNoPrevious: true, ...options }),
    loans: fc.array(someTerms, { minLength: LOANS_PER_REPORT, maxLength: LOANS_PER_REPORT }),
  });

/** VA and USDA are evaluated for a loan of that program alone. */
export function questionsOf({ question, loans }: File, program: Program): { question: Question; base: Evaluation }[] {
  return loans.map(({ loan, isWaived, overlay }) => {
    const own = program === "va" || program === "usda" ? { ...loan, program } : loan;
    const plain = overlay === null ? { ...question, loan: own } : underOverlay({ ...question, loan: own }, overlay);
    const first = evaluate(plain);
    if (!isWaived) return { question: plain, base: first };
    const waivable = first.findings.filter(({ clearedBy }) => clearedBy.some(({ by }) => by === "waiver"));
    const whole = { ...plain, waivers: waivable.map(waiver) };
    return { question: whole, base: evaluate(whole) };
  });
}

export const withTerms = (question: Question, terms: Partial<Loan>) =>
  evaluate({ ...question, loan: { ...question.loan, ...terms } });

export function blockersOf({ findings }: Evaluation, program: Program) {
  return findings.filter(
    (one) => one.severity === "blocker" && one.programs.includes(program) && !one.waivedPrograms.includes(program),
  );
}

export function stateOf(evaluation: Evaluation, program: Program): TermsState {
  const { outcome } = evaluation.verdicts[program]!;
  if (outcome === "enoughToClose" || outcome === "enoughUnderOverlay") return "enough";
  if (outcome !== "open") return outcome;
  return blockersOf(evaluation, program).some(({ code }) => TERM_CODES.includes(code)) ? "blocked" : "open";
}

export function closes(evaluation: Evaluation, program: Program, tier: Tier): boolean {
  return isClosed(stateOf(evaluation, program), tier);
}

function isClosed(state: TermsState, tier: Tier): boolean {
  return state === "enough" || (tier === "cleared" && state === "open");
}

/** Whether this rule is why it does not close. */
export function isWhy({ ruleId, code }: Binding, evaluation: Evaluation, program: Program): boolean {
  const { outcome, missing } = evaluation.verdicts[program]!;
  const isCashShort = evaluation.funds[program]!.surplusCents! < 0;
  if (code === "PRICE_BELOW_LOAN") return missing.includes("financedFees");
  if (code === "CASH_TO_CLOSE") return outcome === "short" && isCashShort;
  if (code === "RESERVES") return outcome === "short" && !isCashShort;
  return blockersOf(evaluation, program).some((one) => one.ruleId === ruleId && one.code === code);
}

// ---- Halving --------------------------------------------------------------------------------------------------------

/** A path along which more is asked for. */
interface Path {
  readonly name: "price" | "loan amount";
  readonly found: BreakEven<number>;
  readonly least: number;
  readonly most: number;
  readonly now: number;
  readonly scale: number;
  readonly valueOf: (limit: Limit<number>) => number;
  readonly termsAt: (value: number) => Partial<Loan>;
}

function pathsOf({ loan }: Question, { price, downPayment }: BreakEvens): Path[] {
  const mostLoan = loan.salesPrice! - (loan.subordinateFinancing ?? 0);
  return [
    {
      name: "price",
      found: price!,
      least: LEAST_PRICE_CENTS,
      most: MAX_CENTS,
      now: loan.salesPrice!,
      scale: loan.salesPrice!,
      valueOf: ({ value }) => value,
      termsAt: (salesPrice) => ({ salesPrice, loanAmount: loanAmountAt(salesPrice, loan) }),
    },
    {
      name: "loan amount",
      found: downPayment!,
      least: 0,
      most: mostLoan,
      now: loan.loanAmount!,
      scale: mostLoan,
      valueOf: ({ terms }) => terms.loanAmount!,
      termsAt: (loanAmount) => ({ loanAmount }),
    },
  ];
}

// prettier-ignore
const SHARES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03, 1.05, 1.08, 1.1, 1.15, 1.2, 1.3, 1.5, 2, 3, 5, 10];

/** The highest of the values that passes, and from it by halving to the cent; `null`: none of them does. */
function halved(values: readonly number[], passes: (value: number) => boolean): number | null {
  const at = values.findLastIndex(passes);
  if (at < 0) return null;
  let [yes, no] = [values[at]!, values[at + 1] ?? values[at]! + 1];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (passes(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

export interface HalvingResult {
  /** Break-evens that were compared: of price and down payment, with nothing open and once all is cleared. */
  readonly compared: number;
  /** Halving from its own values did not find them, because they lie between two that do not close. */
  readonly between: number;
  readonly problems: readonly string[];
}

/** Compares the break-evens of a price and a down payment with halving on whole evaluations. `null`: terms are missing. */
export function compareBreakEvens(question: Question, base: Evaluation, program: Program): HalvingResult | null {
  const found = prepareTrial(question, program, base).breakEvens();
  if (found.missing.length > 0) return null;
  let [compared, between] = [0, 0];
  const problems: string[] = [];
  for (const { name, found: one, least, most, now, scale, valueOf, termsAt } of pathsOf(question, found)) {
    const states = new Map<number, TermsState>();
    const stateAt = (value: number): TermsState => {
      const known = states.get(value) ?? stateOf(withTerms(question, termsAt(value)), program);
      states.set(value, known);
      return known;
    };
    const tried = [...SHARES.map((share) => Math.floor(share * scale)), now, now + 1, most];
    for (const tier of ["enough", "cleared"] as const) {
      const limit = one[tier];
      const value = limit && valueOf(limit);
      const passes = (other: number) => isClosed(stateAt(other), tier);
      const valuesWith = (more: readonly number[]) =>
        [...new Set([...tried, ...more])].filter((other) => other >= least && other <= most).sort((a, b) => a - b);
      const own = halved(valuesWith([]), passes);
      const whole = value === null ? own : halved(valuesWith([value]), passes);
      const say = (what: string) => problems.push(`${program} ${tier} ${name} ${value}: ${what}`);
      compared++;
      if (own !== value && whole === value) between++;
      if (whole !== value) say(`halving finds ${whole}`);
      if (limit === null || value === null) continue;
      if (JSON.stringify(limit.terms) !== JSON.stringify(termsAt(value))) say("has other terms");
      if (!passes(value)) say("does not close");
      if (limit.binding === null) {
        if (value !== most) say("names no rule");
        continue;
      }
      const beyond = withTerms(question, termsAt(value + 1));
      if (closes(beyond, program, tier)) say("one cent beyond it closes, too");
      if (!isWhy(limit.binding, beyond, program)) say(`${limit.binding.code} is not why`);
    }
  }
  return { compared, between, problems };
}
