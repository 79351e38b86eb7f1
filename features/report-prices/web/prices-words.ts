// Owns what reports cost, in a sentence: for pages that show prices and ask nothing about billing.
import { FREE_REFRESH_DAYS, REPORT_PRICES } from "#features/report-prices/rules/report-prices.ts";
import { moneyText } from "#kit/web/format/money.ts";

/** To whoever has not asked for one yet. In whole dollars, as they are priced. */
export function pricesWords(): string {
  const [first, later] = [REPORT_PRICES.asset_report, REPORT_PRICES.report_refresh].map(
    (cents) => moneyText(cents).whole,
  );
  return `Asset reports are billed by use: ${first} each. Another of the same borrower is free within ${FREE_REFRESH_DAYS} days of the first, ${later} later. A report that fails costs nothing.`;
}
