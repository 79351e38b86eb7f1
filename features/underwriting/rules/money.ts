import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";

/** Half up, for sums that are never negative. */
export function half(cents: number): number {
  return Math.floor(cents + 0.5);
}

/** The middle of a list that is not empty; of an even number of values, the mean of both middle ones, half up. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!; // not empty, as promised
  return sorted.length % 2 === 1 ? upper : half((sorted[middle - 1]! + upper) / 2);
}

/** Four places; `null` when there is nothing to compare with. */
export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 10_000) / 10_000 : null;
}

/** Months of a payment that a sum covers, to two places, rounded down. */
export function monthsOf(cents: number, payment: number): number {
  return Math.floor((cents * 100) / payment) / 100;
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** The line's own, else its account's; `null` where the bank names neither. */
export function currencyOf(
  line: Pick<ReportTransaction, "currency">,
  account: Pick<ReportAccount, "currency">,
): string | null {
  return line.currency ?? account.currency;
}
