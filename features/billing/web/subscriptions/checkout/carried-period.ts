import { useSearch } from "@tanstack/react-router";
import { useUser } from "#features/auth/web/session/session.ts";
import { PRICING_PERIODS, type PricingPeriod } from "#features/billing/contract.ts";

/** The period that is selected by default. */
export const FIRST_PERIOD: PricingPeriod = "monthly";

const NAME = "period";

export function searchFor(period: PricingPeriod): string {
  return period === FIRST_PERIOD ? "" : `?${NAME}=${period}`;
}

/** For signed-in users: hydration has to start with the prerendered state. */
export function useCarriedPeriod(): PricingPeriod | undefined {
  const isKnown = useUser() !== null;
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return isKnown ? PRICING_PERIODS.find((period) => period === search[NAME]) : undefined;
}
