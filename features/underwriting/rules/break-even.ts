import { MAX_CENTS } from "#platform/contract/fields.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { addDays, addMonths } from "./days.ts";
import { validThrough } from "./document-age.ts";
import { readEarnestMoney } from "./earnest-money.ts";
import { documented, evaluate, overlaid, waived, type Question } from "./evaluate.ts";
import type { Evaluation, Finding, Program } from "./evaluation.ts";
import { levelOf, type FundsInput, type Level } from "./funds.ts";
import { sum } from "./money.ts";
import { isOff, parametersOf, type Parameters } from "./overlay.ts";
import { prepare } from "./prepare.ts";
import { contributionOf, evaluateProgram, type ProgramResult } from "./program.ts";
import { RULES, type RuleId } from "./rule-set.ts";
import { fhaThreshold, termsOf, type Terms } from "./terms.ts";
import { hasNoRules } from "./verdict.ts";

/** What the file is with some terms under one program. */
export type TermsState =
  /** The verdict is "enough", or "enough to close" for VA and USDA. */
  | "enough"
  /** The money suffices; conditions of the file are open. */
  | "open"
  /** The money suffices, but the program does not allow these terms, whatever is documented. */
  | "blocked"
  | "short"
  | "notEvaluated";

/** The rule that fails one cent or one day beyond a break-even. */
export interface Binding {
  readonly ruleId: RuleId;
  /** Code of the finding, or `CASH_TO_CLOSE`, `RESERVES` or `PRICE_BELOW_LOAN`, which are no findings. */
  readonly code: string;
}

/** The last value that closes: one cent less of a down payment, or one cent or one day more, does not. */
export interface Limit<Value> {
  readonly value: Value;
  /** The terms that differ from the loan's own. */
  readonly terms: Partial<Loan>;
  /** `null`: nothing binds within what can be entered. */
  readonly binding: Binding | null;
}

export interface BreakEven<Value> {
  /** Closes with nothing left to clear. `null`: no value does. */
  readonly enough: Limit<Value> | null;
  /** Closes once what is open is cleared: the state is "enough" or "open". `null`: no value does. */
  readonly cleared: Limit<Value> | null;
  /** Why the entered value does not close even then; `null`: it does. */
  readonly now: Binding | null;
}

/** Break-evens of one file under one program. Cents; days in UTC. All other terms stay as they are. */
export interface BreakEvens {
  readonly program: Program;
  /** Terms without which there is no answer; there are no break-evens then. */
  readonly missing: readonly string[];
  /** Highest price at the same loan-to-value. `null`: not a purchase, or not evaluated. */
  readonly price: BreakEven<number> | null;
  /** Lowest down payment at the same price: the loan takes the rest. */
  readonly downPayment: BreakEven<number> | null;
  /**
   * The most of the money counted now that may turn out to have no source. It is taken off as unexplained money is: from
   * bank accounts, then investments, then the earnest money.
   */
  readonly unexplained: BreakEven<number> | null;
  /** Latest note date. */
  readonly noteDate: BreakEven<string> | null;
}

/** Blockers that only other terms clear; every other one is a condition of the file. */
const CONTRIBUTION_CODES: ReadonlySet<string> = new Set(["MRI_SHORT", "DOWN_PAYMENT_SHORT"]);
const TERM_CODES: ReadonlySet<string> = new Set([...CONTRIBUTION_CODES, "OWN_FUNDS_SHORT", "OCCUPANCY_NOT_FHA"]);
const EXPIRED_CODES: ReadonlySet<string> = new Set(["EXPIRED_AT_NOTE", "EXPIRED_AT_DISBURSEMENT"]);
/** Ask for papers above a share of the price or value, so a higher price may end them. */
const SHARE_CODES: ReadonlySet<string> = new Set(["DOCUMENT_SOURCE", "EMD_NOT_FOUND", "EMD_UNSUPPORTED"]);

/** Below it a price passes or fails by the rounding of cents alone. */
const LEAST_PRICE_CENTS = 1_000_000;

const PRICE_BELOW_LOAN: Binding = { ruleId: "R7", code: "PRICE_BELOW_LOAN" };

/** One file under one program, ready for many terms: what does not depend on price, loan amount and dates is done. */
export interface Trial {
  readonly program: Program;
  readonly loan: Loan;
  readonly missing: readonly string[];
  /** With another price or loan amount; the same as the verdict of `evaluate()` on them. */
  readonly stateOf: (terms: Pick<Loan, "salesPrice" | "loanAmount">) => TermsState;
  readonly breakEvens: () => BreakEvens;
}

