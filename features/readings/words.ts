// Owns what accounts, their types and the provider's codes are called, on pages and in files alike.
import type { Reading, ReportAccount } from "#features/readings/contract.ts";

/** What the bank, or the loan, does not say. */
export const NOT_GIVEN = "Not given";

/** A provider's code as a phrase: `FOOD_RETAIL_GROCERIES` is `Food retail groceries`, `checking` is `Checking`. */
export function phrase(code: string): string {
  const words = /^[A-Z0-9_]+$/.test(code) ? code.toLowerCase().replaceAll("_", " ") : code;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Of the provider's categories the first part; its second says it again. */
const PRIMARIES = [
  "BANK_FEES",
  "BANK_PENALTIES",
  "CHILDCARE_AND_EDUCATION",
  "DINING",
  "ENTERTAINMENT",
  "FOOD_AND_DRINK",
  "FOOD_RETAIL",
  "GENERAL_MERCHANDISE",
  "GENERAL_SERVICES",
  "GIFTS_AND_DONATIONS",
  "GOVERNMENT_AND_NON_PROFIT",
  "HOME_IMPROVEMENT",
  "INCOME",
  "LOAN_DISBURSEMENTS",
  "LOAN_PAYMENTS",
  "MEDICAL",
  "PERSONAL_CARE",
  "RENT_AND_UTILITIES",
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "TRANSPORTATION",
  "TRAVEL",
];

/** A provider's category: `FOOD_RETAIL_GROCERIES` is `Food retail: groceries`, `DINING_DINING` is `Dining`. */
export function categoryWords(code: string): string {
  const primary = PRIMARIES.find((name) => code === name || code.startsWith(`${name}_`));
  if (primary === undefined) return phrase(code);
  const own = code.slice(primary.length + 1);
  const detail = own === primary ? "" : own.replace(new RegExp(`_${primary}$`), "");
  return detail === "" ? phrase(primary) : `${phrase(primary)}: ${detail.toLowerCase().replaceAll("_", " ")}`;
}

/** A provider's type or subtype of an account: `checking` is `Checking`, `roth 401k` is `Roth 401(k)`, `cd` is `CD`. */
export function kindWords(code: string): string {
  return phrase(code)
    .replaceAll(/\b(\d{3})([a-z])\b/g, "$1($2)")
    .replaceAll(/\b(?:cd|ebt|gic|hsa|ira|isa|sarsep|sep|simple(?= ira)|ugma|utma)\b/gi, (word) => word.toUpperCase());
}

/** What the account is: `Checking`, or its type where the bank tells no subtype. */
export function kindOf({ type, subtype }: Pick<ReportAccount, "type" | "subtype">): string {
  return kindWords(subtype ?? type);
}

/** `Plaid Checking …0000`, as findings name it too: short enough for a chip, enough to tell two apart. */
export function accountName({ name, mask }: Pick<ReportAccount, "name" | "mask">): string {
  return mask === null ? name : `${name} \u2026${mask}`;
}

const TYPES: Readonly<Record<string, string>> = {
  depository: "Depository accounts",
  investment: "Investment accounts",
  credit: "Owed on cards",
  loan: "Owed on loans",
};

/** All accounts of one type: `Depository accounts`, and for credit and loans that it is owed. */
export function typeWords(type: string): string {
  return TYPES[type] ?? phrase(type);
}

/** For credit and loans the provider's current balance is what is owed. */
export function isOwed({ type }: Pick<ReportAccount, "type">): boolean {
  return type === "credit" || type === "loan";
}

export function balanceWords(account: Pick<ReportAccount, "type">): string {
  return isOwed(account) ? "Balance owed" : "Current balance";
}

/** What the provider could not give, and of which bank. */
export function warningWords({ items, warnings }: Pick<Reading, "items" | "warnings">): string[] {
  return warnings.map(({ itemId, message, code }) => {
    const bank = items.find(({ id }) => id === itemId)?.institutionName;
    const said = message ?? phrase(code);
    return bank ? `${bank}: ${said}` : said;
  });
}

/** `1 account`, `1,200 lines`. `count` is whole. */
export function counted(count: number, noun: string): string {
  return `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Days of history; a day that has just begun does not count. */
export function historyWords({ daysAvailable }: Pick<ReportAccount, "daysAvailable">): string {
  return counted(Math.floor(daysAvailable), "day");
}

/** `Ann`, `Ann and Bo`, `Ann, Bo and Cy`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
