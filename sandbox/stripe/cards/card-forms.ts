// What a person typed into the card form, checked as Stripe checks it.
import { brandOf, isCardNumber, testCardNumbered } from "./cards.ts";
import { StripeFault, docUrl, invalid, noSuch } from "../api/faults.ts";
import type { Params } from "../api/form-body.ts";
import { timeOf } from "../customers/moments.ts";
import { demandInteger, demandText, readAddress, readGroup, readText } from "../api/params.ts";
import type { BillingDetails, PaymentMethod } from "../payments/payment-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { testCard } from "../test-ids.ts";

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
