// Invoices that a subscription causes: its first, its renewals, and those of a change.
import { collectAutomatically } from "../payments/collect.ts";
import { finalizeInvoice, makeInvoice } from "../invoices/invoices.ts";
import { markTaken, periodLine, takePendingLines } from "../invoices/invoice-items.ts";
import { findCustomer } from "../api/objects.ts";
import type { Invoice, Subscription } from "./billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { changeSubscription, itemsOf } from "./subscription-state.ts";
import { periodEndAfter } from "../time.ts";
import { rhythmOf } from "./subscription-changes.ts";

interface Wanted extends Partial<Invoice> {
  billing_reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  /** Whether it contains the items' current periods; otherwise it has only what was waiting. */
  hasPeriods: boolean;
}

/** Creates the draft; null when it would be empty. */
export function invoiceSubscription(
  deps: StripeDeps,
  subscription: Subscription,
  { hasPeriods, ...wanted }: Wanted,
): Invoice | null {
  const customer = findCustomer(deps, subscription.customer);
  const pending = takePendingLines(deps, customer, subscription.id);
  const lines = [...pending, ...(hasPeriods ? itemsOf(deps, subscription).map((item) => periodLine(deps, item)) : [])];
  if (lines.length === 0) return null;
  const invoice = makeInvoice(deps, customer, {
    subscription: subscription.id,
    subscription_metadata: subscription.metadata,
    collection_method: subscription.collection_method,
    days_until_due: subscription.days_until_due,
    ...wanted,
    lines,
  });
  markTaken(deps, invoice);
  subscription.latest_invoice = invoice.id;
  return invoice;
}

/** Finalizes a draft after its hour and charges it, unless it is sent to be paid. */
export function advanceInvoice(deps: StripeDeps, invoice: Invoice): void {
  finalizeInvoice(deps, invoice);
  if (invoice.status === "open" && invoice.collection_method === "charge_automatically")
    collectAutomatically(deps, invoice);
}

// The end of a period: the next one begins and its invoice is drafted.
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
