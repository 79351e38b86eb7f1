import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { cadenceOfPay, capped, daysOf, monthlyOf, monthName, monthOf, type Cadence } from "./cadence.ts";
import type { LineClass } from "./classifier/classify.ts";
import { MAX_LENGTH } from "./classifier/words.ts";
import { dayOf } from "./days.ts";
import type { EvidenceSource, Finding, IncomeStream as IncomeRow, NotEvaluated, Program } from "./evaluation.ts";
import { evidence, finding } from "./finding.ts";
import { isDeposit, isFree, type Account, type Line, type Model } from "./model.ts";
import { half, median, ratio } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

/** Everything that one payer paid on one day, on all accounts. */
interface PayDay {
  readonly day: number;
  readonly cents: number;
  readonly lines: readonly Line[];
}

export interface IncomeStream {
  readonly payer: string;
  readonly class: LineClass;
  readonly cadence: Cadence | null;
  readonly isAlsoBiweekly: boolean;
  /** By day. Pay above 1.5 medians is in `extra` instead. */
  readonly pays: readonly PayDay[];
  readonly extra: readonly PayDay[];
  readonly medianCents: number;
  readonly monthlyCents: number | null;
  readonly parts: readonly { readonly label: string; readonly cents: number }[];
  /** Pays, extra pay included, on either side of a gap. */
  readonly gaps: readonly { readonly before: PayDay; readonly after: PayDay }[];
  readonly last: PayDay;
  /** The last pay is older than 1.6 cadences on the day on which the payer's banks were read. */
  readonly isStopped: boolean;
  /** Who pays about the same since this payer stopped. */
  readonly continuedBy: { readonly payer: string; readonly line: Line } | undefined;
}

const CLASSES: ReadonlySet<LineClass> = new Set<LineClass>([
  "payroll",
  "benefit",
  "retirement_income",
  "support",
  "gig_income",
]);
const EXPLAINING: ReadonlySet<EvidenceSource["kind"]> = new Set(["letter", "income"] as const);

/** Above 1.5 medians a pay is extra, and is not identified as the payer's usual pay. */
function isExtra(cents: number, medianCents: number): boolean {
  return cents * 2 > medianCents * 3;
}

/** R12: deposits that come again and again, one stream per payer, the largest first. */
export const findIncomeStreams = once((model: Model): readonly IncomeStream[] => {
  const drafts = [...payersOf(model).values()].map(toStream);
  const continued = findContinuations(drafts);
  return drafts
    .filter(({ pays, extra }) => pays.length + extra.length > 1)
    .map((draft): IncomeStream => ({ ...draft, continuedBy: continued.get(draft) }))
    .sort(
      (a, b) =>
        (b.monthlyCents ?? 0) - (a.monthlyCents ?? 0) ||
        b.medianCents - a.medianCents ||
        compare(a.payer, b.payer) ||
        compare(a.class, b.class) ||
        compare(a.last.lines[0]!.key, b.last.lines[0]!.key), // a pay day has a line
    );
});

export interface IncomeContext {
  readonly model: Model;
  readonly loan: Loan;
  readonly programs: readonly Program[];
}

export function evaluateIncome(
  streams: readonly IncomeStream[],
  { model, loan, programs }: IncomeContext,
): { rows: IncomeRow[]; findings: Finding[]; notEvaluated: NotEvaluated[] } {
  return {
    rows: streams.map((stream) => toRow(stream, loan.monthlyIncome)),
    findings: streams.flatMap((stream) => findingsOf(stream, model, programs)),
    notEvaluated: [],
  };
}

// ---- Identified pay ---------------------------------------------------------------------------------------------

/**
 * `stream`: the payer paid on two more days, and this day's pay is at most 1.5 times the median of the others.
 * `achPayrollOnly`: fewer pays, but the ACH entry says payroll; identified up to the loan's monthly income.
 */
export type PayIdentity = "stream" | "achPayrollOnly" | "no";

