import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import { MAX_CENTS } from "#platform/contract/fields.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Finding, NotEvaluated, Outcome, Program, Verdict } from "./evaluation.ts";
import { claimsByLine } from "./funds.ts";
import type { Line, Model } from "./model.ts";
import { answerName, overlayLabel } from "./overlay-names.ts";
import { isOff } from "./overlay.ts";
import { evaluateProgram, type ProgramResult } from "./program.ts";
import type { RuleId } from "./rule-set.ts";

export const PROGRAM_NAMES: Readonly<Record<Program, string>> = {
  fannie: "Fannie Mae",
  freddie: "Freddie Mac",
  fha: "FHA",
  va: "VA",
  usda: "USDA",
};

/** "Enough" is allowed only if all of these are evaluated (section 9). */
const NEEDED: ReadonlySet<string> = new Set([
  "S2",
  "R1",
  "R2",
  "R2b",
  "R3",
  "R3c",
  "R4",
  "R5",
  "R6",
  "R6b",
  "R7",
  "R7b",
  "R8",
  "R9",
  "R14",
  "R19",
  "R26",
  "R29",
  "R30",
] satisfies RuleId[]);

const TERM_NAMES: Readonly<Record<string, string>> = {
  transactionType: "loan purpose",
  occupancy: "occupancy",
  units: "number of units",
  salesPrice: "sales price",
  payoff: "payoff",
  appraisedValue: "appraised value",
  loanAmount: "loan amount",
  closingCosts: "closing costs",
  prepaids: "prepaids",
  credits: "seller credits",
  emd: "earnest money deposit",
  pitia: "monthly housing payment",
  monthlyIncome: "monthly qualifying income",
  underwriting: "how the loan is underwritten",
  financedProperties: "other financed properties",
  financedFees: "financed fees (the loan is more than the price)",
  acquiredOn: "date of acquisition",
  acquisitionCost: "acquisition cost",
};

/** Blockers as people call them; others go by the title of their rule. */
export const BLOCKER_NAMES: Readonly<Record<string, string>> = {
  LARGE_UNSOURCED: "large deposits without a source",
  DOCUMENT_SOURCE: "large deposits that FHA requires a source for",
  BORROWED_FUNDS: "borrowed money",
  BORROWED_FUNDS_DEDUCTED: "borrowed money",
  MOVED_AFTER_READING: "a transfer after another bank was read",
  FROM_FILES: "the bank's own statements for uploaded files",
  NAME_DIFFERS: "an owner whose name differs",
  ACCESS_LETTER: "access letters",
  JOINT_HOLDER_NOT_NAMED: "a joint owner who is not named",
  BUSINESS_ASSET_ANALYSIS: "business money",
  MAYBE_SAME_ACCOUNT: "accounts that may be the same",
  SUBTYPE_UNKNOWN: "an unknown type of account",
  REQUEST_PLAN_TERMS: "retirement plan terms",
  LIQUIDATION_NEEDED: "proof of liquidation",
  GIFT_INCOMPLETE: "an incomplete gift",
  DONOR_INTEREST: "a donor's interest",
  DONOR_NOT_ACCEPTED: "a donor who is not accepted",
  GIFT_FROM_INTERESTED_PARTY: "a gift from an interested party",
  INTERESTED_PARTY_DEPOSIT: "a deposit from an interested party",
  EMD_NOT_FOUND: "earnest money that was not found",
  EMD_UNSUPPORTED: "the source of the earnest money",
  EMD_CHECK_NOT_CONFIRMED: "the earnest money check",
  EMD_RECEIPT_NOT_CLEARED: "the day on which the earnest money cleared",
  RECENTLY_OPENED: "a recently opened account",
  INSUFFICIENT_HISTORY: "too few days of history",
  EXPIRED_AT_NOTE: "data that expires before the note date",
  EXPIRED_AT_DISBURSEMENT: "data that expires before disbursement",
  FHA_DATA_OLD: "bank data older than 30 days",
  DATA_FAULT: "bank data that contradicts itself",
  BANK_MISSING: "a connected bank that is not in the report",
  HOLDINGS_UNAVAILABLE: "investments without holdings",
  IDENTITY_ALERT: "a fraud alert on the borrower",
  MARGIN_UNKNOWN: "brokerage statements, to check for margin loans",
  LINES_LEFT_OUT: "bank data that could not be read",
  HISTORY_CHANGED: "a history that changed",
  RETURNED_ITEMS: "returned items and overdrafts",
  RESUBMIT: "debts to resubmit",
  UNDISCLOSED_MORTGAGE: "an undisclosed mortgage",
  OWN_FUNDS_SHORT: "too little of the borrower's own money",
  MRI_SHORT: "the minimum required investment",
  DOWN_PAYMENT_SHORT: "the minimum down payment",
  OCCUPANCY_NOT_FHA: "an occupancy that FHA does not insure",
};

