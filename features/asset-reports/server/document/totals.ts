import { countOnce } from "#features/underwriting/rules-edition-1/seen-twice.ts";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";

export interface Total {
  type: string;
  currency: string | null;
  accounts: number;
  /** Cents; `null` when the bank told none of them. */
  currentCents: number | null;
  /** Accounts whose current balance the bank did not tell; they are not in the sum. */
  untold: number;
}

/** Current balances by account type and currency, in the order the accounts come; one that two log-ins show, once. */
export function totalsByType(report: ParsedReport): Total[] {
  const totals = new Map<string, Total>();
  for (const { account } of countOnce(report).accounts) {
    const { type, currency, currentCents } = account;
    const key = JSON.stringify([type, currency]);
    const total = totals.get(key) ?? { type, currency, accounts: 0, currentCents: null, untold: 0 };
    total.accounts += 1;
    if (currentCents === null) total.untold += 1;
    else total.currentCents = (total.currentCents ?? 0) + currentCents;
    totals.set(key, total);
  }
  return [...totals.values()];
}

export interface Flow {
  inCents: number;
  outCents: number;
}

/** Posted money in and out, both positive cents; `null` when the lines are not all in the account's currency. */
export function postedFlow(account: ReportAccount): Flow | null {
  const flow: Flow = { inCents: 0, outCents: 0 };
  for (const line of account.transactions) {
    const { amountCents, pending } = line;
    if (currencyOf(line, account) !== account.currency) return null;
    if (pending) continue;
    if (amountCents < 0) flow.inCents -= amountCents;
    else flow.outCents += amountCents;
  }
  return flow;
}

export function allAccounts(report: ParsedReport): ReportAccount[] {
  return report.items.flatMap(({ accounts }) => accounts);
}
