// Owns what a bank line is to the table.
import type { ReportAccount } from "#features/asset-reports/contract.ts";
import { formatMoney } from "#kit/web/money.ts";
import type { TableRow } from "#kit/web/table/engine.ts";
import { phrase, shortName } from "./account-words.ts";

export interface TransactionRow extends TableRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly description: string;
  readonly merchant: string | null;
  readonly category: string | null;
  readonly accountId: string;
  readonly account: string;
  /** As people read a statement: money in is positive, money out negative. The provider has it the other way round. */
  readonly cents: number;
  readonly currency: string;
  /** For the search: `$1,250.00` and `1250.00`. */
  readonly amount: string;
  readonly isPending: boolean;
}

export function rowsOf(accounts: readonly ReportAccount[]): TransactionRow[] {
  return accounts.flatMap((account) => {
    const name = shortName(account);
    return account.transactions.map((line): TransactionRow => {
      const currency = line.currency ?? account.currency ?? "USD";
      const size = Math.abs(line.amountCents);
      return {
        id: `${account.id} ${line.id}`,
        date: line.date,
        description: line.description,
        merchant: line.merchantName,
        category: line.category === null ? null : phrase(line.category),
        accountId: account.id,
        account: name,
        cents: line.amountCents === 0 ? 0 : -line.amountCents,
        currency,
        amount: `${formatMoney(size, currency)} ${(size / 100).toFixed(2)}`,
        isPending: line.pending,
      };
    });
  });
}
