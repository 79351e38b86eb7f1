// Payment intents, and each try to charge a card for one: what the bank said.
import { asksTheBank, authenticationDecline, declineOf } from "../cards/cards.ts";
import { emit } from "../events/events.ts";
import { timeOf } from "../time.ts";
import { newIdIn, randomSigns, show } from "../api/objects.ts";
import type { CardError, Charge, PaymentIntent, PaymentMethod } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

export interface ChargeOptions {
  /** No one is present to answer the bank's question. */
  isOffSession: boolean;
  /** The bank's question was answered with yes. */
  isAuthenticated?: boolean;
}

export type Verdict = { is: "paid" } | { is: "asks" } | { is: "declined"; error: CardError };

/** What the bank will say; changes nothing. */
export function foreseeVerdict(
  method: PaymentMethod,
  { isOffSession, isAuthenticated = false }: ChargeOptions,
): Verdict {
  const decline = declineOf(method.card.kind);
  if (decline !== null) return { is: "declined", error: decline };
  const isKnown = method.authenticated && isOffSession;
  if (isAuthenticated || !asksTheBank(method.card.kind, isKnown)) return { is: "paid" };
  return { is: "asks" };
}

/** Charges the intent's card, changes the intent and records the event. */
export function charge(
  deps: StripeDeps,
  intent: PaymentIntent,
  method: PaymentMethod,
  options: ChargeOptions,
): Verdict {
  const verdict = foreseeVerdict(method, options);
  const tell = (type: string) => emit(deps, type, show(deps, "paymentIntents", intent), intent.test_clock);
  if (verdict.is === "asks") {
    Object.assign(intent, { status: "requires_action", payment_method: method.id, last_error: null });
    tell("payment_intent.requires_action");
    return verdict;
  }
  const made = makeCharge(deps, intent, method, verdict.is === "declined" ? verdict.error : null);
  if (verdict.is === "declined") {
    failIntent(intent, method, verdict.error, made.id);
    tell("payment_intent.payment_failed");
    return verdict;
  }
  Object.assign(intent, {
    status: "succeeded",
    payment_method: method.id,
    amount_received: intent.amount,
    latest_charge: made.id,
    last_error: null,
  });
  const customer = deps.data.customers[intent.customer ?? ""];
  if (intent.setup_future_usage !== null && customer !== undefined && method.customer === null) {
    method.customer = customer.id;
    emit(deps, "payment_method.attached", show(deps, "paymentMethods", method), intent.test_clock);
  }
  if (intent.setup_future_usage === "off_session") method.authenticated = true;
  tell("payment_intent.succeeded");
  return verdict;
}

/** The bank's customer did not say yes. */
export function failAuthentication(deps: StripeDeps, intent: PaymentIntent, method: PaymentMethod): void {
  failIntent(intent, method, AUTHENTICATION_FAILED, undefined);
  emit(deps, "payment_intent.payment_failed", show(deps, "paymentIntents", intent), intent.test_clock);
}

export const AUTHENTICATION_FAILED = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  doc_url: "https://docs.stripe.com/error-codes/payment-intent-authentication-failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
} as const;

function failIntent(
  intent: PaymentIntent,
  method: PaymentMethod,
  error: CardError | typeof AUTHENTICATION_FAILED,
  chargeId: string | undefined,
): void {
  Object.assign(intent, {
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: chargeId ?? intent.latest_charge,
    last_error: { ...error, ...(chargeId === undefined ? {} : { charge: chargeId }), payment_method: method.id },
  });
}

function makeCharge(deps: StripeDeps, intent: PaymentIntent, method: PaymentMethod, error: CardError | null): Charge {
  const made: Charge = {
    id: newIdIn("charges"),
    created: timeOf(deps, intent.test_clock),
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    payment_intent: intent.id,
    payment_method: method.id,
    status: error === null ? "succeeded" : "failed",
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    decline_code: error?.decline_code ?? null,
    metadata: intent.metadata,
  };
  deps.data.charges[made.id] = made;
  emit(deps, `charge.${made.status}`, show(deps, "charges", made), intent.test_clock);
  return made;
}

/** The decline of a charge when the bank asks for a cardholder who is not present. */
export function declineUnasked(deps: StripeDeps, intent: PaymentIntent, method: PaymentMethod): CardError {
  const error = authenticationDecline();
  failIntent(intent, method, error, makeCharge(deps, intent, method, error).id);
  emit(deps, "payment_intent.payment_failed", show(deps, "paymentIntents", intent), intent.test_clock);
  return error;
}

// Makes and ends payment intents; what becomes of them is decided where they are confirmed.
export function makeIntent(
  deps: StripeDeps,
  wanted: Pick<PaymentIntent, "amount" | "currency" | "customer" | "test_clock"> & Partial<PaymentIntent>,
): PaymentIntent {
  const id = newIdIn("paymentIntents").replace("pi_1", "pi_3");
  const intent: PaymentIntent = {
    id,
    created: timeOf(deps, wanted.test_clock),
    client_secret: `${id}_secret_${randomSigns(25)}`,
    status: wanted.payment_method == null ? "requires_payment_method" : "requires_confirmation",
    amount_received: 0,
    description: null,
    payment_method: null,
    payment_method_types: ["card"],
    automatic_payment_methods: false,
    last_error: null,
    canceled_at: null,
    cancellation_reason: null,
    receipt_email: null,
    setup_future_usage: null,
    latest_charge: null,
    invoice: null,
    metadata: {},
    ...wanted,
  };
  deps.data.paymentIntents[id] = intent;
  emit(deps, "payment_intent.created", show(deps, "paymentIntents", intent), intent.test_clock);
  return intent;
}

export function cancelIntent(deps: StripeDeps, intent: PaymentIntent, reason: string | null): void {
  if (intent.status === "succeeded" || intent.status === "canceled") return;
  Object.assign(intent, {
    status: "canceled",
    canceled_at: timeOf(deps, intent.test_clock),
    cancellation_reason: reason,
  });
  emit(deps, "payment_intent.canceled", show(deps, "paymentIntents", intent), intent.test_clock);
}
