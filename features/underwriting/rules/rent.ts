import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { capped, lastingFinding, monthName, monthOf } from "./cadence.ts";
import { dayOf } from "./days.ts";
import type { Finding, NotEvaluated, Program, RentRow } from "./evaluation.ts";
import { confirm, notEvaluated } from "./finding.ts";
import { isBorrowers } from "./income.ts";
import { isFree, isPayment, type Line, type Model } from "./model.ts";
import { median } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

const { months: MONTHS_NEEDED, leastCents, amountPercent, days: DAYS_APART } = RULES.R15.parameters;
/** Fewer equal payments to a person are a coincidence. */
const POSSIBLE_MONTHS = 3;

export interface RentStream {
  readonly payee: string;
  /** Classified as rent; otherwise equal payments to a person or by check, which may be rent. */
  readonly isRent: boolean;
  readonly medianCents: number;
  /** Months with a payment, as counted since year 0, oldest first. */
  readonly months: readonly number[];
  /** The newest run of months in a row in which $300.00 or more was paid. */
  readonly inARow: number;
  /** The run reaches the month of reading or the one before. */
  readonly isCurrent: boolean;
  /** Oldest first. */
  readonly lines: readonly Line[];
}

/** R15. */
export const findRent = once((model: Model): readonly RentStream[] => {
  const groups = new Map<string, { payee: string; isRent: boolean; lines: Line[] }>();
  for (const account of model.accounts) {
    if (!account.isDollars || !isBorrowers(model, account)) continue;
    for (const line of account.lines) {
      if (!isPayment(line) || !isFree(model, line) || !Number.isFinite(line.day)) continue;
      const payee = payeeOf(line);
      if (payee === null) continue;
      const isRent = line.class === "rent";
      const key = `${isRent}|${payee}`;
      const group = groups.get(key);
      if (group) group.lines.push(line);
      else groups.set(key, { payee, isRent, lines: [line] });
    }
  }
  return [...groups.values()]
    .flatMap(({ payee, isRent, lines }) => {
      const stream = toStream(payee, isRent, isRent ? lines : regular(lines));
      const isLikely = isRent || (stream.months.length >= POSSIBLE_MONTHS && stream.medianCents >= leastCents);
      return isLikely ? [stream] : [];
    })
    .sort(
      (a, b) =>
        b.months.length - a.months.length || compare(a.payee, b.payee) || compare(a.lines[0]!.key, b.lines[0]!.key),
    ); // not empty
});

/** A check names its payee on few banks' lines; checks of one amount on one account may be rent. */
function payeeOf({ class: kind, classification: { payee, person, party }, cents, account }: Line): string | null {
  if (kind === "rent") return payee?.name ?? (party || "Rent");
  if (kind === "person_payment") return person ?? (party || null);
  if (kind === "check") return person ?? (party || `Checks for ${formatMoney(cents)} from ${account.name}`);
  return null;
}

function toStream(payee: string, isRent: boolean, lines: readonly Line[]): RentStream {
  // Keys begin with the day.
  const sorted = [...lines].sort((a, b) => compare(a.key, b.key) || compare(a.account.key, b.account.key));
  const paid = new Map<number, number>();
  for (const { day, cents } of sorted) paid.set(monthOf(day), (paid.get(monthOf(day)) ?? 0) + cents);
  const months = [...paid.keys()];
  const enough = months.filter((month) => paid.get(month)! >= leastCents); // its own keys
  const newest = Math.max(...enough);
  let inARow = 0;
  while (enough.includes(newest - inARow)) inARow++;
  const asOf = Math.max(...new Set(sorted.map(({ account }) => account.asOf)));
  return {
    payee,
    isRent,
    medianCents: median([...paid.values()]),
    months,
    inARow,
    isCurrent: newest >= monthOf(asOf) - 1,
    lines: sorted,
  };
}

/** Of payments to one payee those within 5 % of each other and 7 days of a day of the month; the most there are. */
function regular(lines: readonly Line[]): Line[] {
  const sorted = [...lines].sort((a, b) => a.cents - b.cents);
  let best: Line[] = [];
  let from = 0;
  let bestFrom = 0;
  let bestTo = 0;
  for (let to = 0; to < sorted.length; to++) {
    while (sorted[to]!.cents * 100 > sorted[from]!.cents * (100 + amountPercent)) from++; // both within the list
    if (to + 1 - from > bestTo - bestFrom) [bestFrom, bestTo] = [from, to + 1];
  }
  const equal = sorted.slice(bestFrom, bestTo);
  const dates = equal.map(({ day }) => Number(dayOf(day).slice(8)));
  for (let date = 1; date <= 31; date++) {
    const near = equal.filter((_line, at) => isNear(dates[at]!, date)); // one date per line
    if (near.length > best.length) best = near;
  }
  return best;
}

/** Days of the month, the last of one next to the first of the other. */
function isNear(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return Math.min(apart, 31 - apart) <= DAYS_APART;
}

// ---- Against the loan -------------------------------------------------------------------------------------------

