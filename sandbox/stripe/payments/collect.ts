// Collects a payment intent's money, and carries the outcome to the invoice that it pays.
import { charge, type ChargeOptions, type Verdict } from "./charges.ts";
import { markPaid, tellInvoice } from "../invoices/invoices.ts";
import type { Invoice } from "../subscriptions/billing-data.ts";
import type { PaymentIntent, PaymentMethod } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { cardToCharge, changeSubscription } from "../subscriptions/subscription-state.ts";
import { DAY, timeOf } from "../time.ts";
import { emitChange } from "../events/events.ts";
import { endSubscription } from "../subscriptions/subscription-ends.ts";

export function collect(
  deps: StripeDeps,
  intent: PaymentIntent,
  method: PaymentMethod,
  options: ChargeOptions & { isAutomatic?: boolean },
): Verdict {
  const verdict = charge(deps, intent, method, options);
  deps.memory.changed();
  const invoice = deps.data.invoices[intent.invoice ?? ""];
  if (invoice === undefined) return verdict;
  const { isAutomatic = false, isOffSession } = options;
  if (verdict.is === "paid") {
    if (isAutomatic || invoice.attempt_count === 0) invoice.attempt_count += 1;
    markPaid(deps, invoice, method.id);
  } else if (verdict.is === "asks" && !isOffSession) tellInvoice(deps, invoice, "payment_action_required");
  else noteFailure(deps, invoice, { isAutomatic, asks: verdict.is === "asks" });
  return verdict;
}

/** The scheduled attempt, without a cardholder present. A missing card also counts as a failure. */
export function collectAutomatically(deps: StripeDeps, invoice: Invoice): void {
  const customer = deps.data.customers[invoice.customer];
  const intent = deps.data.paymentIntents[invoice.payment_intent ?? ""];
  if (customer === undefined || intent === undefined) return;
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""] ?? null;
  const method = cardToCharge(deps, customer, subscription, invoice.default_payment_method);
  if (method === null) noteFailure(deps, invoice, { isAutomatic: true, asks: false });
  else collect(deps, intent, method, { isOffSession: true, isAutomatic: true });
}

// What follows a failed payment of an invoice: retries on given days, then the end that was chosen.
/** `isAutomatic`: the schedule tried, not a person; only such tries count once there was a first. */
export function noteFailure(
  deps: StripeDeps,
  invoice: Invoice,
  { isAutomatic, asks }: { isAutomatic: boolean; asks: boolean },
): void {
  const now = timeOf(deps, invoice.test_clock);
  const counts = isAutomatic || invoice.attempt_count === 0;
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""];
  const isRetried = invoice.billing_reason !== "subscription_create" && invoice.auto_advance;
  const attempts = invoice.attempt_count + (counts ? 1 : 0);
  const first = invoice.first_failure_at ?? now;
  const days = deps.config.retryDays[attempts - 1];
  const retryAt = isRetried && days !== undefined ? first + days * DAY : null;
  emitChange(deps, "invoice.updated", "invoices", invoice, () =>
    Object.assign(invoice, {
      attempted: true,
      attempt_count: attempts,
      first_failure_at: first,
      next_payment_attempt: counts ? retryAt : invoice.next_payment_attempt,
    } satisfies Partial<Invoice>),
  );
  tellInvoice(deps, invoice, "payment_failed");
  if (asks) tellInvoice(deps, invoice, "payment_action_required");
  const customer = deps.data.customers[invoice.customer];
  if (customer !== undefined && !customer.delinquent && isRetried)
    emitChange(deps, "customer.updated", "customers", customer, () => {
      customer.delinquent = true;
    });
  if (subscription === undefined) return;
  if (subscription.status === "active" && invoice.id === subscription.latest_invoice)
    changeSubscription(deps, subscription, { status: "past_due" });
  if (isRetried && counts && retryAt === null && subscription.status === "past_due") giveUp(deps, invoice);
}

function giveUp(deps: StripeDeps, invoice: Invoice): void {
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""];
  if (subscription === undefined) return;
  const { afterRetries } = deps.steering;
  if (afterRetries === "cancel") endSubscription(deps, subscription, "payment_failed");
  if (afterRetries === "unpaid") changeSubscription(deps, subscription, { status: "unpaid" });
}
