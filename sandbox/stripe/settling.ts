// Does what has become due, in order of time, each at its own time.
import { HOUR } from "./subscriptions/calendar.ts";
import { collectAutomatically } from "./payments/collect.ts";
import { renew } from "./subscriptions/renewals.ts";
import type { Invoice, Subscription } from "./subscriptions/billing-data.ts";
import type { StripeDeps } from "./stripe-deps.ts";
import { endSubscription, expireSubscription } from "./subscriptions/subscription-ends.ts";
import { advanceInvoice } from "./subscriptions/subscription-invoices.ts";
import { changeSubscription, itemsOf } from "./subscriptions/subscription-state.ts";

/** How long the first invoice can be paid. */
const INCOMPLETE_SECONDS = 23 * HOUR;

interface Due {
  at: number;
  act: () => void;
}

function subscriptionDue(deps: StripeDeps, subscription: Subscription): Due | null {
  if (subscription.ended_at !== null) return null;
  if (subscription.status === "incomplete")
    return { at: subscription.created + INCOMPLETE_SECONDS, act: () => expireSubscription(deps, subscription) };
  const end = itemsOf(deps, subscription)[0]?.current_period_end ?? Infinity;
  if (subscription.cancel_at !== null && subscription.cancel_at <= end)
    return { at: subscription.cancel_at, act: () => endSubscription(deps, subscription, "cancellation_requested") };
  return { at: end, act: () => renew(deps, subscription) };
}

function invoiceDue(deps: StripeDeps, invoice: Invoice): Due | null {
  if (invoice.status === "draft" && invoice.automatically_finalizes_at !== null)
    return { at: invoice.automatically_finalizes_at, act: () => advanceInvoice(deps, invoice) };
  if (invoice.status !== "open") return null;
  if (invoice.collection_method === "charge_automatically")
    return invoice.auto_advance && invoice.next_payment_attempt !== null
      ? { at: invoice.next_payment_attempt, act: () => collectAutomatically(deps, invoice) }
      : null;
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""];
  return subscription?.status === "active" && invoice.due_date !== null
    ? { at: invoice.due_date, act: () => changeSubscription(deps, subscription, { status: "past_due" }) }
    : null;
}

/** The earliest thing due until `until` on a clock, or in real time when `clock` is null. */
function nextDue(deps: StripeDeps, clock: string | null, until: number): Due | null {
  let next: Due | null = null;
  const consider = (due: Due | null) => {
    if (due !== null && due.at <= until && (next === null || due.at < next.at)) next = due;
  };
  for (const invoice of Object.values(deps.data.invoices))
    if (invoice.test_clock === clock) consider(invoiceDue(deps, invoice));
  for (const subscription of Object.values(deps.data.subscriptions))
    if (subscription.test_clock === clock) consider(subscriptionDue(deps, subscription));
  return next;
}

export function settle(deps: StripeDeps, clock: string | null, until: number): void {
  const testClock = deps.data.clocks[clock ?? ""];
  for (let due = nextDue(deps, clock, until); due !== null; due = nextDue(deps, clock, until)) {
    if (testClock !== undefined) testClock.frozen_time = Math.max(testClock.frozen_time, due.at);
    else deps.catchingUpAt = due.at;
    try {
      due.act();
    } finally {
      deps.catchingUpAt = null;
    }
    deps.memory.changed();
  }
}

const settledAt = new WeakMap<StripeDeps, number>();

/** Checks at most once a second, because due times are whole seconds. */
export function settleRealTime(deps: StripeDeps): void {
  const now = Math.floor(deps.config.now().getTime() / 1000);
  if (settledAt.get(deps) === now) return;
  settledAt.set(deps, now);
  settle(deps, null, now);
}