interface VerdictInput {
  readonly model: Model;
  readonly loan: Loan;
  readonly result: ProgramResult;
  /** Of all rules and programs. */
  readonly findings: readonly Finding[];
  readonly notEvaluated: readonly NotEvaluated[];
  readonly validThrough: string | null;
}

export function verdictOf(input: VerdictInput): Verdict {
  const { result, validThrough } = input;
  const { program } = result;
  const own = input.findings.filter(({ programs }) => programs.includes(program));
  const open = own.filter(({ waivedPrograms }) => !waivedPrograms.includes(program));
  const has = (severity: Finding["severity"]) => open.filter((one) => one.severity === severity).length;
  const counts = { blocker: has("blocker"), review: has("review"), info: has("info") };
  const waived = own.length - open.length;
  const missing = [
    ...new Set(
      input.notEvaluated
        .filter(({ ruleId, programs }) => NEEDED.has(ruleId) && programs.includes(program))
        .flatMap((one) => one.missing),
    ),
  ];
  const short = shortfallOf(input, missing);
  const outcome = outcomeOf(input, missing, counts.blocker, short);
  const blockers = [
    ...new Set(
      open.filter(({ severity }) => severity === "blocker").map(({ code, title }) => BLOCKER_NAMES[code] ?? title),
    ),
  ];
  const sentence = sentenceOf(input, outcome, missing, blockers, counts.blocker, short);
  const notes = [
    sentence,
    outcome === "notEvaluated" || counts.review === 0 ? "" : `${formatCount(counts.review, "condition")} to review.`,
    waived > 0 ? `With ${formatCount(waived, "waived condition")}.` : "",
    input.model.report.source === "files" ? "From uploaded files, not from the bank." : "",
    validThrough === null ? "" : `Valid through ${longDay(validThrough)}.`,
  ];
  const programName = result.terms.parameters.overlay?.programName;
  return {
    ...{ program, ...(programName && { programName }), outcome, text: notes.filter(Boolean).join(" ") },
    ...{ missing, counts, waived, validThrough },
  };
}

/** What is missing for closing or for reserves, even if every missing term is at its best; `null`: nothing, or unknown. */
interface Shortfall {
  readonly kind: "closing" | "reserves";
  readonly cents: number;
  readonly atLeast: boolean;
}

function shortfallOf(input: VerdictInput, missing: readonly string[]): Shortfall | null {
  const { result } = input;
  if (hasNoRules(input.loan)) return null;
  const isTermMissing = result.terms.missing.length > 0;
  const best = isTermMissing ? atBest(input) : result;
  if (!best) return null;
  const { surplusCents, reservesCents } = best.levels.printed;
  if (surplusCents === null || reservesCents === null) return null;
  const atLeast = missing.length > 0;
  if (surplusCents < 0) return { kind: "closing", cents: -surplusCents, atLeast };
  const { cents, floorCents } = result.input.required;
  const needed = cents ?? floorCents;
  return !isTermMissing && reservesCents < needed ? { kind: "reserves", cents: needed - reservesCents, atLeast } : null;
}

/** The program evaluated with the best value that each missing term could have; `undefined`: no such value is known. */
function atBest({ model, loan, result }: VerdictInput): ProgramResult | undefined {
  const { missing } = result.terms;
  const unknowable = ["transactionType", "salesPrice", "payoff", "loanAmount", "emd", "financedFees"];
  if (unknowable.some((field) => missing.includes(field))) return undefined;
  const { closingCosts = 0, prepaids = 0 } = loan;
  const filled: Loan = {
    credits: closingCosts + prepaids,
    appraisedValue: MAX_CENTS,
    occupancy: "primary",
    underwriting: "aus",
    ...loan,
    closingCosts,
    prepaids,
  };
  return evaluateProgram(model, filled, result.program, result.terms.parameters);
}

/** A loan of a program that Keyturn does not evaluate has figures, but no answer. */
export const hasNoRules = ({ program }: Pick<Loan, "program">) => program === "other";

function outcomeOf(
  { result, loan }: VerdictInput,
  missing: readonly string[],
  blockers: number,
  short: Shortfall | null,
): Outcome {
  const { overlay } = result.terms.parameters;
  if (isOff(result.program, overlay)) return "notEvaluated";
  if (short) return "short";
  if (hasNoRules(loan) || missing.length > 0 || result.levels.printed.suffices !== true) return "notEvaluated";
  if (blockers > 0) return "open";
  if (overlay?.programName) return "enoughUnderOverlay";
  return result.program === "va" || result.program === "usda" ? "enoughToClose" : "enough";
}

