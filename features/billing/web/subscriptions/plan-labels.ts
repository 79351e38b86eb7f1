import { moneyText } from "#platform/money/money.ts";
import type { PricingPeriod, SubscriptionStatus } from "#features/billing/contract.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";

export const PERIOD_LABELS: Record<PricingPeriod, { per: string; billed: string; renews: string }> = {
  monthly: { per: "a month", billed: "Billed monthly", renews: "Renews every month until you cancel." },
  yearly: { per: "a year", billed: "Billed yearly", renews: "Renews every year until you cancel." },
};

export const STATUS_LABELS: Record<SubscriptionStatus, { tone: Tone; word: string }> = {
  incomplete: { tone: "amber", word: "Not paid yet" },
  active: { tone: "green", word: "Active" },
  past_due: { tone: "amber", word: "Payment failed" },
  unpaid: { tone: "red", word: "Unpaid" },
  canceled: { tone: "hollow", word: "Ended" },
};

export function priceText(cents: number): string {
  return moneyText(cents).whole;
}

/** "visa" as the card provider names it. */
export function brandText(brand: string | null): string {
  return BRANDS[brand ?? ""] ?? "Card";
}

const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};
