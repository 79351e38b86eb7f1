import type { ConnectedAccount, ReportSummary } from "#features/borrowers/contract.ts";

/** A provider's code as a phrase: `FOOD_RETAIL_GROCERIES` is `Food retail groceries`, `checking` is `Checking`. */
export function phrase(code: string): string {
  const words = /^[A-Z0-9_]+$/.test(code) ? code.toLowerCase().replaceAll("_", " ") : code;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A provider's type or subtype of an account: `checking` is `Checking`, `roth 401k` is `Roth 401(k)`, `cd` is `CD`. */
export function kindWords(code: string): string {
  return phrase(code)
    .replaceAll(/\b(\d{3})([a-z])\b/g, "$1($2)")
    .replaceAll(/\b(?:cd|ebt|gic|hsa|ira|isa|sarsep|sep|simple(?= ira)|ugma|utma)\b/gi, (word) => word.toUpperCase());
}

/** What the account is: `Checking`, or its type where the bank tells no subtype. */
export function kindOf({ type, subtype }: Pick<ConnectedAccount, "type" | "subtype">): string {
  return kindWords(subtype ?? type);
}

/** `Ann`, `Ann and Bo`, `Ann, Bo and Cy`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** What an evaluation comes to under one program. */
export const OUTCOME_WORDS: Readonly<Record<NonNullable<ReportSummary["outcome"]>, string>> = {
  enough: "Enough",
  enoughToClose: "Enough to close",
  open: "Open conditions",
  short: "Short",
  notEvaluated: "Terms missing",
};
