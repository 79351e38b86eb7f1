// Products, prices, subscriptions and invoices as replies and events show them.
import type {
  Invoice,
  InvoiceItem,
  InvoicePayment,
  Line,
  Price,
  Product,
  Subscription,
  SubscriptionItem,
} from "./billing-data.ts";
import type { StripeData } from "../stripe-data.ts";
import { list, type Wire } from "../api/wire.ts";

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

// Invoices, their lines and payments as they stand in replies and events.
function pricing({ price, product, unit_amount }: Pick<Line, "price" | "product" | "unit_amount">): Wire | null {
  if (unit_amount === null) return null;
  return {
    type: "price_details",
    unit_amount_decimal: String(unit_amount),
    ...(price === null || product === null ? {} : { price_details: { price, product } }),
  };
}

export function showLine(line: Line, invoice: string | null): Wire {
  const { price, product, unit_amount, proration, subscription, subscription_item, invoice_item, ...shown } = line;
  const details = { proration, proration_details: { credited_items: null }, subscription };
  const parent =
    subscription_item !== null && invoice_item === null
      ? {
          type: "subscription_item_details",
          invoice_item_details: null,
          subscription_item_details: { ...details, invoice_item: null, subscription_item },
        }
      : {
          type: "invoice_item_details",
          invoice_item_details: { ...details, invoice_item: invoice_item ?? "" },
          subscription_item_details: null,
        };
  return {
    ...shown,
    object: "line_item",
    discount_amounts: [],
    discounts: [],
    invoice,
    livemode: false,
    parent,
    pretax_credit_amounts: [],
    pricing: pricing({ price, product, unit_amount }),
    quantity_decimal: line.quantity === null ? null : String(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  };
}

/** Lines that stand in the invoice itself; the rest is at its `lines` address. */
const SHOWN_LINES = 10;

export function showInvoice(data: StripeData, baseUrl: string, invoice: Invoice): Wire {
  const {
    subscription,
    subscription_metadata,
    lines,
    first_failure_at: _first,
    days_until_due: _days,
    payment_intent: _intent,
    page_secret,
    finalized_at,
    paid_at,
    voided_at,
    marked_uncollectible_at,
    ...shown
  } = invoice;
  const customer = data.customers[invoice.customer];
  const isFinal = invoice.status !== "draft";
  const page = isFinal ? `${baseUrl}/stripe/invoices/${page_secret}` : null;
  return {
    ...shown,
    object: "invoice",
    livemode: false,
    account_country: "US",
    account_name: "Keyturn",
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_shipping: 0,
    application: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    custom_fields: null,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    from_invoice: null,
    hosted_invoice_url: page,
    invoice_pdf: page === null ? null : `${page}/pdf`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      ...list(
        `/v1/invoices/${invoice.id}/lines`,
        lines.slice(0, SHOWN_LINES).map((line) => showLine(line, invoice.id)),
        lines.length > SHOWN_LINES,
      ),
      total_count: lines.length,
    },
    on_behalf_of: null,
    parent:
      subscription === null
        ? null
        : {
            type: "subscription_details",
            quote_details: null,
            subscription_details: { metadata: subscription_metadata, subscription },
          },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status_transitions: { finalized_at, marked_uncollectible_at, paid_at, voided_at },
    subtotal_excluding_tax: invoice.subtotal,
    total_discount_amounts: [],
    total_excluding_tax: invoice.total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: isFinal ? finalized_at : null,
  };
}

export function showInvoiceItem(item: InvoiceItem): Wire {
  const { price, product, unit_amount, subscription, subscription_item, ...shown } = item;
  return {
    ...shown,
    object: "invoiceitem",
    livemode: false,
    customer_account: null,
    discounts: [],
    net_amount: item.amount,
    parent:
      subscription === null
        ? null
        : {
            type: "subscription_details",
            subscription_details: { subscription, subscription_item: subscription_item ?? "" },
          },
    pricing: pricing({ price, product, unit_amount }),
    ...(item.proration ? { proration_details: { credited_items: null, discount_amounts: [] } } : {}),
    quantity_decimal: String(item.quantity),
    tax_rates: [],
  };
}

export function showInvoicePayment({ canceled_at, paid_at, payment_intent, ...payment }: InvoicePayment): Wire {
  return {
    ...payment,
    object: "invoice_payment",
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent },
    status_transitions: { canceled_at, paid_at },
  };
}
