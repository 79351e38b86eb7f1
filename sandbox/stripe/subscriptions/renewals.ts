// The end of a period: the next one begins and its invoice is drafted.
import { periodEndAfter } from "./calendar.ts";
import type { Subscription } from "./billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { rhythmOf } from "./subscription-changes.ts";
import { invoiceSubscription } from "./subscription-invoices.ts";
import { changeSubscription, itemsOf } from "./subscription-state.ts";

export function renew(deps: StripeDeps, subscription: Subscription): void {
  const items = itemsOf(deps, subscription);
  const rhythm = rhythmOf(
    deps,
    items.map(({ price }) => price),
  );
  const [first] = items;
  if (first === undefined) return;
  const { current_period_start: period_start, current_period_end: period_end } = first;
  const before = subscription.latest_invoice;
  for (const item of items) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = periodEndAfter(subscription.billing_cycle_anchor, rhythm, item.current_period_end);
  }
  const invoice = invoiceSubscription(deps, subscription, {
    billing_reason: "subscription_cycle",
    hasPeriods: true,
    // When all retries of a subscription are used, no one is charged and its invoices stay drafts.
    auto_advance: subscription.status !== "unpaid",
    period_start,
    period_end,
  });
  const latest_invoice = invoice?.id ?? before;
  subscription.latest_invoice = before;
  changeSubscription(deps, subscription, { latest_invoice });
}
