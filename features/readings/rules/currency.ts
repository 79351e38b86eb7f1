// Owns in which currency a bank line is.
import type { ReportAccount, ReportTransaction } from "#features/readings/contract.ts";

/** The line's own, else its account's; `null` where the bank names neither. */
export function currencyOf(
  line: Pick<ReportTransaction, "currency">,
  account: Pick<ReportAccount, "currency">,
): string | null {
  return line.currency ?? account.currency;
}
