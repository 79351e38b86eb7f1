// Stored prices, subscriptions and invoices.
import type { Metadata, Stored } from "../customers/customer-data.ts";

export interface Product extends Stored {
  name: string;
  active: boolean;
  description: string | null;
  default_price: string | null;
  unit_label: string | null;
  updated: number;
}

export interface Recurring {
  interval: "day" | "week" | "month" | "year";
  interval_count: number;
}

export interface Price extends Stored {
  active: boolean;
  currency: string;
  product: string;
  lookup_key: string | null;
  nickname: string | null;
  recurring: Recurring | null;
  tax_behavior: string;
  unit_amount: number;
}

export interface SubscriptionItem extends Stored {
  subscription: string;
  price: string;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

export type SubscriptionStatus = "incomplete" | "incomplete_expired" | "active" | "past_due" | "canceled" | "unpaid";

export interface Cancellation {
  comment: string | null;
  feedback: string | null;
  reason: string | null;
}

export interface Subscription extends Stored {
  customer: string;
  status: SubscriptionStatus;
  currency: string;
  description: string | null;
  billing_cycle_anchor: number;
  start_date: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_details: Cancellation;
  collection_method: CollectionMethod;
  days_until_due: number | null;
  default_payment_method: string | null;
  save_default_payment_method: "off" | "on_subscription";
  latest_invoice: string | null;
  item_ids: string[];
  test_clock: string | null;
}

export type CollectionMethod = "charge_automatically" | "send_invoice";

export interface Line {
  id: string;
  amount: number;
  currency: string;
  description: string | null;
  discountable: boolean;
  metadata: Metadata;
  period: { start: number; end: number };
  quantity: number | null;
  price: string | null;
  product: string | null;
  unit_amount: number | null;
  proration: boolean;
  subscription: string | null;
  subscription_item: string | null;
  invoice_item: string | null;
}

export type InvoiceStatus = "draft" | "open" | "paid" | "void" | "uncollectible";

export interface Invoice extends Stored {
  customer: string;
  subscription: string | null;
  /** The subscription's metadata when the invoice was created. */
  subscription_metadata: Metadata;
  status: InvoiceStatus;
  billing_reason: string;
  collection_method: CollectionMethod;
  currency: string;
  description: string | null;
  footer: string | null;
  number: string | null;
  lines: Line[];
  subtotal: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  starting_balance: number;
  ending_balance: number | null;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  next_payment_attempt: number | null;
  /** Day of the first failed attempt, from which the retries count. */
  first_failure_at: number | null;
  default_payment_method: string | null;
  due_date: number | null;
  days_until_due: number | null;
  effective_at: number | null;
  period_start: number;
  period_end: number;
  payment_intent: string | null;
  /** Opens the page where it can be paid. */
  page_secret: string;
  finalized_at: number | null;
  paid_at: number | null;
  voided_at: number | null;
  marked_uncollectible_at: number | null;
  test_clock: string | null;
}

export interface InvoiceItem extends Stored {
  customer: string;
  amount: number;
  currency: string;
  date: number;
  description: string | null;
  invoice: string | null;
  period: { start: number; end: number };
  proration: boolean;
  quantity: number;
  price: string | null;
  product: string | null;
  unit_amount: number | null;
  subscription: string | null;
  subscription_item: string | null;
  discountable: boolean;
  test_clock: string | null;
}

export interface InvoicePayment {
  id: string;
  created: number;
  invoice: string;
  payment_intent: string;
  amount_requested: number;
  amount_paid: number | null;
  currency: string;
  status: "open" | "paid" | "canceled";
  canceled_at: number | null;
  paid_at: number | null;
}
