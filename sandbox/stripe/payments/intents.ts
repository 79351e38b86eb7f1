// Makes and ends payment intents; what becomes of them is decided where they are confirmed.
import { emit } from "../events/events.ts";
import { randomSigns } from "../api/ids.ts";
import { timeOf } from "../customers/moments.ts";
import { newIdIn, show } from "../api/objects.ts";
import type { PaymentIntent } from "./payment-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

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
