import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/currency.ts";
import { accountName, categoryWords } from "#features/underwriting/labels.ts";
import { withoutDirectionMarks } from "#kit/contract/direction.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import type { TableRow } from "#kit/web/table/engine/engine.ts";

export interface TransactionRow extends TableRow {
  /** As findings name it. */
  readonly transactionId: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly description: string;
  readonly merchant: string | null;
  readonly category: string | null;
  readonly accountId: string;
  readonly account: string;
  /** Its parts: where there is little room, the number stays. */
  readonly accountName: string;
  readonly mask: string | null;
  /** As people read a statement: money in is positive, money out negative. The provider has it the other way round. */
  readonly cents: number;
  readonly currency: string | null;
  /** For the search: `$1,250.00` and `1250.00`. */
  readonly amount: string;
  readonly isPending: boolean;
  readonly kind: "deposit" | "payment";
  /** For the filter: what findings name, and what they do not. */
  readonly marked: "yes" | "no";
}

/** @param marks of lines that findings name */
export function rowsOf(accounts: readonly ReportAccount[], marks: ReadonlyMap<string, Finding>): TransactionRow[] {
  return accounts.flatMap((account) => {
    const name = accountName(account);
    return account.transactions.map((line): TransactionRow => {
      const currency = currencyOf(line, account);
      const size = Math.abs(line.amountCents);
      return {
        id: `${account.id} ${line.id}`,
        transactionId: line.id,
        date: line.date,
        description: withoutDirectionMarks(line.description),
        merchant: line.merchantName && withoutDirectionMarks(line.merchantName),
        category: categoryOf(line),
        accountId: account.id,
        account: name,
        accountName: account.name,
        mask: account.mask,
        cents: line.amountCents === 0 ? 0 : -line.amountCents,
        currency,
        amount: `${formatMoney(size, currency)} ${(size / 100).toFixed(2)}`,
        isPending: line.pending,
        kind: line.amountCents < 0 && account.type === "depository" ? "deposit" : "payment",
        marked: marks.has(line.id) ? "yes" : "no",
      };
    });
  });
}

function categoryOf({ categoryDetailed, categoryPrimary }: ReportTransaction): string | null {
  const category = categoryDetailed ?? categoryPrimary;
  return category === null ? null : categoryWords(category);
}

/** Of each line that findings name, the most serious of them: they come the serious first. */
export function marksOf(findings: readonly Finding[]): Map<string, Finding> {
  const marks = new Map<string, Finding>();
  for (const finding of findings) for (const id of finding.transactionIds) if (!marks.has(id)) marks.set(id, finding);
  return marks;
}
