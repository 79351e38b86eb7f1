import { MAX_CENTS } from "#platform/contract/fields.ts";
import type { CADENCES, Finding } from "./evaluation.ts";
import { finding, type FindingDraft } from "./finding.ts";
import type { Line } from "./model.ts";
import { half, median } from "./money.ts";

export type Cadence = (typeof CADENCES)[number];

/** Payments in so many months. Daily means banking days, 260 a year. */
const PER_MONTH: Readonly<Record<Cadence, readonly [payments: number, months: number]>> = {
  daily: [260, 12],
  weekly: [52, 12],
  biweekly: [26, 12],
  semimonthly: [2, 1],
  monthly: [1, 1],
};

const DAYS: Readonly<Record<Cadence, number>> = {
  // A payment on every banking day is four days apart over a long weekend.
  daily: 4,
  weekly: 7,
  biweekly: 14,
  semimonthly: 365.25 / 24,
  monthly: 365.25 / 12,
};

export function daysOf(cadence: Cadence): number {
  return DAYS[cadence];
}

/** Cents a month, half up. */
export function monthlyOf(cents: number, cadence: Cadence): number {
  const [payments, months] = PER_MONTH[cadence];
  return half((cents * payments) / months);
}

export function gapsOf(days: readonly number[]): number[] {
  return days.slice(1).map((day, at) => day - days[at]!); // one shorter than `days`
}

/** Each day once, oldest first. */
export function distinctDays(lines: readonly Line[]): number[] {
  return [...new Set(lines.map(({ day }) => day))].sort((a, b) => a - b);
}

/** Of payments that go out. Of two cadences that both fit, the one with more payments a month: debts are not understated. */
export function cadenceOfPayments(days: readonly number[]): Cadence | null {
  const gaps = gapsOf(days);
  if (gaps.length === 0) return null;
  if (isDaily(days, gaps)) return "daily";
  if (fits(gaps, 6, 8)) return "weekly";
  if (fits(gaps, 26, 35)) return "monthly";
  if (fits(gaps, 13, 15) && shareWeekday(days)) return "biweekly";
  if (isSemimonthly(days, 11)) return "semimonthly";
  return fits(gaps, 13, 15) ? "biweekly" : null;
}

export interface PayCadence {
  readonly cadence: Cadence | null;
  readonly isAlsoBiweekly: boolean;
}

/** Of pay that comes in. Of two cadences that both fit, the one with fewer pays a month: income is not overstated. */
export function cadenceOfPay(days: readonly number[]): PayCadence {
  const gaps = gapsOf(days);
  const only = (cadence: Cadence | null): PayCadence => ({ cadence, isAlsoBiweekly: false });
  if (days.length < 3) return only(null);
  if (fits(gaps, 6, 8)) return only("weekly");
  if (fits(gaps, 26, 35)) return only("monthly");
  const isBiweekly = fits(gaps, 13, 15) && shareWeekday(days);
  // Ten days apart are the 14th and the 27th where the second is a Sunday after Christmas.
  if (isSemimonthly(days, 10)) return { cadence: "semimonthly", isAlsoBiweekly: isBiweekly };
  return only(isBiweekly ? "biweekly" : null);
}

/** Half of the gaps or more are one cadence long, and two thirds are so or left out a payment or two. */
function fits(gaps: readonly number[], least: number, most: number): boolean {
  let single = 0;
  let any = 0;
  for (const gap of gaps) {
    if (gap >= least && gap <= most) single++;
    const times = Math.round(gap / ((least + most) / 2));
    if (times <= 3 && gap >= least * times && gap <= most * times) any++;
  }
  return single * 2 >= gaps.length && any * 3 >= gaps.length * 2;
}

/** Eight payments or more in four weeks, most of them one to four days apart. */
function isDaily(days: readonly number[], gaps: readonly number[]): boolean {
  if (median(gaps) > 4) return false;
  return days.slice(7).some((day, at) => day - days[at]! <= 27); // seven shorter than `days`
}

/** Four of five on one weekday; a bank holiday moves a payment by a day. */
function shareWeekday(days: readonly number[]): boolean {
  const counts = Array<number>(7).fill(0);
  for (const day of days)
    for (const moved of [-1, 0, 1]) if (moved === 0 || isHoliday(day + moved)) counts[weekdayOf(day + moved)]!++; // seven weekdays
  return Math.max(...counts) * 5 >= days.length * 4;
}

