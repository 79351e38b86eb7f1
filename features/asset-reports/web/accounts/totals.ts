import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";

export interface Total {
  readonly type: string;
  /** ISO 4217; `null`: not reported, and not assumed to be dollars. */
  readonly currency: string | null;
  readonly accounts: number;
  /** Cents, as the bank gives current balances, without the accounts that have none. */
  readonly cents: number;
  /** Accounts without a reported balance. */
  readonly withoutBalance: number;
}

const ORDER = ["depository", "investment", "credit", "loan"];

/** Assets first, debts last; USD before other currencies. An account that two sign-ins show is added once. */
export function totalsOf(parsedReport: ParsedReport, seenTwice: Figures["seenTwice"]): Total[] {
  const copies = new Set(seenTwice.flatMap(({ accountId, isSure }) => (isSure ? [accountId] : [])));
  const accounts = accountsOf(parsedReport).filter(({ id }) => !copies.has(id));
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
    withoutBalance: accounts.filter(({ currentCents }) => currentCents === null).length,
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
