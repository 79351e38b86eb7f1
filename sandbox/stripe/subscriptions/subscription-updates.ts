// Changes a running subscription (items, card, end, metadata) and invoices the prorations of a change.
import { collectAutomatically } from "../payments/collect.ts";
import { invalid } from "../api/faults.ts";
import {
  changedMetadata,
  given,
  type Params,
  readChoice,
  readFlag,
  readGroup,
  readGroups,
  readInteger,
  readText,
} from "../api/params.ts";
import { emitChange } from "../events/events.ts";
import { finalizeInvoice } from "../invoices/invoices.ts";
import { timeOf } from "../time.ts";
import { methodFor, refuseForeign } from "../cards/payment-methods.ts";
import type { Subscription } from "./billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { readBehavior, refuseUnplayed, refuseWhenUnpaid } from "./subscribing.ts";
import { applyChanges, type ItemChange, readItemChanges } from "./subscription-changes.ts";
import { invoiceSubscription } from "./subscription-invoices.ts";
import { itemsOf } from "./subscription-state.ts";

const PLAYED = [
  "items",
  "payment_behavior",
  "payment_settings",
  "default_payment_method",
  "collection_method",
  "days_until_due",
  "cancel_at",
  "cancel_at_period_end",
  "cancellation_details",
  "proration_behavior",
  "proration_date",
  "billing_cycle_anchor",
  "description",
  "metadata",
  "off_session",
];

export function updateSubscription(deps: StripeDeps, subscription: Subscription, params: Params): void {
  refuseUnplayed(params, PLAYED);
  if (subscription.ended_at !== null)
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  const groups = readGroups(params, "items") ?? [];
  const restarts = readChoice(params, "billing_cycle_anchor", ["now", "unchanged"]) === "now";
  const changesItems = groups.length > 0 || restarts;
  if (changesItems && subscription.status === "incomplete")
    throw invalid("You cannot update a subscription in `incomplete` status in a way that affects its invoice.");
  if (changesItems && readBehavior(params) === "error_if_incomplete")
    refuseWhenUnpaid(deps, subscription.customer, (copy) => {
      const twin = copy.data.subscriptions[subscription.id] ?? subscription;
      updateSubscription(copy, twin, { ...params, payment_behavior: "allow_incomplete" });
      return twin;
    });
  const itemChanges = readItemChanges(deps, groups, subscription);
  const changes = readChanges(deps, subscription, params);
  if (!changesItems) {
    tellChange(deps, subscription, () => Object.assign(subscription, changes));
    return;
  }
  changeItems(deps, subscription, itemChanges, params, restarts, changes);
}

/** Applies item changes and creates the invoice that they require. */
export function changeItems(
  deps: StripeDeps,
  subscription: Subscription,
  itemChanges: readonly ItemChange[],
  params: Params,
  restarts = false,
  others: Partial<Subscription> = {},
): void {
  const proration =
    readChoice(params, "proration_behavior", ["create_prorations", "always_invoice", "none"]) ?? "create_prorations";
  const behavior = readBehavior(params);
  const at = readInteger(params, "proration_date") ?? timeOf(deps, subscription.test_clock);
  refuseOutside(deps, subscription, at);
  tellChange(deps, subscription, () => {
    Object.assign(subscription, others);
    const isProrated = proration !== "none";
    const begins = applyChanges(deps, subscription, itemChanges, { isProrated, at, restarts });
    moveCancelDate(deps, subscription);
    if (begins || proration === "always_invoice") invoiceChange(deps, subscription, begins, behavior);
  });
}

function invoiceChange(deps: StripeDeps, subscription: Subscription, hasPeriods: boolean, behavior: string): void {
  const invoice = invoiceSubscription(deps, subscription, { billing_reason: "subscription_update", hasPeriods });
  if (invoice === null) return;
  finalizeInvoice(deps, invoice);
  if (invoice.status !== "open" || subscription.collection_method === "send_invoice") return;
  if (behavior === "default_incomplete") {
    Object.assign(invoice, { next_payment_attempt: null, auto_advance: false });
    subscription.status = "past_due";
  } else collectAutomatically(deps, invoice);
}

function tellChange(deps: StripeDeps, subscription: Subscription, change: () => void): void {
  emitChange(deps, "customer.subscription.updated", "subscriptions", subscription, change);
}

function refuseOutside(deps: StripeDeps, subscription: Subscription, at: number): void {
  const [item] = itemsOf(deps, subscription);
  if (item !== undefined && (at < item.current_period_start || at > item.current_period_end))
    throw invalid("Cannot specify proration_date outside of current subscription period", { param: "proration_date" });
}

/** "At period end" means the end of the current period. */
function moveCancelDate(deps: StripeDeps, subscription: Subscription): void {
  if (subscription.cancel_at_period_end)
    subscription.cancel_at = itemsOf(deps, subscription)[0]?.current_period_end ?? null;
}

function readChanges(deps: StripeDeps, subscription: Subscription, params: Params): Partial<Subscription> {
  const card = readText(params, "default_payment_method");
  if (typeof card === "string") refuseForeign(methodFor(deps, card, "default_payment_method"), subscription.customer);
  const details = readGroup(params, "cancellation_details");
  const changes = given<Subscription>({
    default_payment_method: card,
    description: readText(params, "description"),
    metadata: changedMetadata(params, subscription.metadata),
    collection_method: readChoice(params, "collection_method", ["charge_automatically", "send_invoice"]),
    days_until_due: readInteger(params, "days_until_due"),
    save_default_payment_method: readChoice(readGroup(params, "payment_settings"), "save_default_payment_method", [
      "off",
      "on_subscription",
    ]),
    cancellation_details: {
      ...subscription.cancellation_details,
      ...given({ comment: readText(details, "comment"), feedback: readText(details, "feedback") }),
    },
  });
  return { ...changes, ...readEnd(deps, subscription, params) };
}

function readEnd(deps: StripeDeps, subscription: Subscription, params: Params): Partial<Subscription> {
  const atPeriodEnd = readFlag(params, "cancel_at_period_end");
  const cancelAt = params["cancel_at"] === "" ? null : readInteger(params, "cancel_at");
  if (atPeriodEnd === undefined && cancelAt === undefined) return {};
  const now = timeOf(deps, subscription.test_clock);
  const end = atPeriodEnd === true ? (itemsOf(deps, subscription)[0]?.current_period_end ?? null) : (cancelAt ?? null);
  if (end !== null && end < now) throw invalid("cancel_at must be in the future", { param: "cancel_at" });
  return {
    cancel_at_period_end: atPeriodEnd === true,
    cancel_at: end,
    canceled_at: end === null ? null : (subscription.canceled_at ?? now),
    cancellation_details: {
      comment: null,
      feedback: null,
      ...(end === null ? {} : subscription.cancellation_details),
      ...(end === null
        ? {}
        : given({
            comment: readText(readGroup(params, "cancellation_details"), "comment"),
            feedback: readText(readGroup(params, "cancellation_details"), "feedback"),
          })),
      reason: end === null ? null : "cancellation_requested",
    },
  };
}