/** Section 2, "Identified": every payroll deposit that is neither a transfer nor a net. */
export const payIdentification = once((model: Model): ReadonlyMap<Line, PayIdentity> => {
  const identities = new Map<Line, PayIdentity>();
  for (const { class: kind, lines } of payersOf(model).values()) {
    if (kind !== "payroll") continue;
    // Pay on accounts that do not count changes no sum.
    for (const part of Map.groupBy(lines, ({ account }) => model.counting.get(account)?.isCounted).values()) {
      const days = payDaysOf(part);
      const sums = days.map(({ cents }) => cents).sort((a, b) => a - b);
      for (const { cents, lines: paid } of days) {
        const isUsual = days.length > 2 && !isExtra(cents, medianWithout(sums, cents));
        for (const line of paid)
          identities.set(
            line,
            isUsual ? "stream" : days.length <= 2 && saysPayroll(line) && namesPayer(line) ? "achPayrollOnly" : "no",
          );
      }
    }
  }
  return identities;
});

/** What a payer paid on the day of each of its pays: pay that is split is one pay. */
export const payDayCents = once((model: Model): ReadonlyMap<Line, number> => {
  const centsOf = new Map<Line, number>();
  for (const { class: kind, lines } of payersOf(model).values()) {
    if (kind !== "payroll") continue;
    for (const part of Map.groupBy(lines, ({ account }) => model.counting.get(account)?.isCounted).values())
      for (const { cents, lines: paid } of payDaysOf(part)) for (const line of paid) centsOf.set(line, cents);
  }
  return centsOf;
});

/** The median of a sorted list without one of its values, so that a pay is not measured by itself. */
function medianWithout(sorted: readonly number[], value: number): number {
  const at = (index: number) => sorted[sorted[index]! < value ? index : index + 1]!; // both within the list
  const rest = sorted.length - 1;
  return half((at((rest - 1) >> 1) + at(rest >> 1)) / 2);
}

const ENTRY = /\b(?:DES|ENTRY DESCR|DESCR|DESC):\s*([^:]{0,40})/i;
/** A check or cash is no ACH entry, whatever the words after it say. */
const HANDED_IN = /\b(?:CHECK|CHK|CK|COUNTER|TELLER|BRANCH|ATM|MOBILE|REMOTE|CASH) (?:CHECK )?DEP/i;
const PAYROLL_WORDS =
  /PAYROL|PAYRL|SALARY|\bSAL\b|WAGE|DIR(?:ECT)?\s?DEP|\b(?:REG(?:ULAR)?|NET|EMP(?:LOYEE)?|STAFF|HOURLY|MIL(?:ITARY)?|(?:BI)?WEEKLY|WKLY|SEMI MO|ADP)\s?PAY\b/i;

/** The entry description if there is one, else the whole line. */
function saysPayroll(line: Line): boolean {
  const text = textOf(line);
  const [, entry] = ENTRY.exec(text) ?? [];
  return PAYROLL_WORDS.test(entry ?? text) && (entry !== undefined || !HANDED_IN.test(text));
}

/** As much of a line as the classifier reads. */
function textOf({ source }: Line): string {
  return source.description.slice(0, MAX_LENGTH);
}

/** A line that says payroll and not of whom prints no source; one deposit of an exchange or lender is not yet pay. */
function namesPayer({ classification: { payee, party } }: Line): boolean {
  return payee === null ? party !== "" : !payee.roles.some((role) => NO_PAYERS.has(role));
}

const NO_PAYERS: ReadonlySet<string> = new Set([
  ...["exchange", "lender", "wage_advance", "merchant_advance", "bnpl", "p2p", "marketplace", "title_escrow"],
]);

// ---- Payers -----------------------------------------------------------------------------------------------------

interface Payer {
  readonly name: string;
  readonly class: LineClass;
  readonly lines: Line[];
}

const payersOf = once((model: Model): ReadonlyMap<string, Payer> => {
  const payers = new Map<string, Payer>();
  for (const account of model.accounts) {
    if (account.kind !== "depository" || !account.isDollars || !isBorrowers(model, account)) continue;
    for (const line of account.lines) {
      if (!CLASSES.has(line.class) || !isDeposit(line) || !isFree(model, line) || !Number.isFinite(line.day)) continue;
      const key = payerKey(line);
      const payer = payers.get(key);
      if (payer) payer.lines.push(line);
      else payers.set(key, { name: payerName(line), class: line.class, lines: [line] });
    }
  }
  return payers;
});

/** An account that a lender leaves out, or that is someone else's, shows no income of the borrower's. */
export function isBorrowers(model: Model, account: Account): boolean {
  if (model.counting.get(account)?.isCounted) return true;
  const { standing, capacity } = account.ownership;
  return !model.isLeftOut(account) && standing !== "none" && !capacity;
}

