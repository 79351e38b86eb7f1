// Owns what a line of a report is by itself, before any rule reads it. The provider has money in as negative.
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";

type Line = Pick<ReportTransaction, "amountCents" | "pending">;
type Account = Pick<ReportAccount, "type">;

/** Money in at the bank, whether or not it is posted yet. */
export function isMoneyIn({ amountCents }: Pick<Line, "amountCents">, { type }: Account): boolean {
  return amountCents < 0 && type === "depository";
}

/** Money in at the bank, posted: what can be explained. */
export function isDeposit(line: Line, account: Account): boolean {
  return isMoneyIn(line, account) && !line.pending;
}
