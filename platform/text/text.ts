import { formatNumber } from "../money/money.ts";

const rules = new Intl.PluralRules("en-US");
const conjunction = new Intl.ListFormat("en-US", { type: "conjunction" });
const disjunction = new Intl.ListFormat("en-US", { type: "disjunction" });

/** `1 deposit`, `1,200 deposits`, `2 people`. */
export function formatCount(count: number, one: string, other = `${one}s`): string {
  return `${formatNumber(count)} ${rules.select(count) === "one" ? one : other}`;
}

/** `a`, `a and b`, `a, b, and c`. */
export function formatList(items: Iterable<string>, word: "and" | "or" = "and"): string {
  return (word === "and" ? conjunction : disjunction).format(items);
}

/** `812 KB`, `1.3 MB`, `10 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(".0", "")} MB`;
}
