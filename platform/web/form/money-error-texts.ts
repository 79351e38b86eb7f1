import { formatMoney } from "#platform/money/money.ts";
import { CENTS_MOST } from "#platform/contract/fields.ts";
import type { ErrorTexts } from "./error-text.ts";

/** `value` as it is checked: cents, or what was typed and is no sum. */
export function moneyErrorTexts(label: string, value: unknown): ErrorTexts {
  const isNegative = typeof value === "number" && value < 0;
  return {
    INVALID_TYPE: "Enter dollars and cents, such as 1,250 or 99.50",
    TOO_SMALL: isNegative ? `${label} cannot be negative` : `${label} must be more than zero`,
    TOO_BIG: `${label} is too large. The largest is ${formatMoney(CENTS_MOST)}`,
  };
}
