// Owns what pages ask about plans and the subscription, and how one is paid for.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  findSubscription,
  isOpen,
  isRunning,
  listPlans,
  OFFERED_PLANS,
  SUBSCRIPTION_UPDATED,
  type Plan,
  type PricingPeriod,
} from "#features/subscriptions/contract.ts";
import type { ReplyOf } from "#kit/contract/call.ts";
import { refreshOn } from "#kit/web/http/live.ts";
import { query } from "#kit/web/http/query.ts";
import type { CardHolder, CardWidget } from "./card/card-widget.ts";
import { pay } from "./checkout/pay.ts";

/** How often a page looks by itself while a payment is settled: the socket is quicker, but may be down. */
const LOOK_AGAIN_MS = 2_000;

const plans = query(listPlans);
export const ownSubscription = query(findSubscription);

refreshOn(SUBSCRIPTION_UPDATED, [ownSubscription]);

export type Standing = ReplyOf<typeof findSubscription>;

/** The subscription, followed closely while a payment that was just made is awaited. */
export function followedSubscription(isAwaited: boolean) {
  return queryOptions({
    ...ownSubscription(),
    refetchInterval: ({ state }) => (isAwaited && !isRunningIn(state.data) ? LOOK_AGAIN_MS : false),
  });
}

export function isRunningIn(standing: Standing | undefined): boolean {
  return standing?.subscription ? isRunning(standing.subscription) : false;
}

/** Whether only the provider's word is missing. @param isPaid a payment was confirmed a moment ago */
export function isAwaitedIn({ subscription }: Standing, isPaid: boolean): boolean {
  return isPaid && (subscription === null || (isOpen(subscription) && !isRunning(subscription)));
}

/** The plan of a payment that was begun and not finished. */
export function begunPeriod({ subscription }: Standing): PricingPeriod | undefined {
  return subscription?.status === "incomplete" ? subscription.plan.pricingPeriod : undefined;
}

/** What stands on the card of a period; without a price when no such plan is offered now. */
export interface ShownPlan {
  readonly name: string;
  readonly price: number | null;
}

/** Until they are read, the plans as they are known beforehand: nothing shifts when the answer is here. */
export function useShownPlans(): (period: PricingPeriod) => ShownPlan {
  const { data } = useQuery(plans());
  return (period) => {
    const known = ofPeriod(OFFERED_PLANS, period);
    if (data === undefined) return { name: known?.name ?? "", price: known?.price ?? null };
    return ofPeriod(data, period) ?? { name: known?.name ?? "", price: null };
  };
}

/** The plan that a running one can be switched to; `undefined` until it is known, or when there is none. */
export function useOtherPlan(period: PricingPeriod): Plan | undefined {
  const { data } = useQuery(plans());
  return data?.find(({ pricingPeriod }) => pricingPeriod !== period);
}

export interface Payment {
  readonly period: PricingPeriod;
  readonly holder: CardHolder;
  readonly card: CardWidget;
}

/** One payment from the bot check to the provider's word. Fails with ApiError, CardRefusal or Error by code. */
export function usePay() {
  const cache = useQueryClient();
  return useMutation<void, Error, Payment>({
    networkMode: "always", // without a network it fails and says so, instead of going off by itself later
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
