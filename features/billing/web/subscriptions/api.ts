import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  findSubscription,
  isOpen,
  isRunning,
  listPlans,
  OFFERED_PLANS,
  type Plan,
  type PricingPeriod,
  SUBSCRIPTION_UPDATED,
} from "#features/billing/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { refreshOn } from "#platform/web/http/live.ts";
import { query } from "#platform/web/http/query.ts";
import type { CardHolder, CardWidget } from "./card/card-widget.ts";
import { pay } from "./checkout/pay.ts";

/** How often a page polls while a payment is settled. The socket is faster, but may be down. */
const LOOK_AGAIN_MS = 2_000;

const plans = query(listPlans);
export const ownSubscription = query(findSubscription);

refreshOn(SUBSCRIPTION_UPDATED, [ownSubscription]);

export type Standing = ReplyOf<typeof findSubscription>;

/** The subscription, polled closely while the page waits for a payment that was just made. */
export function followedSubscription(isAwaited: boolean) {
  return queryOptions({
    ...ownSubscription(),
    refetchInterval: ({ state }) => (isAwaited && !isRunningIn(state.data) ? LOOK_AGAIN_MS : false),
  });
}

export function isRunningIn(standing: Standing | undefined): boolean {
  return standing?.subscription ? isRunning(standing.subscription) : false;
}

/** Whether only the provider's confirmation is missing. @param isPaid a payment was confirmed just now */
export function isAwaitedIn({ subscription }: Standing, isPaid: boolean): boolean {
  return isPaid && (subscription === null || (isOpen(subscription) && !isRunning(subscription)));
}

/** The plan of a payment that was begun and not finished. */
export function begunPeriod({ subscription }: Standing): PricingPeriod | undefined {
  return subscription?.status === "incomplete" ? subscription.plan.pricingPeriod : undefined;
}

/** What the card of a period shows; no price if no such plan is offered now. */
export interface ShownPlan {
  readonly name: string;
  readonly price: number | null;
}

/** Until the plans are loaded, the plans known at build time, so that the layout does not shift. */
export function useShownPlans(): (period: PricingPeriod) => ShownPlan {
  const { data } = useQuery(plans());
  return (period) => {
    const known = ofPeriod(OFFERED_PLANS, period);
    if (data === undefined) return { name: known?.name ?? "", price: known?.price ?? null };
    return ofPeriod(data, period) ?? { name: known?.name ?? "", price: null };
  };
}

/** The plan that a running one can be switched to; `undefined` until it is known, or if there is none. */
export function useOtherPlan(period: PricingPeriod): Plan | undefined {
  const { data } = useQuery(plans());
  return data?.find(({ pricingPeriod }) => pricingPeriod !== period);
}

export interface Payment {
  readonly period: PricingPeriod;
  readonly holder: CardHolder;
  readonly card: CardWidget;
}

/**
 * One payment, from the bot check to the provider's confirmation. Fails with ApiError, CardRefusal or Error with a
 * code.
 */
export function usePay() {
  const cache = useQueryClient();
  return useMutation<void, Error, Payment>({
    networkMode: "always", // without a network it fails right away, instead of starting by itself later
    async mutationFn({ period, ...payment }) {
      const offered = await cache.ensureQueryData(plans());
      await pay({ ...payment, period, plan: ofPeriod(offered, period) });
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: ownSubscription.key }),
  });
}

function ofPeriod<P extends Pick<Plan, "pricingPeriod">>(offered: readonly P[], period: PricingPeriod): P | undefined {
  return offered.find(({ pricingPeriod }) => pricingPeriod === period);
}
