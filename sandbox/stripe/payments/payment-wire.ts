// Cards, intents, charges and refunds as replies and events show them.
import type {
  BillingDetails,
  Charge,
  LastError,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
} from "../customers/customer-data.ts";
import type { StripeData } from "../stripe-data.ts";
import type { Wire } from "../api/wire.ts";

function showBilling(details: BillingDetails): Wire {
  const empty = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return { ...details, address: details.address ?? empty, tax_id: null };
}

export function showPaymentMethod(method: PaymentMethod): Wire {
  const { authenticated: _set, detached: _gone, billing_details, card, ...shown } = method;
  const { kind, ...printed } = card;
  return {
    ...shown,
    object: "payment_method",
    type: "card",
    livemode: false,
    allow_redisplay: "unspecified",
    billing_details: showBilling(billing_details),
    card: {
      ...printed,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing_details.address?.postal_code == null ? null : "pass",
        cvc_check: method.customer === null ? "unchecked" : kind === "incorrect_cvc" ? "fail" : "pass",
      },
      display_brand: card.brand,
      fingerprint: `stand-in-${card.brand}-${card.last4}`,
      funding: "credit",
      generated_from: null,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    customer_account: null,
  };
}

function showLastError(data: StripeData, error: LastError | null): Wire | null {
  if (error === null) return null;
  const { payment_method, ...shown } = error;
  const method = payment_method === null ? undefined : data.paymentMethods[payment_method];
  return { ...shown, ...(method === undefined ? {} : { payment_method: showPaymentMethod(method) }) };
}

function nextAction(baseUrl: string, intent: PaymentIntent | SetupIntent): Wire | null {
  if (intent.status !== "requires_action") return null;
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: {
      type: "three_d_secure_redirect",
      stripe_js: `${baseUrl}/v3/authenticate/${intent.id}`,
      source: `src_${intent.id}`,
    },
  };
}

function automatic(isOn: boolean, allow_redirects: SetupIntent["allow_redirects"]): Wire | null {
  return isOn ? { allow_redirects, enabled: true } : null;
}

export function showPaymentIntent(data: StripeData, baseUrl: string, intent: PaymentIntent): Wire {
  const { last_error, automatic_payment_methods, invoice: _invoice, test_clock: _clock, ...shown } = intent;
  return {
    ...shown,
    object: "payment_intent",
    livemode: false,
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic(automatic_payment_methods, "never"),
    capture_method: "automatic",
    confirmation_method: "automatic",
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: showLastError(data, last_error),
    managed_payments: null,
    next_action: nextAction(baseUrl, intent),
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_record: null,
    processing: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}

export function showSetupIntent(data: StripeData, baseUrl: string, intent: SetupIntent): Wire {
  const { last_error, automatic_payment_methods, allow_redirects, test_clock: _clock, ...shown } = intent;
  return {
    ...shown,
    object: "setup_intent",
    livemode: false,
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: automatic(automatic_payment_methods, allow_redirects),
    customer_account: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: showLastError(data, last_error),
    latest_attempt: null,
    managed_payments: null,
    mandate: null,
    next_action: nextAction(baseUrl, intent),
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    single_use_mandate: null,
  };
}

export function showCharge(data: StripeData, charge: Charge): Wire {
  const { decline_code, ...shown } = charge;
  const method = data.paymentMethods[charge.payment_method];
  const hasPaid = charge.status === "succeeded";
  return {
    ...shown,
    object: "charge",
    livemode: false,
    amount_captured: hasPaid ? charge.amount : 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: hasPaid ? charge.id.replace("ch_", "txn_") : null,
    billing_details: showBilling(method?.billing_details ?? { address: null, email: null, name: null, phone: null }),
    calculated_statement_descriptor: "KEYTURN",
    captured: hasPaid,
    disputed: false,
    failure_balance_transaction: null,
    fraud_details: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: hasPaid ? "approved_by_network" : "declined_by_network",
      reason: decline_code,
      risk_level: "normal",
      seller_message: hasPaid ? "Payment complete." : "The bank did not return any further details.",
      type: hasPaid ? "authorized" : "issuer_declined",
    },
    paid: hasPaid,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: charge.amount_refunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}

export function showRefund(refund: Refund): Wire {
  return {
    ...refund,
    object: "refund",
    balance_transaction: refund.id.replace("re_", "txn_"),
    customer: null,
    customer_account: null,
    destination_details: {
      type: "card",
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
    },
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
