// Stripe's test cards and test ids: the number determines what each card does.
import type { CardError, CardKind } from "../customers/customer-data.ts";
import { docUrl } from "../api/faults.ts";

interface TestCard {
  number: string;
  kind: CardKind;
  brand: string;
  /** The part of the id after `pm_card_` and `tok_`. */
  names: readonly string[];
  does: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", kind: "good", brand: "visa", names: ["visa"], does: "Pays." },
  { number: "5555555555554444", kind: "good", brand: "mastercard", names: ["mastercard"], does: "Pays." },
  { number: "378282246310005", kind: "good", brand: "amex", names: ["amex"], does: "Pays; CVC of four digits." },
  { number: "6011111111111117", kind: "good", brand: "discover", names: ["discover"], does: "Pays." },
  {
    number: "4000000000000002",
    kind: "generic_decline",
    brand: "visa",
    names: ["chargeDeclined", "visa_chargeDeclined"],
    does: "Declined: card_declined, generic_decline.",
  },
  {
    number: "4000000000009995",
    kind: "insufficient_funds",
    brand: "visa",
    names: ["chargeDeclinedInsufficientFunds", "visa_chargeDeclinedInsufficientFunds"],
    does: "Declined: insufficient_funds.",
  },
  {
    number: "4000000000009987",
    kind: "lost_card",
    brand: "visa",
    names: ["visa_chargeDeclinedLostCard"],
    does: "Declined: lost_card.",
  },
  {
    number: "4000000000009979",
    kind: "stolen_card",
    brand: "visa",
    names: ["visa_chargeDeclinedStolenCard"],
    does: "Declined: stolen_card.",
  },
  {
    number: "4000000000000069",
    kind: "expired_card",
    brand: "visa",
    names: ["chargeDeclinedExpiredCard"],
    does: "Declined: expired_card.",
  },
  {
    number: "4000000000000127",
    kind: "incorrect_cvc",
    brand: "visa",
    names: ["chargeDeclinedIncorrectCvc"],
    does: "Declined: incorrect_cvc.",
  },
  {
    number: "4000000000000119",
    kind: "processing_error",
    brand: "visa",
    names: ["chargeDeclinedProcessingError"],
    does: "Declined: processing_error.",
  },
  {
    number: "4000002500003155",
    kind: "authenticate_unless_set_up",
    brand: "visa",
    names: ["authenticationRequiredOnSetup"],
    does: "Asks the bank in a dialog the first time; renewals then pay.",
  },
  {
    number: "4000002760003184",
    kind: "authenticate_always",
    brand: "visa",
    names: ["authenticationRequired", "threeDSecureRequired", "threeDSecure2Required"],
    does: "Asks the bank in a dialog each time; renewals fail.",
  },
  {
    number: "4000000000000341",
    kind: "declines_after_attaching",
    brand: "visa",
    names: ["chargeCustomerFail"],
    does: "Can be saved as a card on file, but every charge is declined.",
  },
];

export function testCardNamed(name: string): TestCard | undefined {
  return TEST_CARDS.find(({ names }) => names.includes(name));
}

export function testCardNumbered(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

/** The checksum of every card number. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export function brandOf(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  if (/^(6011|65|64[4-9])/.test(number)) return "discover";
  return "unknown";
}

const WORDS: Record<string, string> = {
  card_declined: "Your card was declined.",
  insufficient_funds: "Your card has insufficient funds.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: "An error occurred while processing your card. Try again in a little bit.",
  authentication_required: "Your card was declined. This transaction requires authentication.",
};

const DECLINES: Partial<Record<CardKind, { code: string; decline_code?: string; words: string; param?: string }>> = {
  generic_decline: { code: "card_declined", decline_code: "generic_decline", words: "card_declined" },
  declines_after_attaching: { code: "card_declined", decline_code: "generic_decline", words: "card_declined" },
  insufficient_funds: { code: "card_declined", decline_code: "insufficient_funds", words: "insufficient_funds" },
  lost_card: { code: "card_declined", decline_code: "lost_card", words: "card_declined" },
  stolen_card: { code: "card_declined", decline_code: "stolen_card", words: "card_declined" },
  expired_card: { code: "expired_card", words: "expired_card", param: "exp_month" },
  incorrect_cvc: { code: "incorrect_cvc", words: "incorrect_cvc", param: "cvc" },
  processing_error: { code: "processing_error", words: "processing_error" },
};

/** Why the bank refuses a charge with this card; null when it does not. */
export function declineOf(kind: CardKind): CardError | null {
  const decline = DECLINES[kind];
  if (decline === undefined) return null;
  const { code, decline_code, words, param } = decline;
  return {
    type: "card_error",
    code,
    ...(decline_code === undefined ? {} : { decline_code }),
    message: WORDS[words] ?? "Your card was declined.",
    doc_url: docUrl(code),
    ...(param === undefined ? {} : { param }),
  };
}

/** An off-session charge of a card whose holder must be asked. */
export function authenticationDecline(): CardError {
  return {
    type: "card_error",
    code: "authentication_required",
    decline_code: "authentication_required",
    message: WORDS["authentication_required"] ?? "",
    doc_url: docUrl("authentication_required"),
  };
}

/** Whether the bank asks its customer before a charge. */
export function asksTheBank(kind: CardKind, isSetUp: boolean): boolean {
  return kind === "authenticate_always" || (kind === "authenticate_unless_set_up" && !isSetUp);
}
