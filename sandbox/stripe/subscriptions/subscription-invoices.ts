// Invoices that a subscription causes: its first, its renewals, and those of a change.
import { collectAutomatically } from "../payments/collect.ts";
import { finalizeInvoice, makeInvoice } from "../invoices/invoices.ts";
import { markTaken, takePendingLines } from "../invoices/pending-lines.ts";
import { findCustomer } from "../api/objects.ts";
import { periodLine } from "../invoices/prorations.ts";
import type { Invoice, Subscription } from "./billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { itemsOf } from "./subscription-state.ts";

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
