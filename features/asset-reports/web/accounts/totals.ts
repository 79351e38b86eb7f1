// Owns what a reading adds up to: balances by type, and whose they are.
import { countOnce } from "#features/underwriting/rules-edition-1/seen-twice.ts";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";

export interface Total {
  readonly type: string;
  /** ISO 4217; `null`: the bank does not name it, and nothing is taken for dollars. */
  readonly currency: string | null;
  readonly accounts: number;
  /** Cents, as the bank gives current balances; accounts without one are not in it. */
  readonly cents: number;
  /** Accounts whose balance the bank did not tell. */
  readonly untold: number;
}

const ORDER = ["depository", "investment", "credit", "loan"];

/** What can be spent first, what is owed last; USD before other currencies. An account of two log-ins counts once. */
export function totalsOf(parsedReport: ParsedReport): Total[] {
  const accounts = countOnce(parsedReport).accounts.map(({ account }) => account);
  const groups = Map.groupBy(accounts, (account) => `${account.type} ${account.currency}`);
  return [...groups.values()].map(totalOf).toSorted((one, other) => placeOf(one) - placeOf(other));
}

function totalOf(accounts: readonly ReportAccount[]): Total {
  const [first] = accounts as readonly [ReportAccount, ...ReportAccount[]]; // a group holds at least one
  return {
    type: first.type,
    currency: first.currency,
    accounts: accounts.length,
    cents: accounts.reduce((sum, { currentCents }) => sum + (currentCents ?? 0), 0),
    untold: accounts.filter(({ currentCents }) => currentCents === null).length,
  };
}

function placeOf({ type, currency }: Total): number {
  const place = ORDER.indexOf(type);
  return (place === -1 ? ORDER.length : place) + (currency === "USD" ? 0 : 100);
}

export function accountsOf({ items }: ParsedReport): ReportAccount[] {
  return items.flatMap(({ accounts }) => accounts);
}

/** Every owner's name once, in the order of the accounts. */
export function ownersOf(accounts: readonly ReportAccount[]): string[] {
  return [...new Set(accounts.flatMap(({ owners }) => owners.flatMap(({ names }) => names)))];
}