/** The lines do not identify it: after the next payment to the same payee it is the same condition. */
export function lastingFinding(draft: FindingDraft): Finding {
  const accounts = (draft.accounts ?? []).map(({ key }) => key).sort();
  return { ...finding(draft), key: JSON.stringify([draft.code, accounts, [], draft.subject]) };
}

/** Amounts beyond what a figure can hold come from hostile data only. */
export function capped(cents: number): number {
  return Math.min(MAX_CENTS, Math.max(-MAX_CENTS, cents));
}

// ---- Semimonthly ------------------------------------------------------------------------------------------------

/** Stands for the last day of any month. */
const LAST = 31;
/** Days of the month that lie 13 to 17 days apart, the 13th and the last day of a month of 30 days included. */
const PAIRS: readonly (readonly [first: number, second: number])[] = [
  ...[13, 14, 15, 16, 17].flatMap((apart) =>
    Array.from({ length: LAST - apart }, (_, at) => [at + 1, at + 1 + apart] as const),
  ),
  [13, LAST],
];

/**
 * Paid on two days of each month, `least` days apart or more, or on the next banking day before or after when that is none.
 * One pay in six may miss, and one pay may be missing.
 */
function isSemimonthly(days: readonly number[], least: number): boolean {
  const [from, to] = [days[0]!, days.at(-1)!]; // callers pass two days or more
  const gaps = gapsOf(days);
  if (gaps.filter((gap) => gap >= least && gap <= 20).length * 2 < gaps.length) return false;
  const pays = days.map(nominalsOf);
  const allowed = Math.floor(days.length / 6);
  const masks = pays.map((nominals) => nominals.reduce((mask, { bits }) => mask | bits, 0));
  return PAIRS.some(([first, second]) => {
    const [p, q] = [1 << (first - 1), 1 << (second - 1)];
    const misses = masks.filter((mask) => !(mask & (p | q))).length;
    if (misses > allowed) return false;
    return countMissing(pays, p, q, from, to) <= Math.max(1, allowed);
  });
}

interface Nominal {
  /** Months since year 0. */
  readonly month: number;
  /** Days of the month, as bits; the last day stands for all days that the month lacks. */
  readonly bits: number;
}

/** The days that a payment on this day may have been due: the day itself, and days next to it that are no banking days. */
function nominalsOf(day: number): Nominal[] {
  const due = [day];
  if (isBankingDay(day)) {
    for (let before = day - 1; !isBankingDay(before); before--) due.push(before);
    for (let after = day + 1; !isBankingDay(after); after++) due.push(after);
  }
  return due.map((one) => {
    const date = dateOf(one);
    const number = date.getUTCDate();
    const isLast = dateOf(one + 1).getUTCDate() === 1;
    let bits = 0;
    for (let n = number; n <= (isLast ? LAST : number); n++) bits |= 1 << (n - 1);
    return { month: monthOf(one), bits };
  });
}

/** Of the months wholly between both days, how many payments on these two days are missing. */
function countMissing(pays: readonly Nominal[][], p: number, q: number, from: number, to: number): number {
  const paid = new Map<number, number>();
  for (const nominals of pays)
    for (const { month, bits } of nominals) paid.set(month, (paid.get(month) ?? 0) | (bits & (p | q)));
  let missing = 0;
  for (let month = monthOf(from - 1) + 1; month < monthOf(to + 1); month++) {
    const bits = paid.get(month) ?? 0;
    missing += Number(!(bits & p)) + Number(!(bits & q));
  }
  return missing;
}

const dateOf = (day: number) => new Date(day * 86_400_000);

/** Months since year 0. */
export function monthOf(day: number): number {
  const date = dateOf(day);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** `2026-11`. */
export function monthName(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
}

function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7; // 1970-01-01 was a Thursday
}

export function isBankingDay(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

/** Holidays of the Federal Reserve. One on a Sunday is observed on Monday, one on a Saturday not at all. */
function isHoliday(day: number): boolean {
  const date = dateOf(day);
  const [month, number, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()];
  if (weekday === 0 || weekday === 6) return false;
  const week = Math.ceil(number / 7);
  if (weekday === 1) {
    if ((month === 1 || month === 2) && week === 3) return true;
    if (month === 5 && number >= 25) return true;
    if ((month === 9 && week === 1) || (month === 10 && week === 2)) return true;
  }
  if (month === 11 && weekday === 4 && week === 4) return true;
  const isFixed = (d: number) =>
    (month === 1 && d === 1) ||
    (month === 6 && d === 19) ||
    (month === 7 && d === 4) ||
    (month === 11 && d === 11) ||
    (month === 12 && d === 25);
  return isFixed(number) || (weekday === 1 && isFixed(number - 1));
}
