// Test ids such as `pm_card_visa` represent a card. Using one creates a new payment method.
import { testCardNamed } from "./cards/cards.ts";
import { noSuch } from "./api/faults.ts";
import { timeOf } from "./customers/moments.ts";
import { newIdIn } from "./api/objects.ts";
import type { BillingDetails, PaymentMethod } from "./payments/payment-data.ts";
import type { StripeDeps } from "./stripe-deps.ts";

export const NO_BILLING: BillingDetails = { address: null, email: null, name: null, phone: null };

export function keepMethod(
  deps: StripeDeps,
  card: PaymentMethod["card"],
  billing_details: BillingDetails,
): PaymentMethod {
  const method: PaymentMethod = {
    id: newIdIn("paymentMethods"),
    created: timeOf(deps, null),
    customer: null,
    billing_details,
    card,
    authenticated: false,
    detached: false,
    metadata: {},
  };
  deps.data.paymentMethods[method.id] = method;
  deps.memory.changed();
  return method;
}

/** The card behind `pm_card_visa` or `tok_visa`; undefined when the name is not a test id. */
export function testCard(deps: StripeDeps, id: string): PaymentMethod["card"] | undefined {
  const card = testCardNamed(id.replace(/^(pm_card_|tok_)/, ""));
  if (card === undefined || !/^(pm_card_|tok_)/.test(id)) return undefined;
  const { kind, brand, number } = card;
  const exp_year = new Date(timeOf(deps, null) * 1000).getUTCFullYear() + 10;
  return { kind, brand, last4: number.slice(-4), exp_month: 12, exp_year, country: "US" };
}

/** The payment method that an id or a test id names. */
export function methodFor(deps: StripeDeps, id: string, param: string): PaymentMethod {
  const own = deps.data.paymentMethods[id];
  if (own !== undefined) return own;
  const card = testCard(deps, id);
  if (card === undefined) throw noSuch("PaymentMethod", id, param);
  return keepMethod(deps, card, NO_BILLING);
}
