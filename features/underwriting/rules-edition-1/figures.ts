// Owns how rules round and count: cents half up, ratios to four places, months down to two.

/** Half up: for sums that are never below zero. */
export function half(cents: number): number {
  return Math.floor(cents + 0.5);
}

/** The middle one of a list that is not empty; of an even one the mean of both in the middle, half up. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!; // not empty, as promised
  return sorted.length % 2 === 1 ? upper : half((sorted[middle - 1]! + upper) / 2);
}

export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 10_000) / 10_000 : null;
}

/** Months of a payment that a sum lasts, two places, never rounded up. */
export function monthsOf(cents: number, payment: number): number {
  return Math.floor((cents * 100) / payment) / 100;
}

/** Months as they are told: to one place, never more than there are. */
export function tenthsOf(months: number): number {
  return Math.floor(months * 10) / 10;
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** `$12,500.00`, with a minus sign where something is missing. */
export function dollars(cents: number): string {
  const [whole = "", part = ""] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "−" : ""}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}.${part}`;
}

/** `one deposit`, `3 deposits`. */
export function count(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}
