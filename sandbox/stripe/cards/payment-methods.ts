// Payment methods: a card of a person, alone or on file with a customer.
import { brandOf, declineOf, isCardNumber, testCardNamed, testCardNumbered } from "./cards.ts";
import { emit } from "../events/events.ts";
import { declined, docUrl, invalid, noSuch, StripeFault } from "../api/faults.ts";
import { timeOf } from "../time.ts";
import { find, findCustomer, newId, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import {
  changedMetadata,
  demandInteger,
  demandText,
  type Params,
  readAddress,
  readGroup,
  readText,
} from "../api/params.ts";
import type { BillingDetails, Customer, PaymentMethod } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

// Test ids such as `pm_card_visa` represent a card. Using one creates a new payment method.
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
function testCard(deps: StripeDeps, id: string): PaymentMethod["card"] | undefined {
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

// What a person typed into the card form, checked as Stripe checks it.
/** Two-digit years are this century's. */
const CENTURY = 2000;

export function readBilling(params: Params): BillingDetails {
  const details = readGroup(params, "billing_details");
  return {
    address: readAddress(details, "address") ?? null,
    email: readText(details, "email") ?? null,
    name: readText(details, "name") ?? null,
    phone: readText(details, "phone") ?? null,
  };
}

/** The card of `card[number]`, `card[exp_month]`, … or of `card[token]`; throws Stripe's card errors. */
export function readCard(deps: StripeDeps, params: Params): PaymentMethod["card"] {
  const card = readGroup(params, "card");
  const token = readText(card, "token");
  if (typeof token === "string") return cardOfToken(deps, token);
  const number = demandText(card, "number").replaceAll(/[\s-]/g, "");
  if (!isCardNumber(number)) throw cardFault("incorrect_number", "Your card number is incorrect.", "number");
  const exp_month = demandInteger(card, "exp_month");
  const year = demandInteger(card, "exp_year");
  const exp_year = year < 100 ? CENTURY + year : year;
  const today = new Date(timeOf(deps, null) * 1000);
  if (exp_month < 1 || exp_month > 12)
    throw cardFault("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  if (exp_year < today.getUTCFullYear() || exp_year > today.getUTCFullYear() + 50)
    throw cardFault("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (exp_year === today.getUTCFullYear() && exp_month < today.getUTCMonth() + 1)
    throw cardFault("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  const cvc = readText(card, "cvc");
  if (typeof cvc === "string" && !/^\d{3,4}$/.test(cvc))
    throw cardFault("invalid_cvc", "Your card's security code is invalid.", "cvc");
  const known = testCardNumbered(number);
  if (known === undefined) throw notATestCard();
  return { kind: known.kind, brand: brandOf(number), last4: number.slice(-4), exp_month, exp_year, country: "US" };
}

function cardOfToken(deps: StripeDeps, id: string): PaymentMethod["card"] {
  const known = testCard(deps, id);
  if (known !== undefined) return known;
  const token = deps.data.tokens[id];
  if (token === undefined) throw noSuch("token", id, "card[token]");
  if (token.used)
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, {
      param: "card[token]",
      code: "token_already_used",
    });
  token.used = true;
  return token.card;
}

function cardFault(code: string, message: string, param: string): StripeFault {
  return new StripeFault(402, { type: "card_error", code, doc_url: docUrl(code), message, param });
}

function notATestCard(): StripeFault {
  return new StripeFault(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: "test_mode_live_card",
    doc_url: docUrl("card_declined"),
    message:
      "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
  });
}

/** A card that belongs to another customer or was detached cannot be used. */
export function refuseForeign(method: PaymentMethod, customer: string | null): void {
  if (method.detached)
    throw invalid(
      "The payment method you provided was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.",
      { param: "payment_method", code: "payment_method_unexpected_state" },
    );
  if (method.customer !== null && method.customer !== customer)
    throw invalid("The payment method belongs to a different customer than the one that is charged.", {
      param: "payment_method",
      code: "resource_missing",
    });
}

/** Attaches a card to a customer; the bank is asked and may refuse. */
export function attachMethod(deps: StripeDeps, method: PaymentMethod, customer: Customer): void {
  if (method.customer === customer.id) return;
  refuseForeign(method, customer.id);
  const decline = method.card.kind === "declines_after_attaching" ? null : declineOf(method.card.kind);
  if (decline !== null) throw declined(decline);
  method.customer = customer.id;
  method.created = timeOf(deps, customer.test_clock);
  emit(deps, "payment_method.attached", show(deps, "paymentMethods", method), customer.test_clock);
}

export const PAYMENT_METHOD_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/payment_methods",
    isForBrowsers: true,
    answer({ deps, params }) {
      if (demandText(params, "type") !== "card") throw invalid("This sandbox takes cards only.", { param: "type" });
      const method = keepMethod(deps, readCard(deps, params), readBilling(params));
      method.metadata = changedMetadata(params);
      return show(deps, "paymentMethods", method);
    },
  },
  {
    method: "GET",
    path: "/v1/payment_methods",
    answer({ deps, params }) {
      const customer = readText(params, "customer");
      if (typeof customer === "string") findCustomer(deps, customer, "customer");
      return page(
        deps,
        "/v1/payment_methods",
        "paymentMethods",
        params,
        (method) => method.customer !== null && (customer === undefined || method.customer === customer),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/payment_methods/{id}",
    answer: ({ deps, id }) => show(deps, "paymentMethods", find(deps, "paymentMethods", id)),
  },
  {
    method: "POST",
    path: "/v1/payment_methods/{id}/attach",
    answer({ deps, id, params }) {
      const customer = findCustomer(deps, demandText(params, "customer"), "customer");
      const method = methodFor(deps, id, "id");
      attachMethod(deps, method, customer);
      return show(deps, "paymentMethods", method);
    },
  },
  {
    method: "POST",
    path: "/v1/payment_methods/{id}/detach",
    answer({ deps, id }) {
      const method = find(deps, "paymentMethods", id);
      if (method.customer === null)
        throw new StripeFault(400, {
          type: "invalid_request_error",
          message: "The payment method you provided is not attached to a customer so detachment is impossible.",
        });
      const customer = deps.data.customers[method.customer];
      if (customer?.default_payment_method === id) customer.default_payment_method = null;
      for (const subscription of Object.values(deps.data.subscriptions))
        if (subscription.default_payment_method === id) subscription.default_payment_method = null;
      method.customer = null;
      method.detached = true;
      emit(deps, "payment_method.detached", show(deps, "paymentMethods", method), customer?.test_clock ?? null);
      return show(deps, "paymentMethods", method);
    },
  },
];

// Card tokens: created by `createToken` of Stripe.js, usable once.
export const TOKEN_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/tokens",
    isForBrowsers: true,
    answer({ deps, params }) {
      const card = readCard(deps, params);
      const name = readText(readGroup(params, "card"), "name") ?? null;
      const created = timeOf(deps, null);
      const id = newId("tok");
      deps.data.tokens[id] = {
        id,
        created,
        card,
        billing_details: { address: null, email: null, name, phone: null },
        used: false,
      };
      deps.memory.changed();
      const { kind: _kind, ...printed } = card;
      return {
        id,
        object: "token",
        card: { ...printed, id: newId("card"), object: "card", funding: "credit", name, metadata: {} },
        client_ip: null,
        created,
        livemode: false,
        type: "card",
        used: false,
      };
    },
  },
];
