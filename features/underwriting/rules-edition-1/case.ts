// Owns a report laid out for the rules: accounts with their owners judged, lines told apart once, the loan beside them.
import type { EvidenceSource } from "#features/underwriting/contract.ts";
import type { ReportAccount, ReportTransaction, ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import type { Loan } from "#features/loans/contract.ts";
import { dayNumber, dayOf } from "./days.ts";
import type { PersonName } from "./owners/names.ts";
import { judgeOwnership, type Ownership } from "./owners/ownership.ts";
import { RULES } from "./rule-set.ts";
import { countOnce, type SeenTwice } from "./seen-twice.ts";

/** Returned items and overdrafts that ask for a review, and that block, as the organization has it. */
export interface FeePolicy {
  readonly reviewFrom: number;
  readonly blockFrom: number;
}

/** All that a reading hangs on: the same question always has the same answer. */
export interface EvaluationContext {
  readonly reading: ParsedReport;
  readonly loan: Loan;
  readonly borrowers: readonly PersonName[];
  readonly evidence: readonly EvidenceSource[];
  readonly feePolicy?: FeePolicy | undefined;
}

/** A bank line. `cents` keeps the provider's sign: above zero is money out. */
export interface Line {
  readonly id: string;
  readonly day: number;
  readonly cents: number;
  readonly isPending: boolean;
  /** The description in upper case. */
  readonly words: string;
  readonly category: string;
  readonly source: ReportTransaction;
  readonly holding: Holding;
}

export interface Holding {
  readonly account: ReportAccount;
  readonly institutionName: string;
  readonly isDepository: boolean;
  readonly isInvestment: boolean;
  readonly isDollars: boolean;
  readonly ownership: Ownership;
  readonly lines: readonly Line[];
}

/** What hangs on neither loan nor evidence. */
export interface Layout {
  readonly asOf: number;
  /** Each account once. */
  readonly holdings: readonly Holding[];
  readonly seenTwice: readonly SeenTwice[];
  /** Lines of accounts that are counted elsewhere, each with the line that counts. */
  readonly sameLine: ReadonlyMap<string, string>;
}

export interface Case extends EvaluationContext, Layout {
  readonly layout: Layout;
  /** Accepted evidence by the deposit that it explains. */
  readonly evidenceOf: ReadonlyMap<string, readonly EvidenceSource[]>;
}

export function openCase(question: EvaluationContext): Case {
  const { reading, borrowers, evidence } = question;
  const layout = layOut(reading, borrowers);
  const evidenceOf = new Map<string, EvidenceSource[]>();
  for (const one of evidence) {
    if (one.transactionId === null) continue;
    const id = layout.sameLine.get(one.transactionId) ?? one.transactionId;
    evidenceOf.set(id, [...(evidenceOf.get(id) ?? []), one]);
  }
  return { ...question, ...layout, layout, evidenceOf };
}

// By the reading itself, of which nobody changes anything: a loan that is tried out again and again is judged fast.
const laidOut = new WeakMap<ParsedReport, { readonly names: string; readonly layout: Layout }>();

function layOut(reading: ParsedReport, borrowers: readonly PersonName[]): Layout {
  const names = JSON.stringify(borrowers.map(({ firstName, lastName }) => [firstName, lastName]));
  const known = laidOut.get(reading);
  if (known?.names === names) return known.layout;
  const days = new Map<string, number>(); // a report has thousands of lines on a few hundred days
  const dayOfLine = (date: string): number => {
    const day = days.get(date) ?? dayNumber(date);
    days.set(date, day);
    return day;
  };
  const { accounts, seenTwice, sameLine } = countOnce(reading);
  const layout = {
    asOf: dayNumber(reading.asOf),
    holdings: accounts.map(({ account, institutionName }) => hold(account, institutionName, borrowers, dayOfLine)),
    seenTwice,
    sameLine,
  };
  laidOut.set(reading, { names, layout });
  return layout;
}

function hold(
  account: ReportAccount,
  institutionName: string,
  borrowers: readonly PersonName[],
  dayOfLine: (date: string) => number,
): Holding {
  const lines: Line[] = [];
  const holding: Holding = {
    account,
    institutionName,
    isDepository: account.type === "depository",
    isInvestment: account.type === "investment" || account.type === "brokerage",
    isDollars: account.currency === "USD",
    ownership: judgeOwnership(account, borrowers),
    lines,
  };
  for (const source of account.transactions)
    lines.push({
      id: source.id,
      day: dayOfLine(source.date),
      cents: source.amountCents,
      isPending: source.pending,
      words: source.description.toUpperCase(),
      category: source.category ?? "",
      source,
      holding,
    });
  return holding;
}

/** Money in, posted, on a depository account. */
export function isDeposit({ cents, isPending, holding }: Line): boolean {
  return cents < 0 && !isPending && holding.isDepository;
}

/** Money out, posted, of a depository account. */
export function isPayment({ cents, isPending, holding }: Line): boolean {
  return cents > 0 && !isPending && holding.isDepository;
}

export function* linesOf({ holdings }: Pick<Layout, "holdings">): Generator<Line> {
  for (const { lines } of holdings) yield* lines;
}

/** Both ends in. */
export function isWithin({ asOf }: Pick<Layout, "asOf">, { day }: Pick<Line, "day">, days: number): boolean {
  return day >= asOf - days && day <= asOf;
}

export function windowOf({ asOf }: Pick<Layout, "asOf">) {
  const days = RULES.R3.parameters.windowDays;
  return { days, from: dayOf(asOf - days), to: dayOf(asOf) };
}

/** Cents of a deposit whose source is shown, never more than the deposit. */
export function sourcedCents({ evidenceOf }: Pick<Case, "evidenceOf">, line: Line): number {
  const shown = (evidenceOf.get(line.id) ?? []).reduce((total, one) => total + one.sourcedCents, 0);
  return Math.min(-line.cents, shown);
}

/** Nothing of it counts: whose it is has not been shown. */
export function isExcluded({ ownership }: Holding): boolean {
  return ownership.isExcluded;
}

/** What counts is in dollars, and a borrower's. */
export function countsFor(holding: Holding): boolean {
  return holding.isDollars && !holding.ownership.isExcluded;
}
