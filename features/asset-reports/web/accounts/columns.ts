import { formatMoney } from "#platform/money/money.ts";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import { accountName, categoryWords } from "#features/underwriting/labels.ts";
import { withoutDirectionMarks } from "#platform/text/text.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";

export interface TransactionRow extends TableRow {
  /** The id that findings use. */
  readonly transactionId: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly description: string;
  readonly merchant: string | null;
  readonly category: string | null;
  readonly accountId: string;
  readonly account: string;
  /** Separate parts, so that the number stays visible in little room. */
  readonly accountName: string;
  readonly mask: string | null;
  /** As on a statement: money in is positive, money out negative. The provider's sign is the opposite. */
  readonly cents: number;
  readonly currency: string | null;
  /** For the search: `$1,250.00` and `1250.00`. */
  readonly amount: string;
  readonly isPending: boolean;
  readonly kind: "deposit" | "payment";
  /** For the filter: whether a finding names the line. */
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

/** For each line that findings name, the most serious finding. Findings come sorted by severity. */
export function marksOf(findings: readonly Finding[]): Map<string, Finding> {
  const marks = new Map<string, Finding>();
  for (const finding of findings) for (const id of finding.transactionIds) if (!marks.has(id)) marks.set(id, finding);
  return marks;
}
