// Owns the chosen period on its way over a log-in and back: a word in the address of the form.
import { useSearch } from "@tanstack/react-router";
import { useUser } from "#features/identity/web/session/session.ts";
import { PRICING_PERIODS, type PricingPeriod } from "#features/subscriptions/contract.ts";

/** What is chosen unless somebody says otherwise. */
export const FIRST_PERIOD: PricingPeriod = "monthly";

const NAME = "period";

export function searchFor(period: PricingPeriod): string {
  return period === FIRST_PERIOD ? "" : `?${NAME}=${period}`;
}

/** Of whoever has logged in: a page that was drawn beforehand comes to life as it was drawn. */
export function useCarriedPeriod(): PricingPeriod | undefined {
  const isKnown = useUser() !== null;
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return isKnown ? PRICING_PERIODS.find((period) => period === search[NAME]) : undefined;
}
