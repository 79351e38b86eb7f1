import type { ReportAccount } from "#features/asset-reports/contract.ts";
import { grouped, money } from "./money.ts";

export const NOT_GIVEN = "Not given";

/** A provider's code as a phrase: `FOOD_RETAIL_GROCERIES` is `Food retail groceries`, `checking` is `Checking`. */
export function phrase(code: string): string {
  const words = /^[A-Z0-9_]+$/.test(code) ? code.toLowerCase().replaceAll("_", " ") : code;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the account is: `Checking`, or its type where the bank tells no subtype. */
export function kindOf({ type, subtype }: ReportAccount): string {
  return phrase(subtype ?? type);
}

/** For credit and loans the provider's current balance is what is owed. */
export function isOwed(type: string): boolean {
  return type === "credit" || type === "loan";
}

export function balance(cents: number | null, currency: string | null): string {
  return cents === null ? NOT_GIVEN : money(cents, currency);
}

export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}