function sentenceOf(
  { result, loan }: VerdictInput,
  outcome: Outcome,
  missing: readonly string[],
  blockers: readonly string[],
  number: number,
  short: Shortfall | null,
): string {
  const { program, levels, funds } = result;
  const { overlay } = result.terms.parameters;
  const name = answerName(PROGRAM_NAMES[program], overlay);
  if (overlay !== null && isOff(program, overlay))
    return `Not evaluated under ${PROGRAM_NAMES[program]}. Turned off by ${overlayLabel(overlay)}.`;
  if (hasNoRules(loan))
    return `No answer: Keyturn does not evaluate this loan's program. ${formatMoney(funds.usableClosingCents)} would count under ${name}.`;
  if (outcome === "notEvaluated") {
    const terms = missing.map((field) =>
      field === "reserveMonthsRequired" ? `reserves required by ${name}` : (TERM_NAMES[field] ?? field),
    );
    const what = terms.length > 0 ? `Missing: ${terms.join(", ")}.` : "";
    return `Not evaluated under ${name} yet. ${what} ${formatMoney(funds.usableClosingCents)} counts so far.`.replace(
      "  ",
      " ",
    );
  }
  if (short) {
    const restorable = restorableCents(short.kind, levels);
    const restore = restorable > 0 ? ` Clearing what is open could restore up to ${formatMoney(restorable)}.` : "";
    const least = short.atLeast ? "At least " : "";
    return short.kind === "closing"
      ? `${least}${formatMoney(short.cents)} short of closing under ${name}.${restore}`
      : `${least}${formatMoney(short.cents)} short of required reserves under ${name}: ${reserveWords(result)}. Cash to close is covered.${restore}`;
  }
  const isPartlyEvaluated = program === "va" || program === "usda";
  if (isPartlyEvaluated && outcome !== "open")
    return overlay?.programName
      ? `Enough to close by bank data under ${name}; ${PROGRAM_NAMES[program]} rules are not all evaluated.`
      : `Enough to close by bank data; ${name} rules are not all evaluated.`;
  const sold =
    funds.investmentClosingCents > 0 ? `, counting ${formatMoney(funds.investmentClosingCents)} of investments` : "";
  const enough = `Enough to close under ${name}${sold}`;
  if (outcome === "open") {
    const once = `once ${formatCount(number, "open condition")} ${number === 1 ? "is" : "are"} cleared`;
    const left = levels.documented.surplusCents ?? 0;
    const without = left < 0 ? ` Without that money, closing is ${formatMoney(-left)} short.` : "";
    return `${enough}, ${once}: ${blockers.join(", ")}.${without}`;
  }
  const reserves =
    funds.requiredReservesCents === 0
      ? funds.reserveMonths === null
        ? ", no reserves required"
        : `, with ${funds.reserveMonths.toFixed(2)} months of reserves left; none are required`
      : `, with ${(funds.reserveMonths ?? 0).toFixed(2)} months of reserves left`;
  return `${enough}${reserves}${excludedWords(result)}.`;
}

function excludedWords({ input }: ProgramResult): string {
  const unexplained = [...claimsByLine(input.claims)]; // one that never counts is a blocker that no one can waive
  if (unexplained.length === 0) return "";
  const parts = unexplained.filter(([line, cents]) => cents < -line.cents).length;
  if (unexplained.length > 1)
    return `; ${parts > 0 ? "all or part of " : ""}${unexplained.length} deposits ${parts > 0 ? "is" : "are"} not counted until they are explained`;
  const [[line, cents]] = unexplained as [[Line, number]]; // one
  const of = parts > 0 ? `${formatMoney(cents)} of the` : "one";
  return `; ${of} deposit of ${formatMoney(-line.cents)} is not counted until it is explained`;
}

/** By an earnest-money credit or proof of a sale too. Without the terms that these depend on, by money to close. */
function restorableCents(kind: Shortfall["kind"], { all, printed }: ProgramResult["levels"]): number {
  const read = (level: typeof all) =>
    (kind === "closing" ? level.surplusCents : level.reservesCents) ?? level.usableClosingCents;
  return read(all) - read(printed);
}

function reserveWords({ funds }: ProgramResult): string {
  const have = funds.reserveMonths === null ? "none counted" : `${funds.reserveMonths.toFixed(2)} months`;
  const need = funds.requiredReserveMonths === null ? "the required amount" : `${funds.requiredReserveMonths} required`;
  return `${have} of ${need}`;
}
