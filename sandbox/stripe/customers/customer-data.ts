// Stored customers, their test clocks, cards and payments.

export type Metadata = Record<string, string>;

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export interface Stored {
  id: string;
  created: number;
  metadata: Metadata;
}

export interface TestClock {
  id: string;
  created: number;
  name: string | null;
  frozen_time: number;
  deletes_after: number;
  status: "ready" | "advancing";
  /** Where an advance is going. */
  target: number | null;
}

export interface Customer extends Stored {
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  address: Address | null;
  balance: number;
  currency: string | null;
  delinquent: boolean;
  default_payment_method: string | null;
  invoice_prefix: string;
  next_invoice_sequence: number;
  test_clock: string | null;
  deleted: boolean;
}

export interface BillingDetails {
  address: Address | null;
  email: string | null;
  name: string | null;
  phone: string | null;
}

export interface PaymentMethod extends Stored {
  customer: string | null;
  billing_details: BillingDetails;
  card: { kind: CardKind; brand: string; last4: string; exp_month: number; exp_year: number; country: string };
  /** The bank has been asked once for payments to come: off-session charges need no dialog. */
  authenticated: boolean;
  /** Once detached it can never be used again. */
  detached: boolean;
}

export interface CardError {
  type: "card_error";
  code: string;
  decline_code?: string;
  message: string;
  doc_url: string;
  param?: string;
}

export interface LastError extends Omit<CardError, "type"> {
  type: "card_error" | "invalid_request_error";
  charge?: string;
  payment_method: string | null;
}

type IntentStatus = "requires_payment_method" | "requires_confirmation" | "requires_action" | "succeeded" | "canceled";

interface Intent extends Stored {
  client_secret: string;
  status: IntentStatus;
  customer: string | null;
  description: string | null;
  payment_method: string | null;
  last_error: LastError | null;
  cancellation_reason: string | null;
  payment_method_types: string[];
  automatic_payment_methods: boolean;
  test_clock: string | null;
}

export interface PaymentIntent extends Intent {
  amount: number;
  amount_received: number;
  currency: string;
  canceled_at: number | null;
  receipt_email: string | null;
  setup_future_usage: "off_session" | "on_session" | null;
  latest_charge: string | null;
  invoice: string | null;
}

export interface SetupIntent extends Intent {
  /** Whether a method may lead to another page. */
  allow_redirects: "always" | "never";
  usage: string;
}

export interface Charge extends Stored {
  amount: number;
  amount_refunded: number;
  currency: string;
  customer: string | null;
  description: string | null;
  payment_intent: string;
  payment_method: string;
  status: "succeeded" | "failed";
  failure_code: string | null;
  failure_message: string | null;
  decline_code: string | null;
}

export interface Refund extends Stored {
  amount: number;
  charge: string;
  currency: string;
  payment_intent: string;
  reason: string | null;
}

/** A card token of Stripe.js, good once. */
export interface CardToken {
  id: string;
  created: number;
  card: PaymentMethod["card"];
  billing_details: BillingDetails;
  used: boolean;
}

// What a test card does when it is charged.
export type CardKind =
  | "good"
  | "generic_decline"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "processing_error"
  | "lost_card"
  | "stolen_card"
  | "authenticate_unless_set_up"
  | "authenticate_always"
  | "declines_after_attaching";
