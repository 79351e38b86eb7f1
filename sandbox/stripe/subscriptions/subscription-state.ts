// A subscription's status, and the card that pays it.
import { emitChange } from "../events/events.ts";
import type { Subscription, SubscriptionItem } from "./billing-data.ts";
import type { Customer, PaymentMethod } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

/** Changes a subscription and records the event. */
export function changeSubscription(deps: StripeDeps, subscription: Subscription, changes: Partial<Subscription>): void {
  emitChange(deps, "customer.subscription.updated", "subscriptions", subscription, () =>
    Object.assign(subscription, changes),
  );
}

export function itemsOf({ data }: StripeDeps, subscription: Subscription): SubscriptionItem[] {
  return subscription.item_ids.flatMap((id) => data.items[id] ?? []);
}

/** Its invoice was paid, so a waiting or failing subscription becomes active again. */
export function activate(deps: StripeDeps, subscription: Subscription, invoice: string, card: string | null): void {
  const isWaiting = subscription.status !== "canceled" && subscription.status !== "incomplete_expired";
  if (!isWaiting) return;
  const keepsCard = subscription.save_default_payment_method === "on_subscription" && card !== null;
  changeSubscription(deps, subscription, {
    ...(subscription.latest_invoice === invoice ? { status: "active" } : {}),
    ...(keepsCard ? { default_payment_method: card } : {}),
  });
}

/** The card to charge: the given one, else the subscription's, else the customer's. */
export function cardToCharge(
  { data }: StripeDeps,
  customer: Customer,
  subscription: Subscription | null,
  own: string | null = null,
): PaymentMethod | null {
  const id = own ?? subscription?.default_payment_method ?? customer.default_payment_method;
  return data.paymentMethods[id ?? ""] ?? null;
}