const COMPANY_ID = /\b(?:CO|ORIG) ID:\s*([A-Z0-9]{4,20})/i;
const COMPANY_WORDS = /(?: (?:INC|LLC|LLP|LTD|CORP|CO|COMPANY|USA|US|PPD|CCD))+$/;

/** A processor pays for many employers, so its name alone is no payer. */
function payerKey(line: Line): string {
  const { class: kind, classification } = line;
  const { payee, party } = classification;
  const name = party.replace(COMPANY_WORDS, "");
  if (!payee) return JSON.stringify([kind, "", name || withoutNumbers(textOf(line))]);
  if (!payee.roles.includes("payroll_processor")) return JSON.stringify([kind, payee.id]);
  const [, companyId] = COMPANY_ID.exec(textOf(line)) ?? [];
  return JSON.stringify([kind, payee.id, name, companyId]);
}

function withoutNumbers(text: string): string {
  return text.toUpperCase().replace(/\d+/g, "").replace(/\s+/g, " ").trim();
}

function payerName({ classification: { payee, party }, source }: Line): string {
  const isProcessor = payee?.roles.includes("payroll_processor");
  const name = payee && !isProcessor ? payee.name : party || payee?.name;
  return name || source.description.slice(0, 60).trim() || "Unknown payer";
}

function payDaysOf(lines: readonly Line[]): PayDay[] {
  const byDay = new Map<number, Line[]>();
  for (const line of lines) {
    const known = byDay.get(line.day);
    if (known) known.push(line);
    else byDay.set(line.day, [line]);
  }
  return [...byDay.entries()].sort(([a], [b]) => a - b).map(([day, paid]) => toPayDay(day, paid));
}

function toPayDay(day: number, lines: readonly Line[]): PayDay {
  return { day, lines, cents: lines.reduce((total, { cents }) => total - cents, 0) };
}

interface Draft extends Omit<IncomeStream, "continuedBy"> {
  readonly first: PayDay;
  /** The newest day on which a bank with pay of this payer was read. */
  readonly asOf: number;
}

function toStream({ name, class: kind, lines }: Payer): Draft {
  const all = payDaysOf(lines);
  const { pays, extra } = withoutExtra(all);
  const medianCents = median(pays.map(({ cents }) => cents));
  const isGig = kind === "gig_income";
  const { cadence, isAlsoBiweekly } = isGig ? { cadence: null, isAlsoBiweekly: false } : cadenceOf(pays, all);
  const longest = cadence && RULES.R12.parameters.gapFactor * daysOf(cadence);
  const [first, last] = [all[0]!, all.at(-1)!]; // a payer has a line
  const asOf = Math.max(...new Set(lines.map(({ account }) => account.asOf)));
  const months = isGig ? monthsOf(all) : [];
  return {
    payer: name,
    class: kind,
    cadence,
    isAlsoBiweekly,
    pays,
    extra,
    medianCents,
    monthlyCents: isGig ? wholeMonthMedian(months, all) : cadence && monthlyOf(medianCents, cadence),
    parts: isGig ? months : partsOf(pays),
    gaps:
      longest === null
        ? []
        : all
            .slice(1)
            .flatMap((after, at) => (after.day - all[at]!.day > longest ? [{ before: all[at]!, after }] : [])), // one shorter
    first,
    last,
    asOf,
    isStopped: longest !== null && asOf - last.day > longest,
  };
}

/** By whole days, so that pay that is split over accounts is read as pay that is not. */
function withoutExtra(all: readonly PayDay[]): { pays: PayDay[]; extra: PayDay[] } {
  const usual = median(all.map(({ cents }) => cents));
  return {
    pays: all.filter(({ cents }) => !isExtra(cents, usual)),
    extra: all.filter(({ cents }) => isExtra(cents, usual)),
  };
}

/** Extra pay may take the place of usual pay or come between; the cadence with fewer pays a month is taken. */
function cadenceOf(pays: readonly PayDay[], all: readonly PayDay[]) {
  const usual = cadenceOfPay(pays.map(({ day }) => day));
  const every = cadenceOfPay(all.map(({ day }) => day));
  return usual.cadence === null || every.cadence === "semimonthly" ? every : usual;
}

