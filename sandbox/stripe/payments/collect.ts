// Collects a payment intent's money, and carries the outcome to the invoice that it pays.
import { charge } from "./charges.ts";
import type { ChargeOptions, Verdict } from "./charges.ts";
import { noteFailure } from "../invoices/dunning.ts";
import { markPaid, tellInvoice } from "../invoices/invoices.ts";
import type { Invoice } from "../subscriptions/billing-data.ts";
import type { PaymentIntent, PaymentMethod } from "./payment-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { cardToCharge } from "../subscriptions/subscription-state.ts";

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
