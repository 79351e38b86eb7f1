// How a subscription ends: cancelled, or expired because its first invoice was never paid.
import { emit, emitChange } from "../events/events.ts";
import { voidInvoice } from "../invoices/invoices.ts";
import { timeOf } from "../time.ts";
import { show } from "../api/objects.ts";
import type { Subscription } from "./billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { changeSubscription } from "./subscription-state.ts";

type EndReason = "cancellation_requested" | "payment_failed";

/** Ends it now. What is owed stays owed but is no longer collected. */
export function endSubscription(deps: StripeDeps, subscription: Subscription, reason: EndReason): void {
  const now = timeOf(deps, subscription.test_clock);
  const isIncomplete = subscription.status === "incomplete";
  if (isIncomplete) voidFirstInvoice(deps, subscription);
  else stopCollecting(deps, subscription);
  dropPendingProrations(deps, subscription);
  Object.assign(subscription, {
    status: isIncomplete ? "incomplete_expired" : "canceled",
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancel_at_period_end: false,
    cancellation_details: {
      ...subscription.cancellation_details,
      reason: subscription.cancellation_details.reason ?? reason,
    },
  } satisfies Partial<Subscription>);
  deps.memory.changed();
  emit(deps, "customer.subscription.deleted", show(deps, "subscriptions", subscription), subscription.test_clock);
}

/** The 23 hours in which the first invoice could be paid are over. */
export function expireSubscription(deps: StripeDeps, subscription: Subscription): void {
  voidFirstInvoice(deps, subscription);
  changeSubscription(deps, subscription, {
    status: "incomplete_expired",
    ended_at: timeOf(deps, subscription.test_clock),
  });
}

function voidFirstInvoice(deps: StripeDeps, { latest_invoice }: Subscription): void {
  const invoice = deps.data.invoices[latest_invoice ?? ""];
  if (invoice?.status === "open") voidInvoice(deps, invoice);
}

function stopCollecting(deps: StripeDeps, { id }: Subscription): void {
  for (const invoice of Object.values(deps.data.invoices)) {
    if (invoice.subscription !== id || (invoice.status !== "open" && invoice.status !== "draft")) continue;
    emitChange(deps, "invoice.updated", "invoices", invoice, () =>
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null }),
    );
  }
}

function dropPendingProrations({ data }: StripeDeps, { id }: Subscription): void {
  for (const item of Object.values(data.invoiceItems)) {
    if (item.subscription === id && item.invoice === null && item.proration)
      Reflect.deleteProperty(data.invoiceItems, item.id);
  }
}
