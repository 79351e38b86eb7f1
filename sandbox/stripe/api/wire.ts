import type { Customer, TestClock } from "../customers/customer-data.ts";
import type { StripeEvent, WebhookEndpoint } from "../stripe-data.ts";

// Stripe's objects as they stand in replies and events, made from what is stored.
export const API_VERSION = "2026-10-28.endive";

export type Wire = Record<string, unknown>;

export function list(url: string, data: unknown[], has_more = false): Wire {
  return { object: "list", data, has_more, url };
}

// Customers and clocks as they stand in replies and events.
export function showClock({ target: _target, ...clock }: TestClock): Wire {
  return {
    ...clock,
    object: "test_helpers.test_clock",
    livemode: false,
    status_details: clock.status === "advancing" ? { advancing: { target_frozen_time: _target } } : {},
  };
}

export function showCustomer({ default_payment_method, deleted, ...customer }: Customer): Wire {
  if (deleted) return { id: customer.id, object: "customer", deleted: true };
  return {
    ...customer,
    object: "customer",
    livemode: false,
    default_source: null,
    discount: null,
    invoice_settings: { custom_fields: null, default_payment_method, footer: null, rendering_options: null },
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    customer_account: null,
  };
}

// Events and webhook endpoints as they stand in replies.
export function showEndpoint({ secret: _secret, ...endpoint }: WebhookEndpoint): Wire {
  return {
    ...endpoint,
    object: "webhook_endpoint",
    api_version: API_VERSION,
    application: null,
    livemode: false,
    status: "enabled",
  };
}

export function showEvent(event: StripeEvent, pending_webhooks = 0): Wire {
  const { object, previous_attributes, ...shown } = event;
  return {
    ...shown,
    object: "event",
    api_version: API_VERSION,
    data: { object, ...(previous_attributes === null ? {} : { previous_attributes }) },
    livemode: false,
    pending_webhooks,
  };
}
