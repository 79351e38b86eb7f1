import { moneyText } from "#platform/money/money.ts";
import { FREE_REFRESH_DAYS, REPORT_PRICES } from "#features/billing/rules/report-prices.ts";

/** Shown to a user who has not requested a report yet. In whole dollars, because prices are whole dollars. */
export function pricesWords(): string {
  const [first, later] = [REPORT_PRICES.asset_report, REPORT_PRICES.report_refresh].map(
    (cents) => moneyText(cents).whole,
  );
  return `Asset reports are billed by use: ${first} each. Another of the same borrower is free within ${FREE_REFRESH_DAYS} days of the first, ${later} later. A report that fails costs nothing.`;
}
