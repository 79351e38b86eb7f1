// Products, prices and subscriptions as replies and events show them.
import type { Price, Product, Subscription, SubscriptionItem } from "./billing-data.ts";
import type { StripeData } from "../stripe-data.ts";
import { list } from "../api/wire.ts";
import type { Wire } from "../api/wire.ts";

export function showProduct(product: Product): Wire {
  return {
    ...product,
    object: "product",
    livemode: false,
    images: [],
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    url: null,
  };
}

export function showPrice({ recurring, ...price }: Price): Wire {
  return {
    ...price,
    object: "price",
    livemode: false,
    billing_scheme: "per_unit",
    custom_unit_amount: null,
    recurring:
      recurring === null ? null : { ...recurring, meter: null, trial_period_days: null, usage_type: "licensed" },
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === null ? "one_time" : "recurring",
    unit_amount_decimal: String(price.unit_amount),
  };
}

/** The older form of a price, still part of every item. */
function showPlan(price: Price): Wire {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

export function showItem(data: StripeData, item: SubscriptionItem): Wire {
  const price = data.prices[item.price];
  return {
    ...item,
    object: "subscription_item",
    billing_thresholds: null,
    current_trial: null,
    discounts: [],
    plan: price === undefined ? null : showPlan(price),
    price: price === undefined ? null : showPrice(price),
    tax_rates: [],
  };
}

export function showSubscription(data: StripeData, subscription: Subscription): Wire {
  const { item_ids, save_default_payment_method, cancellation_details, ...shown } = subscription;
  const items = item_ids.flatMap((id) => data.items[id] ?? []);
  return {
    ...shown,
    object: "subscription",
    livemode: false,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { type: "classic", flexible: null },
    billing_schedules: [],
    billing_thresholds: null,
    cancellation_details: { ...cancellation_details, feedback_option: null },
    customer_account: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      ...list(
        `/v1/subscription_items?subscription=${subscription.id}`,
        items.map((item) => showItem(data, item)),
      ),
      total_count: items.length,
    },
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: "create_invoice", billing_cycle_anchor: null } },
    trial_start: null,
  };
}
