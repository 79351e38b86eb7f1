import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";

/** The line's own, else its account's; `null` where the bank names neither. */
export function currencyOf(
  line: Pick<ReportTransaction, "currency">,
  account: Pick<ReportAccount, "currency">,
): string | null {
  return line.currency ?? account.currency;
}