/** @param base the question's own evaluation, if it is known */
export function prepareTrial(question: Question, program: Program, base: Evaluation = evaluate(question)): Trial {
  const trial = new ProgramTrial(question, program, base);
  return {
    program,
    loan: question.loan,
    missing: trial.missing,
    stateOf: (terms) => (trial.missing.length > 0 ? "notEvaluated" : trial.stateOf({ ...question.loan, ...terms })),
    breakEvens: () => trial.breakEvens(),
  };
}

/** A price at the loan's own loan-to-value: the loan amount in whole cents, rounded down. */
export function loanAmountAt(price: number, { salesPrice, loanAmount }: Loan): number {
  return Number((BigInt(price) * BigInt(loanAmount!)) / BigInt(salesPrice!)); // both entered: see `hasPricePath`
}

interface Probe {
  readonly result: ProgramResult;
  /** Open blockers of the rules that look at the terms. */
  readonly blockers: readonly Finding[];
}

/** Whether a value passes. */
type Check = (value: number) => boolean;

/** Values from the first to the last, both included. */
type Piece = readonly [first: number, last: number];

interface Path {
  readonly least: number;
  readonly most: number;
  readonly now: number;
  readonly loanAt: (value: number) => Loan;
  /** First values of further pieces. */
  readonly starts: readonly number[];
}

interface AtNote {
  readonly state: TermsState;
  /** Why it does not close. */
  readonly binding: Binding | null;
  readonly first: Binding | null;
}

class ProgramTrial {
  readonly question: Question;
  readonly program: Program;
  readonly missing: readonly string[];
  readonly #base: Evaluation;
  readonly #parameters: Parameters;
  readonly #model: ReturnType<typeof prepare>;
  readonly #earnest: ReturnType<typeof readEarnestMoney>;
  readonly #now: Probe;
  /** Open blockers that neither the price nor the loan amount can end. */
  readonly #fixed: readonly Finding[];
  /** The terms decide the money only through what is needed. */
  readonly #isMoneyPlain: boolean;
  /** No waiver and no overlay makes less of a down payment that is too low. */
  readonly #isContributionPlain: boolean;
  readonly #mostNeededCents: number;

  constructor(question: Question, program: Program, base: Evaluation) {
    const { report, previous = null, loan, policy, waivers, borrowers } = question;
    const inputs = { borrowers, ...documented(question) };
    this.#parameters = parametersOf(policy);
    this.question = question;
    this.program = program;
    this.#base = base;
    this.#model = prepare(report, previous, { ...inputs, leftOutAccounts: loan.leftOutAccounts ?? [] });
    this.#earnest = readEarnestMoney(this.#model, loan);
    this.missing =
      hasNoRules(loan) || isOff(program, this.#parameters.overlay)
        ? ["program"]
        : (base.verdicts[program]?.missing ?? ["program"]);
    this.#now = this.#probe(loan);
    const own = new Set(this.#now.result.findings.map(({ key }) => key));
    this.#fixed = base.findings.filter((one) => isOpenBlocker(one, program) && !own.has(one.key));
    const isDividedByValue =
      program === "fha" && this.#parameters.smallDepositsLimitCents !== null && loan.monthlyIncome === undefined;
    this.#isMoneyPlain = !isDividedByValue && !this.#asksOwnFunds();
    this.#isContributionPlain =
      !this.#parameters.overlay?.settings.atMost.some(({ code }) => CONTRIBUTION_CODES.has(code)) &&
      !waivers.some(({ findingKey }) => [...CONTRIBUTION_CODES].some((code) => findingKey.startsWith(`["${code}"`)));
    this.#mostNeededCents = this.#isMoneyPlain && this.missing.length === 0 ? this.#mostNeeded() : 0;
  }

  /** Fannie Mae and Freddie Mac ask for the borrower's own money where a gift pays. */
  #asksOwnFunds(): boolean {
    const { gifts, program } = this.#now.result;
    return gifts.length > 0 && (program === "fannie" || program === "freddie");
  }

  #probe(loan: Loan, unexplainedCents = 0): Probe {
    const { waivers } = this.question;
    const parameters = this.#parameters;
    const result = evaluateProgram(this.#model, loan, this.program, parameters, this.#earnest, unexplainedCents);
    const blockers = result.findings
      .flatMap((one) => overlaid(one, parameters.overlay))
      .filter(({ severity }) => severity === "blocker")
      .map((one) => waived(one, waivers))
      .filter((one) => isOpenBlocker(one, this.program));
    return { result, blockers };
  }

  /** The most that may be needed before the earnest-money credit. More need never leaves more money. */
  #mostNeeded(): number {
    const { input } = this.#now.result;
    const suffices = (beforeEarnestCents: number) =>
      printedOf({ ...input, terms: { ...input.terms, beforeEarnestCents } }).suffices === true;
    return suffices(0) ? lastTrue(0, 4 * MAX_CENTS, suffices) : -1;
  }

