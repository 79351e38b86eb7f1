import { useHydrated } from "@tanstack/react-router";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { SubscriptionForm, type SubscriptionFormValues } from "#features/billing/contract.ts";

interface PayHintProps {
  readonly isCardComplete: boolean;
}

/** Within the form. */
export function PayHint({ isCardComplete }: PayHintProps) {
  const values = useWatch<SubscriptionFormValues>();
  const isLive = useHydrated(); // The prerendered page does not know what was typed before.
  return hintFor(isLive ? values : {}, isCardComplete);
}

function hintFor(values: Partial<SubscriptionFormValues>, isCardComplete: boolean): string {
  const { error } = z.safeParse(SubscriptionForm, values);
  const missing = new Set(error?.issues.map(({ path }) => path[0]));
  if (!isCardComplete) missing.add("card");
  const things = ["name", "email", "card"].filter((thing) => missing.has(thing));
  const acts = [
    ...(things.length > 0 ? [`enter your ${listed(things)}`] : []),
    ...(missing.has("termsAndConditions") ? ["accept the terms"] : []),
  ];
  if (acts.length === 0) return "";
  const words = acts.join(things.length > 1 ? ", and " : " and ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, then pay.`;
}

function listed(things: readonly string[]): string {
  return things.length < 2 ? things.join() : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}
