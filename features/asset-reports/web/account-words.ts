// Owns what accounts, their types and the provider's codes are called.
import type { ReportAccount } from "#features/asset-reports/contract.ts";

/** A provider's code as a phrase: `FOOD_RETAIL_GROCERIES` is `Food retail groceries`, `checking` is `Checking`. */
export function phrase(code: string): string {
  const words = /^[A-Z0-9_]+$/.test(code) ? code.toLowerCase().replaceAll("_", " ") : code;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Checking`, or the type where the bank tells no subtype. */
export function kindOf({ type, subtype }: Pick<ReportAccount, "type" | "subtype">): string {
  return phrase(subtype ?? type);
}

/** `Plaid Checking 0000`: short enough for a chip, enough to tell two apart. */
export function shortName({ name, mask }: Pick<ReportAccount, "name" | "mask">): string {
  return mask === null ? name : `${name} ${mask}`;
}

/** For credit and loans the provider's balance is what is owed. */
export function isOwed(type: string): boolean {
  return type === "credit" || type === "loan";
}

const TYPES: Readonly<Record<string, string>> = {
  depository: "In the bank",
  investment: "Invested",
  credit: "Owed on cards",
  loan: "Owed on loans",
};

export function typeWords(type: string): string {
  return TYPES[type] ?? phrase(type);
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** `Ann`, `Ann and Bo`, `Ann, Bo and Cy`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
