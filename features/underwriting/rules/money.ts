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

/** `$12,500.00`, `−$3.00`. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  let whole = digits.slice(0, -2);
  let grouped = "";
  while (whole.length > 3) {
    grouped = `,${whole.slice(-3)}${grouped}`;
    whole = whole.slice(0, -3);
  }
  return `${cents < 0 ? "−" : ""}$${whole}${grouped}.${digits.slice(-2)}`;
}

/** `1 deposit`, `3 deposits`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
