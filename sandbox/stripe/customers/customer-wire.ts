// Customers and clocks as they stand in replies and events.
import type { Customer, TestClock } from "./customer-data.ts";
import type { Wire } from "../api/wire.ts";

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
