// Begins a subscription: its first period, its first invoice, and whether that is paid at once.
import { periodEndAfter, timeOf } from "../time.ts";
import { collect } from "../payments/collect.ts";
import { emit } from "../events/events.ts";
import { invalid, StripeFault } from "../api/faults.ts";
import {
  changedMetadata,
  demandText,
  type Params,
  readChoice,
  readFlag,
  readGroup,
  readGroups,
  readInteger,
  readText,
} from "../api/params.ts";
import { finalizeInvoice } from "../invoices/invoices.ts";
import { findCustomer, newIdIn, show } from "../api/objects.ts";
import { cardFault } from "../payments/payment-intents.ts";
import { methodFor, refuseForeign } from "../cards/payment-methods.ts";
import { rehearse, type StripeDeps } from "../stripe-deps.ts";
import type { Invoice, Subscription } from "./billing-data.ts";
import { newItem, readItemChanges, rhythmOf } from "./subscription-changes.ts";
import { invoiceSubscription } from "./subscription-invoices.ts";
import { cardToCharge, itemsOf } from "./subscription-state.ts";

const BEHAVIORS = ["allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"] as const;

export function readBehavior(params: Params): (typeof BEHAVIORS)[number] {
  const behavior = readChoice(params, "payment_behavior", BEHAVIORS) ?? "allow_incomplete";
  if (behavior === "pending_if_incomplete")
    throw invalid("This sandbox does not support payment_behavior=pending_if_incomplete.", {
      param: "payment_behavior",
    });
  return behavior;
}

/** Refuses what the sandbox does not support, because ignoring it would hide a mistake. */
export function refuseUnplayed(params: Params, played: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !played.includes(name));
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown} (the sandbox does not support it)`, {
      param: unknown,
      code: "parameter_unknown",
    });
}

const PLAYED = [
  "customer",
  "items",
  "payment_behavior",
  "payment_settings",
  "default_payment_method",
  "collection_method",
  "days_until_due",
  "cancel_at",
  "cancel_at_period_end",
  "off_session",
  "proration_behavior",
  "description",
  "metadata",
  "currency",
  "automatic_tax",
];

export function subscribe(deps: StripeDeps, params: Params): Subscription {
  refuseUnplayed(params, PLAYED);
  const customer = findCustomer(deps, demandText(params, "customer"), "customer");
  const behavior = readBehavior(params);
  const changes = readItemChanges(deps, readGroups(params, "items") ?? [], null);
  const rhythm = rhythmOf(
    deps,
    changes.map(({ price }) => price),
  );
  const card = readText(params, "default_payment_method");
  if (typeof card === "string") refuseForeign(methodFor(deps, card, "default_payment_method"), customer.id);
  const collection_method = readChoice(params, "collection_method", ["charge_automatically", "send_invoice"]);
  const days_until_due = readInteger(params, "days_until_due") ?? null;
  if (collection_method === "send_invoice" && days_until_due === null)
    throw invalid("When `collection_method=send_invoice`, you must specify `days_until_due`.", {
      param: "days_until_due",
    });
  const hasCard = cardToCharge(deps, customer, null, card ?? null) !== null;
  const isFree = changes.every(({ price, quantity }) => (deps.data.prices[price]?.unit_amount ?? 0) * quantity === 0);
  if (!hasCard && !isFree && behavior !== "default_incomplete" && collection_method !== "send_invoice")
    throw new StripeFault(400, {
      type: "invalid_request_error",
      code: "resource_missing",
      message:
        "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
    });
  if (behavior === "error_if_incomplete")
    refuseWhenUnpaid(deps, customer.id, (copy) => subscribe(copy, { ...params, payment_behavior: "allow_incomplete" }));

  const now = timeOf(deps, customer.test_clock);
  const subscription: Subscription = {
    id: newIdIn("subscriptions"),
    created: now,
    customer: customer.id,
    status: collection_method === "send_invoice" ? "active" : "incomplete",
    currency: "usd",
    description: readText(params, "description") ?? null,
    billing_cycle_anchor: now,
    start_date: now,
    cancel_at: readInteger(params, "cancel_at") ?? null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: collection_method ?? "charge_automatically",
    days_until_due,
    default_payment_method: card ?? null,
    save_default_payment_method:
      readChoice(readGroup(params, "payment_settings"), "save_default_payment_method", ["off", "on_subscription"]) ??
      "off",
    latest_invoice: null,
    item_ids: [],
    test_clock: customer.test_clock,
    metadata: changedMetadata(params),
  };
  for (const { price, quantity, metadata } of changes) {
    const item = newItem(subscription.id, now);
    Object.assign(item, { price, quantity, metadata, current_period_end: periodEndAfter(now, rhythm, now) });
    deps.data.items[item.id] = item;
    subscription.item_ids.push(item.id);
  }
  if (readFlag(params, "cancel_at_period_end") === true)
    Object.assign(subscription, {
      cancel_at_period_end: true,
      canceled_at: now,
      cancel_at: itemsOf(deps, subscription)[0]?.current_period_end ?? null,
    });
  deps.data.subscriptions[subscription.id] = subscription;
  const isSent = subscription.collection_method === "send_invoice";
  const invoice = invoiceSubscription(deps, subscription, {
    billing_reason: "subscription_create",
    hasPeriods: true,
    // The first invoice is never retried automatically, because the payer is present.
    auto_advance: isSent,
  });
  emit(deps, "customer.subscription.created", show(deps, "subscriptions", subscription), subscription.test_clock);
  if (invoice !== null && !isSent)
    payFirst(deps, subscription, invoice, behavior, readFlag(params, "off_session") ?? false);
  return subscription;
}

function payFirst(
  deps: StripeDeps,
  subscription: Subscription,
  invoice: Invoice,
  behavior: string,
  isOffSession: boolean,
): void {
  finalizeInvoice(deps, invoice);
  const intent = deps.data.paymentIntents[invoice.payment_intent ?? ""];
  const customer = deps.data.customers[subscription.customer];
  if (behavior === "default_incomplete" || intent === undefined || customer === undefined) return;
  const card = cardToCharge(deps, customer, subscription);
  if (card !== null) collect(deps, intent, card, { isOffSession });
}

/** Tries `act` on a copy; throws the bank's refusal when its invoice would stay open. */
export function refuseWhenUnpaid(deps: StripeDeps, customer: string, act: (copy: StripeDeps) => Subscription): void {
  const copy = rehearse(deps, customer);
  const { latest_invoice } = act(copy);
  const invoice = copy.data.invoices[latest_invoice ?? ""];
  if (invoice?.status !== "open") return;
  const intent = copy.data.paymentIntents[invoice.payment_intent ?? ""];
  const error = intent?.last_error;
  if (intent !== undefined && error?.type === "card_error")
    throw cardFault(copy, intent, { ...error, type: "card_error" });
  throw new StripeFault(402, {
    type: "card_error",
    code: "subscription_payment_intent_requires_action",
    message:
      "Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with subscription.latest_invoice.",
  });
}