export interface RentContext {
  readonly model: Model;
  readonly loan: Loan;
  readonly programs: readonly Program[];
}

export function evaluateRent(
  streams: readonly RentStream[],
  { model, loan, programs }: RentContext,
): { rows: RentRow[]; findings: Finding[]; notEvaluated: NotEvaluated[] } {
  const rows: RentRow[] = [];
  const findings: Finding[] = [];
  const missing = new Set<string>();
  for (const stream of streams) {
    const { payee, isRent, lines, medianCents, months, inARow } = stream;
    const isConfirmed = isRent || model.confirmed("rent", { payee }) !== undefined;
    const eligibility = isConfirmed
      ? eligibilityOf(stream, loan)
      : { isEligible: false, why: "Not confirmed to be rent", missing: [] };
    for (const field of eligibility.missing) missing.add(field);
    rows.push({
      payee,
      monthlyCents: capped(medianCents),
      months: months.map(monthName),
      isConfirmed,
      isEligible: eligibility.isEligible,
      why: eligibility.why,
      transactionIds: lines.map(({ id }) => id),
    });
    const inputs = { payee, monthlyCents: medianCents, months: months.length, monthsInARow: inARow };
    const shared = { ruleId: "R15", severity: "info", lines, subject: payee } as const;
    if (!isConfirmed)
      findings.push(
        lastingFinding({
          ...shared,
          code: "POSSIBLE_RENT",
          programs,
          text: `${payee}: about ${formatMoney(medianCents)} in each of ${formatCount(months.length, "month")}, which may be rent. Confirm that it is, if the borrower's rent history is to count.`,
          clearedBy: [confirm("rent")],
          inputs,
        }),
      );
    else findings.push(...rentFindings(stream, eligibility, shared, inputs, loan, programs));
  }
  const isMissing = missing.size > 0;
  return { rows, findings, notEvaluated: isMissing ? [notEvaluated("R15", programs, [...missing].sort())] : [] };
}

interface Eligibility {
  readonly isEligible: boolean | null;
  readonly why: string;
  readonly missing: readonly string[];
}

/** What every program asks for; FHA asks for more. */
function eligibilityOf({ inARow, isCurrent }: RentStream, loan: Loan): Eligibility {
  const not = (why: string): Eligibility => ({ isEligible: false, why, missing: [] });
  if (inARow < MONTHS_NEEDED) return not(`${inARow} of ${MONTHS_NEEDED} months in a row`);
  if (!isCurrent) return not("The last payment is not recent");
  if (loan.transactionType !== undefined && loan.transactionType !== "purchase") return not("Not a purchase");
  if (loan.occupancy !== undefined && loan.occupancy !== "primary") return not("Not a primary residence");
  if (loan.isFirstTimeBuyer === false) return not("No first-time buyer");
  const missing = (["transactionType", "occupancy", "isFirstTimeBuyer"] as const).filter(
    (field) => loan[field] === undefined,
  );
  if (missing.length > 0)
    return { isEligible: null, why: "Purchase, occupancy or first-time buyer not entered", missing };
  return { isEligible: true, why: `${MONTHS_NEEDED} months in a row`, missing: [] };
}

const FHA_SCORE = 620;

function rentFindings(
  { payee, medianCents, lines }: RentStream,
  { isEligible, why }: Eligibility,
  shared: {
    readonly ruleId: "R15";
    readonly severity: "info";
    readonly lines: readonly Line[];
    readonly subject: string;
  },
  inputs: Finding["inputs"],
  loan: Loan,
  programs: readonly Program[],
): Finding[] {
  const last = longDay(dayOf(lines.at(-1)!.day)); // streams are not empty
  const draft = (under: readonly Program[], eligible: boolean | null, reason: string, more: string) =>
    lastingFinding({
      ...shared,
      code: "RENT_12",
      programs: under,
      text: `Rent of ${formatMoney(medianCents)} a month to ${payee}, last on ${last}: ${eligible === null ? "cannot be tested yet" : eligible ? "eligible" : "not eligible"} as a positive rent history (${lower(reason)}).${more}`,
      clearedBy: [],
      inputs: { ...inputs, isEligible: eligible === null ? null : eligible ? "yes" : "no", why: reason },
    });
  const fha = programs.filter((program) => program === "fha");
  const others = programs.filter((program) => program !== "fha");
  const isScoreLow = isEligible !== false && loan.creditScore !== undefined && loan.creditScore < FHA_SCORE;
  const isScoreMissing = isEligible === true && loan.creditScore === undefined;
  return [
    ...(others.length > 0 ? [draft(others, isEligible, why, "")] : []),
    ...(fha.length > 0
      ? [
          isScoreLow
            ? draft(fha, false, `Credit score below ${FHA_SCORE}`, "")
            : isScoreMissing
              ? draft(fha, null, "Credit score not entered", "")
              : draft(fha, isEligible, why, isEligible ? " FHA also asks for the lease." : ""),
        ]
      : []),
  ];
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
