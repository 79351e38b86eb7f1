// Stored cards and payments.
import type { CardKind } from "../cards/card-kinds.ts";
import type { Address, Stored } from "../customers/customer-data.ts";

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