  #isMoneyEnough(loan: Loan, probe: () => Probe): boolean {
    if (!this.#isMoneyPlain) return probe().result.levels.printed.suffices === true;
    const { beforeEarnestCents } = termsOf(loan, this.program, this.#parameters);
    return beforeEarnestCents !== null && beforeEarnestCents <= this.#mostNeededCents;
  }

  #isContributionEnough(loan: Loan, probe: () => Probe): boolean {
    if (this.#hasContribution(loan)) return true;
    return !this.#isContributionPlain && !probe().blockers.some(({ code }) => CONTRIBUTION_CODES.has(code));
  }

  /** Whether the program's own minimum is met, whatever is waived. */
  #hasContribution(loan: Loan): boolean {
    const { program } = this;
    if (program === "fha" && loan.creditScore !== undefined && loan.creditScore < RULES.R26.parameters.fhaLeastScore)
      return false;
    const { requiredContributionCents: needed, contributionCents: given } = contributionOf(
      loan,
      program,
      termsOf(loan, program, this.#parameters),
    );
    return needed === null || given === null || given >= needed;
  }

  #isOccupancyAllowed(): boolean {
    return !this.#now.blockers.some(({ code }) => code === "OCCUPANCY_NOT_FHA");
  }

  stateOf(loan: Loan): TermsState {
    let known: Probe | undefined;
    const probe = () => (known ??= this.#probe(loan));
    if (termsOf(loan, this.program, this.#parameters).missing.length > 0) return "notEvaluated";
    if (!this.#isMoneyEnough(loan, probe)) return "short";
    if (!this.#isContributionEnough(loan, probe) || !this.#isOccupancyAllowed()) return "blocked";
    if (this.#asksOwnFunds() && probe().blockers.some(({ code }) => code === "OWN_FUNDS_SHORT")) return "blocked";
    if (this.#fixed.length > 0) return "open";
    return probe().blockers.length > 0 ? "open" : "enough";
  }

  breakEvens(): BreakEvens {
    const { program, missing } = this;
    const none = { program, missing, price: null, downPayment: null, unexplained: null, noteDate: null };
    if (missing.length > 0) return none;
    const { loan } = this.question;
    const isPurchase = loan.transactionType === "purchase";
    return {
      program,
      missing,
      price: isPurchase && loan.salesPrice! > 0 ? this.#price() : null, // entered: nothing is missing
      downPayment: isPurchase ? this.#downPayment() : null,
      unexplained: this.#unexplained(),
      noteDate: this.#noteDate(),
    };
  }

  #price(): BreakEven<number> {
    const { loan } = this.question;
    const loanAt = (salesPrice: number): Loan => ({
      ...loan,
      salesPrice,
      loanAmount: loanAmountAt(salesPrice, loan),
    });
    const limits = this.#highest({
      least: LEAST_PRICE_CENTS,
      most: MAX_CENTS,
      now: loan.salesPrice!, // as above
      loanAt,
      starts: [loan.appraisedValue === undefined ? 0 : loan.appraisedValue + 1],
    });
    const limit = (value: number | undefined, isStrict: boolean): Limit<number> | null =>
      value === undefined
        ? null
        : {
            value,
            terms: { salesPrice: value, loanAmount: loanAmountAt(value, loan) },
            binding: value === MAX_CENTS ? null : this.#bindingAt(loanAt(value + 1), isStrict),
          };
    return { enough: limit(limits.enough, true), cleared: limit(limits.cleared, false), now: this.#bindingNow() };
  }

  #downPayment(): BreakEven<number> {
    const { loan } = this.question;
    const { salesPrice = 0, subordinateFinancing = 0 } = loan;
    const loanAt = (loanAmount: number): Loan => ({ ...loan, loanAmount });
    const most = Math.min(MAX_CENTS, salesPrice - subordinateFinancing);
    const limits = this.#highest({ least: 0, most, now: loan.loanAmount!, loanAt, starts: [] }); // entered: nothing is missing
    const limit = (value: number | undefined, isStrict: boolean): Limit<number> | null =>
      value === undefined
        ? null
        : {
            value: salesPrice - subordinateFinancing - value,
            terms: { loanAmount: value },
            binding: this.#bindingAt(loanAt(value + 1), isStrict),
          };
    return { enough: limit(limits.enough, true), cleared: limit(limits.cleared, false), now: this.#bindingNow() };
  }

  /** The highest values that close, of a price or a loan amount. */
  #highest({ least, most, now, loanAt, starts }: Path): { enough: number | undefined; cleared: number | undefined } {
    const probes = new Map<number, Probe>();
    const probeAt = (value: number): Probe => {
      const known = probes.get(value) ?? this.#probe(loanAt(value));
      probes.set(value, known);
      return known;
    };
    const lacks = (isOne: (code: string) => boolean) => (value: number) =>
      !probeAt(value).blockers.some(({ code }) => isOne(code));
    const allowed: Check[] = [
      (value) => this.#isContributionEnough(loanAt(value), () => probeAt(value)),
      () => this.#isOccupancyAllowed(),
      (value) => this.#isMoneyEnough(loanAt(value), () => probeAt(value)),
      ...(this.#asksOwnFunds() ? [lacks((code) => code === "OWN_FUNDS_SHORT")] : []),
    ];
    // A waiver holds for the entered terms alone, so they are a piece of their own.
    const first = [...new Set([least, now, now + 1, ...starts])]
      .filter((start) => start >= least && start <= most)
      .sort((a, b) => a - b);
    let pieces = first.map((start, at): Piece => [start, (first[at + 1] ?? most + 1) - 1]);
    for (const cut of this.#cuts(loanAt, probeAt)) pieces = pieces.flatMap((piece) => split(piece, cut));
    const cleared = highestIn(pieces, allowed);
    if (cleared === undefined || this.#fixed.length > 0) return { enough: undefined, cleared };
    if (probeAt(cleared).blockers.length === 0) return { enough: cleared, cleared };
    const strict = [
      ...allowed,
      lacks((code) => SHARE_CODES.has(code)),
      lacks((code) => !SHARE_CODES.has(code) && !TERM_CODES.has(code)),
    ];
    return { enough: highestIn(pieces, strict), cleared };
  }

  /** Between them all that counts is a sum of amounts and shares, and so rises or falls, but for rounding. */
  #cuts(loanAt: (value: number) => Loan, probeAt: (value: number) => Probe): Check[] {
    const { program } = this;
    const { loan } = this.question;
    const { credits = 0, closingCosts = 0, prepaids = 0 } = loan;
    const of = (test: (terms: Terms, loan: Loan) => boolean) => (value: number) => {
      const at = loanAt(value);
      return test(termsOf(at, program, this.#parameters), at);
    };
    const isAbove = (percent: number, base: "valueCents" | "loanToValueBaseCents" = "valueCents") =>
      of(({ [base]: cents }, { loanAmount }) => cents !== null && loanAmount! * 100 > cents * percent);
    const byValue =
      program === "fha" && this.#parameters.smallDepositsLimitCents !== null
        ? [...new Set(this.#now.result.tested.map(({ deposit }) => deposit.cents))]
        : [];
    return [
      of(({ missing }) => missing.length > 0),
      isAbove(90),
      isAbove(RULES.R9.parameters.ownFundsAboveLtvPercent, "loanToValueBaseCents"),
      isAbove(75),
      of(
        ({ interestedPartyLimitCents: limit }) => limit !== null && limit < Math.min(credits, closingCosts + prepaids),
      ),
      of(
        ({ costsCents, interestedPartyCreditCents, lenderCreditCents }) =>
          costsCents! > interestedPartyCreditCents! + lenderCreditCents, // entered: nothing is missing
      ),
      of(({ adjustedValueCents }) => adjustedValueCents === 0),
      of(({ adjustedValueCents }) => adjustedValueCents === loan.appraisedValue),
      of(({ loanToValueBaseCents }) => loanToValueBaseCents === loan.appraisedValue),
      of(({ loanToValueBaseCents, valueCents }) => loanToValueBaseCents === valueCents),
      ...byValue.map((cents) => of((terms) => cents > (fhaThreshold(terms) ?? 0))),
      ...(this.#asksOwnFunds()
        ? [(value: number) => probeAt(value).result.levels.printed.investmentClosingCents > 0]
        : []),
    ];
  }

  #unexplained(): BreakEven<number> {
    const { loan } = this.question;
    const { input, levels } = this.#now.result;
    const now = this.#bindingNow();
    const most = sum(levels.printed.places.map(({ capacity, taken }) => capacity - taken));
    const closes = (cents: number) =>
      this.#isMoneyPlain
        ? printedOf({ ...input, unexplainedCents: cents }).suffices === true
        : this.#bindingOf(this.#probe(loan, cents), false) === null;
    const isEnough = (cents: number) => this.#bindingOf(this.#probe(loan, cents), true) === null;
    const limit = (value: number, isStrict: boolean): Limit<number> => ({
      value,
      terms: {},
      binding: value === most ? null : this.#bindingOf(this.#probe(loan, value + 1), isStrict),
    });
    if (now !== null) return { enough: null, cleared: null, now };
    const cleared = lastTrue(0, most, closes);
    const isClear = this.#fixed.length === 0 && isEnough(0);
    const enough = isClear ? (isEnough(cleared) ? cleared : lastTrue(0, cleared, isEnough)) : null;
    return { enough: enough === null ? null : limit(enough, true), cleared: limit(cleared, false), now };
  }

  #noteDate(): BreakEven<string> {
    const now = this.#atNote(this.#base);
    const days = this.#lastDays().map((day) => ({ day, at: this.#atNote(this.#withNote(day)) }));
    const limit = (isStrict: boolean): Limit<string> | null => {
      const found = days.find(({ at }) => at.binding === null && (!isStrict || at.state === "enough"));
      if (!found) return null;
      const { day } = found;
      const next = this.#atNote(this.#withNote(addDays(day, 1)));
      return { value: day, terms: { noteDate: day }, binding: next.binding ?? next.first };
    };
    // What the base evaluation knows of an earlier report is open on every day.
    const isFixed = this.#fixed.some(({ code }) => !EXPIRED_CODES.has(code));
    return { enough: isFixed ? null : limit(true), cleared: limit(false), now: now.binding };
  }

  /** Days after which the note date changes something, the latest first. */
  #lastDays(): string[] {
    const { acquiredOn, applicationDate } = this.question.loan;
    const expiry = validThrough(this.#model, this.program, this.#parameters);
    if (expiry === null) return [];
    const isByNote = this.program === "fha" && applicationDate === undefined && acquiredOn !== undefined;
    const year = isByNote ? addMonths(acquiredOn, 12) : null;
    const aboutYear = year === null ? [] : [year, addDays(year, -1)]; // either may be the last of the first year: leap days
    return [expiry, ...aboutYear.filter((day) => day < expiry)];
  }

  #withNote(noteDate: string): Evaluation {
    return evaluate({ ...this.question, loan: { ...this.question.loan, noteDate } });
  }

  #atNote(evaluation: Evaluation): AtNote {
    const { program } = this;
    const open = evaluation.findings.filter((one) => isOpenBlocker(one, program));
    const found = open.find(({ code }) => EXPIRED_CODES.has(code)) ?? open.find(({ code }) => TERM_CODES.has(code));
    const { outcome } = evaluation.verdicts[program]!; // of the question's programs
    if (outcome === "short" || outcome === "notEvaluated")
      return { state: outcome, binding: this.#bindingNow(), first: null };
    const state = outcome === "open" ? (found ? "blocked" : "open") : "enough";
    return { state, binding: found ? bindingOf(found) : null, first: open[0] ? bindingOf(open[0]) : null };
  }

  #bindingNow(): Binding | null {
    return this.#bindingOf(this.#now, false);
  }

  #bindingAt(loan: Loan, isStrict: boolean): Binding | null {
    return this.#bindingOf(this.#probe(loan), isStrict);
  }

  /** Why it does not close. `isStrict`: conditions of the file count, too. */
  #bindingOf({ result, blockers }: Probe, isStrict: boolean): Binding | null {
    if (result.terms.missing.length > 0) return PRICE_BELOW_LOAN;
    const { surplusCents, suffices } = result.levels.printed;
    if (surplusCents !== null && surplusCents < 0) return { ruleId: "R7", code: "CASH_TO_CLOSE" };
    if (suffices !== true) return { ruleId: "R7b", code: "RESERVES" };
    const found = blockers.find(({ code }) => TERM_CODES.has(code)) ?? (isStrict ? blockers[0] : undefined);
    return found ? bindingOf(found) : null;
  }
}

/** A finding's rule is one of the set. */
const bindingOf = ({ ruleId, code }: Finding): Binding => ({ ruleId: ruleId as RuleId, code });

function isOpenBlocker({ severity, programs, waivedPrograms }: Finding, program: Program): boolean {
  return severity === "blocker" && programs.includes(program) && !waivedPrograms.includes(program);
}

/** The level whose figures are printed. */
function printedOf(input: FundsInput): Level {
  return levelOf(input, { claims: input.claims, without: new Set(), assumesLiquidation: false });
}

// ---- Price by down payment ------------------------------------------------------------------------------------------

export interface MapCell {
  readonly terms: { readonly salesPrice: number; readonly loanAmount: number };
  readonly state: TermsState;
}

/** A row per down payment, a column per price. */
export interface TermsMap {
  /** In rising order. */
  readonly prices: readonly number[];
  readonly rows: readonly {
    /** Of the price, in ten thousandths. The entered one is rounded; its cells are at the exact loan-to-value. */
    readonly share: number;
    readonly isEntered: boolean;
    readonly cells: readonly MapCell[];
  }[];
}

const MAP_SHARES = [0, 300, 350, 500, 1000, 1500, 2000, 2500];
/** To each side of the entered price. */
const MAP_STEPS = 4;
const MAP_STEP_PERCENT = 5;

/**
 * @param around the price in the middle, so that the map stays while other terms are tried
 * @returns `null`: not a purchase, or not evaluated
 */
export function mapOf(trial: Trial, around = trial.loan.salesPrice): TermsMap | null {
  const { loan, missing } = trial;
  const { transactionType, salesPrice, loanAmount, subordinateFinancing = 0 } = loan;
  if (missing.length > 0 || transactionType !== "purchase" || !salesPrice || loanAmount === undefined) return null;
  const middle = around || salesPrice;
  const step = roundStep((middle * MAP_STEP_PERCENT) / 100);
  const steps = Array.from({ length: 2 * MAP_STEPS + 1 }, (_price, at) => middle + (at - MAP_STEPS) * step);
  const prices = inOrder([...steps.filter((price) => price > 0 && price <= MAX_CENTS), salesPrice]);
  const entered = Math.round(((salesPrice - loanAmount - subordinateFinancing) * 10_000) / salesPrice);
  const amountAt = (price: number, share: number) =>
    share === entered
      ? loanAmountAt(price, loan)
      : Math.max(0, price - subordinateFinancing - Math.ceil((price * share) / 10_000));
  return {
    prices,
    rows: inOrder([...MAP_SHARES, entered]).map((share) => ({
      share,
      isEntered: share === entered,
      cells: prices.map((price) => {
        const terms = { salesPrice: price, loanAmount: amountAt(price, share) };
        return { terms, state: trial.stateOf(terms) };
      }),
    })),
  };
}

function inOrder(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** 1, 2, 2.5 or 5 times a power of ten, at least so much. */
function roundStep(cents: number): number {
  let power = 100;
  while (power * 10 <= cents) power *= 10;
  return [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= cents)!; // ten times the power is more
}

// ---- Values that pass ---------------------------------------------------------------------------------------------

/** @param check true for `least`, and false from one value on */
function lastTrue(least: number, most: number, check: Check): number {
  if (check(most)) return most;
  let [yes, no] = [least, most];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (check(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** In two where the check changes. */
function split([first, last]: Piece, check: Check): Piece[] {
  const atFirst = check(first);
  if (atFirst === check(last)) return [[first, last]];
  const end = lastTrue(first, last, (value) => check(value) === atFirst);
  return [
    [first, end],
    [end + 1, last],
  ];
}

/** Where several amounts are rounded, prices so close above one that fails may pass again. */
const ROUNDING_CENTS = 100;

/** The highest value that passes all checks. Within a piece each of them turns once at most, but for rounding. */
function highestIn(pieces: readonly Piece[], checks: readonly Check[]): number | undefined {
  for (const piece of pieces.toReversed()) {
    const value = highestOf(piece, checks);
    if (value !== undefined) return value;
  }
  return undefined;
}

function highestOf([first, end]: Piece, checks: readonly Check[]): number | undefined {
  let last = end;
  for (;;) {
    const failed = checks.find((check) => !check(last));
    if (!failed) break;
    if (!failed(first)) return undefined;
    last = lastTrue(first, last, failed);
  }
  for (let next = last + 1; next <= Math.min(end, last + ROUNDING_CENTS); next++)
    if (checks.every((check) => check(next))) last = next;
  return last;
}
