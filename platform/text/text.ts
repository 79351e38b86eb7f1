import { formatNumber } from "../money/money.ts";

/** `1 deposit`, `1,200 deposits`, `2 people`. Without Intl: sentences of the rules are the same on every machine. */
export function formatCount(count: number, one: string, other = `${one}s`): string {
  return `${formatNumber(count)} ${Math.abs(count) === 1 ? one : other}`;
}

/** A period of days, in years where it is whole years of 365 days: "3 years", "90 days". */
export function formatPeriod(days: number): string {
  return days % 365 === 0 ? formatCount(days / 365, "year") : formatCount(days, "day");
}

/** `a`, `a and b`, `a, b, and c`. */
export function formatList(items: Iterable<string>, word: "and" | "or" = "and"): string {
  const all = [...items];
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")}${all.length > 1 ? "," : ""} ${word} ${last}`;
}

/** `812 KB`, `1.3 MB`, `10 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(".0", "")} MB`;
}

/** How an email address is stored for comparison: trimmed and in lower case, with no other change. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function isSameEmail(one: string, other: string): boolean {
  return normalizeEmail(one) === normalizeEmail(other);
}

const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text without the characters that turn the reading direction of what follows (embeddings, overrides, isolates): with
 * them a bank line can show other words than it holds. Letters keep the direction of their script.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(MARKS, "");
}
