import { canonicalJson } from "#platform/contract/canonical-json.ts";
import type { Question } from "./evaluate.ts";
import type { EvaluationInputs } from "./evaluation.ts";
import type { ParsedReport, ReportAccount } from "./parsed-report.ts";
import { compare } from "./text.ts";
import { withholdTransactions } from "./withheld.ts";

/** Reports as they are evaluated, hashed and written into files: in a stable order, with nothing that is withheld. */
export function questionOf(report: ParsedReport, previous: ParsedReport | null, inputs: EvaluationInputs): Question {
  const asEvaluated = (one: ParsedReport) => withholdTransactions(inStableOrder(one), inputs);
  return { report: asEvaluated(report), previous: previous && asEvaluated(previous), ...inputs };
}

/**
 * Sorts the report's lists, so that neither hash nor file depends on the provider's order: banks and accounts by name and number,
 * lines and balances newest first.
 */
export function inStableOrder(report: ParsedReport): ParsedReport {
  return {
    ...report,
    items: report.items
      .map((item) => ({ ...item, accounts: sortedBy(item.accounts.map(stableAccount), accountKey) }))
      .sort((a, b) => compare(a.institutionName, b.institutionName) || compare(accountsKey(a), accountsKey(b))),
    warnings: sortedBy(report.warnings, canonicalJson),
  };
}

function stableAccount(account: ReportAccount): ReportAccount {
  return {
    ...account,
    owners: sortedBy(account.owners, canonicalJson),
    holdings: sortedBy(account.holdings, canonicalJson),
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
