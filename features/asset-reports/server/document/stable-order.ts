import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";

/**
 * Sorts the report's lists, so that files do not depend on the provider's order: banks and accounts by name and number,
 * lines and balances newest first.
 */
export function inStableOrder(report: ParsedReport): ParsedReport {
  return {
    ...report,
    items: report.items
      .map((item) => ({ ...item, accounts: sortedBy(item.accounts.map(stableAccount), accountKey) }))
      .sort((a, b) => compare(a.institutionName, b.institutionName) || compare(accountsKey(a), accountsKey(b))),
    warnings: sortedBy(report.warnings, (one) => JSON.stringify(one)),
  };
}

function stableAccount(account: ReportAccount): ReportAccount {
  return {
    ...account,
    owners: sortedBy(account.owners, (one) => JSON.stringify(one)),
    holdings: sortedBy(account.holdings, (one) => JSON.stringify(one)),
    historicalBalances: [...account.historicalBalances].sort(
      (a, b) => compare(b.date, a.date) || a.currentCents - b.currentCents,
    ),
    transactions: [...account.transactions].sort(
      (a, b) =>
        compare(b.date, a.date) ||
        Number(b.pending) - Number(a.pending) ||
        a.amountCents - b.amountCents ||
        compare(a.description, b.description) ||
        compare(a.id, b.id),
    ),
  };
}

function accountKey({ mask, name, type, subtype, currentCents, id }: ReportAccount): string {
  return JSON.stringify([type, subtype, name, mask, currentCents, id]);
}

function accountsKey({ lastUpdatedAt, accounts, id }: ParsedReport["items"][number]): string {
  return JSON.stringify([accounts.map(accountKey), lastUpdatedAt, id]);
}

function sortedBy<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  return list
    .map((one) => ({ one, key: keyOf(one) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ one }) => one);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
