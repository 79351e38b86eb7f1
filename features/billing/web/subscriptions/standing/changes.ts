// In its own file, because the start page takes payments without it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  beginCardUpdate,
  cancelSubscription,
  LINE_CHARGED,
  previewPlanSwitch,
  resumeSubscription,
  switchPlan,
  updateCard,
  type Subscription,
} from "#features/billing/contract.ts";
import { useChange } from "#platform/web/http/query.ts";
import { send } from "#platform/web/http/client.ts";
import { servedBy } from "#platform/web/http/live.ts";
import { ownSubscription, type Payment, type Standing } from "../api.ts";

const puts = (subscription: Subscription) =>
  [
    [ownSubscription().queryKey, (known: Standing | undefined) => known && { ...known, subscription }] as const,
  ] as const;

/** The subscription, and the month's figures if they are on the same page. */
const charged = () => [ownSubscription, ...servedBy(LINE_CHARGED)];

export const useCancelSubscription = () => useChange(cancelSubscription, { refreshes: [ownSubscription], puts });
export const useResumeSubscription = () => useChange(resumeSubscription, { refreshes: [ownSubscription], puts });
export const usePreviewSwitch = () => useChange(previewPlanSwitch, { refreshes: [] });
export const useSwitchPlan = () => useChange(switchPlan, { refreshes: charged(), puts });

/** Uses another card from now on and charges it what is owed. Returns whether everything is paid. */
export function useUpdateCard() {
  const cache = useQueryClient();
  return useMutation<{ isSettled: boolean }, Error, Omit<Payment, "period">>({
    networkMode: "always",
    async mutationFn({ card, holder }) {
      const begun = await send(beginCardUpdate, {});
      const setupIntentID = await card.confirmSetup(begun.clientSecret, holder);
      const { subscription, clientSecret } = await send(updateCard, { setupIntentID });
      if (clientSecret !== null) await card.confirmOwed(clientSecret);
      return { isSettled: clientSecret !== null || subscription.owed === null };
    },
    onSettled() {
      for (const { key } of charged()) void cache.invalidateQueries({ queryKey: key });
    },
  });
}