// ---- Parts and months -------------------------------------------------------------------------------------------

const PERSON = /\b(?:INDN|IND NAME|NAME):\s*([^:]{2,60}?)\s*(?:\b(?:CO ID|ID|SEC|TRN|TRACE|EED|DES)\b|$)/i;

/** Two persons at one employer, else two accounts that share one pay. Cents are the median part of a pay. */
function partsOf(pays: readonly PayDay[]): { label: string; cents: number }[] {
  const lines = pays.flatMap((pay) => pay.lines);
  const named = lines.map((line) => PERSON.exec(textOf(line))?.[1]?.toUpperCase());
  const isByPerson = !named.includes(undefined) && new Set(named).size > 1;
  const labels = new Map(lines.map((line, at) => [line, isByPerson ? named[at]! : line.account.name])); // all are named
  if (!isByPerson && new Set(lines.map(({ account }) => account)).size < 2) return [];
  const sums = new Map<string, number[]>();
  for (const pay of pays) {
    const day = new Map<string, number>();
    for (const line of pay.lines) {
      const label = labels.get(line)!; // every line has one
      day.set(label, (day.get(label) ?? 0) - line.cents);
    }
    for (const [label, cents] of day) {
      const known = sums.get(label);
      if (known) known.push(cents);
      else sums.set(label, [cents]);
    }
  }
  return [...sums]
    .map(([label, cents]) => ({ label, cents: median(cents) }))
    .sort((a, b) => b.cents - a.cents || compare(a.label, b.label));
}

/** Sums of calendar months, oldest first. */
function monthsOf(all: readonly PayDay[]): { label: string; cents: number }[] {
  const sums = new Map<string, number>();
  for (const { day, cents } of all) {
    const month = monthName(monthOf(day));
    sums.set(month, (sums.get(month) ?? 0) + cents);
  }
  return [...sums].map(([label, cents]) => ({ label, cents }));
}

/** The first and the last month may be cut off by the data. */
function wholeMonthMedian(months: readonly { label: string; cents: number }[], all: readonly PayDay[]): number | null {
  const [first, last] = [monthOf(all[0]!.day), monthOf(all.at(-1)!.day)]; // a payer has a line
  const sums = new Map(months.map(({ label, cents }) => [label, cents]));
  const whole = Array.from(
    { length: Math.min(240, last - first - 1) },
    (_, at) => sums.get(monthName(first + 1 + at)) ?? 0,
  );
  return whole.length === 0 ? null : median(whole);
}

// ---- Payer changed ----------------------------------------------------------------------------------------------

/** A payer whose first pay follows within 1.6 cadences, is about the same, and did not stop itself. */
function findContinuations(drafts: readonly Draft[]): ReadonlyMap<Draft, { payer: string; line: Line }> {
  const continued = new Map<Draft, { payer: string; line: Line }>();
  // By first day and then by amount, so that a report with thousands of payers is not compared pairwise.
  const byFirstDay = new Map<number, Draft[]>();
  for (const draft of drafts) {
    const { day } = draft.first;
    const starts = byFirstDay.get(day);
    if (starts) starts.push(draft);
    else byFirstDay.set(day, [draft]);
  }
  for (const starts of byFirstDay.values())
    starts.sort((a, b) => a.medianCents - b.medianCents || compare(a.payer, b.payer));
  for (const draft of drafts) {
    const { class: kind, cadence, medianCents, last, isStopped } = draft;
    if (!isStopped) continue;
    const longest = Math.floor(RULES.R12.parameters.gapFactor * daysOf(cadence!)); // only a cadence can stop
    for (let day = last.day + 1; day <= last.day + longest && !continued.has(draft); day++) {
      const starts = byFirstDay.get(day) ?? [];
      for (let at = firstAtLeast(starts, medianCents * 0.9); at < starts.length; at++) {
        const other = starts[at]!; // within the list
        if (other.medianCents * 10 > medianCents * 11) break;
        if (other.class !== kind || !isCurrent(other, longest)) continue;
        continued.set(draft, { payer: other.payer, line: other.pays[0]!.lines[0]! }); // the least pay is not extra
        break;
      }
    }
  }
  return continued;
}

function firstAtLeast(starts: readonly Draft[], cents: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]!.medianCents < cents)
      low = middle + 1; // within the list
    else high = middle;
  }
  return low;
}

