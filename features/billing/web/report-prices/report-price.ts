import { formatMoney, moneyText } from "#platform/money/money.ts";
import {
  findReportPrice,
  FREE_REFRESH_DAYS,
  REPORT_PRICES,
  type ReportPrice,
  setsSpendCap,
} from "#features/billing/contract.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { query } from "#platform/web/http/query.ts";

/** Why no report can be requested now; `undefined` if one can. */
export function capReason({ type, amount, leftOfCap }: ReportPrice, role: string | undefined): string | undefined {
  if (leftOfCap === null) return undefined;
  const left = leftOfCap === 0 ? "Nothing" : formatMoney(leftOfCap);
  const report = type === "asset_report" ? "a report" : "a refreshed report";
  const way = setsSpendCap(role) ? "Raise it under Organization" : "Ask an admin of your organization to raise it";
  return `${left} is left of this month's spend cap and ${report} costs ${formatMoney(amount)}. ${way}, or wait for the next month.`;
}

export function priceWords({ amount, freeUntil }: ReportPrice): string {
  if (amount > 0) return `${formatMoney(amount)} when the report is ready`;
  return freeUntil === null ? "Free" : `Free until ${formatDate(freeUntil)}`;
}

export const reportPrice = query(findReportPrice);

/** Shown to a user who has not requested a report yet. In whole dollars, because prices are whole dollars. */
export function pricesWords(): string {
  const [first, later] = [REPORT_PRICES.asset_report, REPORT_PRICES.report_refresh].map(
    (cents) => moneyText(cents).whole,
  );
  return `Asset reports are ${first} each. Refreshes are free for ${FREE_REFRESH_DAYS} days, then ${later}. You're never charged for a report that fails.`;
}