/** One pay alone has no cadence of its own; it is measured by that of the payer before. */
function isCurrent({ cadence, isStopped, last, asOf }: Draft, longest: number): boolean {
  return cadence ? !isStopped : asOf - last.day <= longest;
}

// ---- Rows and findings ------------------------------------------------------------------------------------------

const idsOf = (days: readonly PayDay[]) => days.flatMap(({ lines }) => lines.map(({ id }) => id));

function toRow(stream: IncomeStream, monthlyIncome: number | undefined): IncomeRow {
  const {
    payer,
    class: kind,
    cadence,
    isAlsoBiweekly,
    pays,
    extra,
    medianCents,
    monthlyCents,
    parts,
    gaps,
    last,
  } = stream;
  return {
    payer,
    class: kind,
    cadence,
    isAlsoBiweekly,
    payDates: pays.map(({ day }) => dayOf(day)),
    lastPaidOn: dayOf(last.day),
    medianCents: capped(medianCents),
    monthlyCents: monthlyCents === null ? null : capped(monthlyCents),
    extraCents: capped(extra.reduce((total, { cents }) => total + cents, 0)),
    ratio: monthlyCents === null || monthlyIncome === undefined ? null : ratio(monthlyCents, monthlyIncome),
    gaps: gaps.map(({ before, after }) => ({
      from: dayOf(before.day),
      to: dayOf(after.day),
      days: after.day - before.day,
    })),
    transactionIds: idsOf([...pays, ...extra].sort((a, b) => a.day - b.day)),
    parts: parts.map(({ label, cents }) => ({ label, cents: capped(cents) })),
  };
}

function findingsOf(stream: IncomeStream, model: Model, programs: readonly Program[]): Finding[] {
  const { payer, cadence, medianCents, monthlyCents, gaps, last, isStopped, continuedBy } = stream;
  if (cadence === null) return [];
  const shared = { ruleId: "R12", programs, subject: payer } as const;
  const inputs = { payer, cadence, medianCents, monthlyCents };
  const isExplained = (lines: readonly Line[]) =>
    lines.some((line) => model.evidenceOf.get(line)?.some(({ kind }) => EXPLAINING.has(kind)));
  const findings: Finding[] = [];
  const open = gaps.filter(({ before, after }) => !isExplained([...before.lines, ...after.lines]));
  const longest = open.reduce(
    (most, gap) => (gap.after.day - gap.before.day > most.after.day - most.before.day ? gap : most),
    open[0]!,
  );
  if (open.length > 0)
    findings.push(
      finding({
        ...shared,
        code: "INCOME_GAP",
        severity: "review",
        text: `${payer} pays ${formatMoney(medianCents)} ${cadence}, but paid nothing between ${longDay(dayOf(longest.before.day))} and ${longDay(dayOf(longest.after.day))}${open.length > 1 ? `, the longest of ${formatCount(open.length, "gap")}` : ""}. Add a letter or pay stubs that explain it.`,
        clearedBy: [evidence("letter", "income")],
        inputs: { ...inputs, gaps: open.length, longestDays: longest.after.day - longest.before.day },
        lines: [...new Set(open.flatMap(({ before, after }) => [...before.lines, ...after.lines]))],
      }),
    );
  if (continuedBy)
    findings.push(
      finding({
        ...shared,
        code: "PAYER_CHANGED",
        severity: "info",
        text: `${payer} last paid on ${longDay(dayOf(last.day))}. ${continuedBy.payer} has paid about the same since ${longDay(dayOf(continuedBy.line.day))}.`,
        clearedBy: [],
        inputs: { ...inputs, newPayer: continuedBy.payer, lastPaidOn: dayOf(last.day) },
        lines: [...last.lines, continuedBy.line],
      }),
    );
  else if (isStopped && !isExplained(last.lines))
    findings.push(
      finding({
        ...shared,
        code: "INCOME_STOPPED",
        severity: "review",
        text: `${payer} paid ${formatMoney(medianCents)} ${cadence}, last on ${longDay(dayOf(last.day))}. Add a letter or a recent pay stub that shows whether the income continues.`,
        clearedBy: [evidence("letter", "income")],
        inputs: { ...inputs, lastPaidOn: dayOf(last.day) },
        lines: last.lines,
      }),
    );
  return findings;
}
