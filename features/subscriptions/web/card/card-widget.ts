// Owns what the rest of the page knows of the card field: what it can be asked for, and how it refuses.
import type { PaymentIntentResult, SetupIntentResult } from "@stripe/stripe-js";

export interface CardHolder {
  readonly name: string;
  readonly email: string;
}

/** A card field on show. Each act rejects with CardRefusal. */
export interface CardWidget {
  confirmPayment(clientSecret: string, holder: CardHolder): Promise<void>;
  /** Gives the id by which the server finds the card that was confirmed. */
  confirmSetup(clientSecret: string, holder: CardHolder): Promise<string>;
  /** Pays what is owed by the card that was just set up. */
  confirmOwed(clientSecret: string): Promise<void>;
}

/** The message is the card provider's own, for people, or ours: it belongs under the card. */
export class CardRefusal extends Error {
  /** Ours, beside the provider's words: what became of the money, where that is certain. */
  readonly note: string | null;

  constructor(message: string, note: string | null = null) {
    super(message);
    this.name = "CardRefusal";
    this.note = note;
  }
}

const SILENT = "The card provider cannot be reached. Check your connection, then try again: nothing is charged twice.";
const NOT_CHARGED = "Nothing was charged. Correct the card or use another, then try again.";
const UNDECIDED = "The bank has not decided yet. Look at your subscription in a minute, before you try again.";

/** Throws unless the money has moved. A payment that had succeeded already counts: its answer was lost on the way. */
export function requirePaid({ paymentIntent, error }: PaymentIntentResult): void {
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === "succeeded") return;
  // A card that was refused, or whose holder said no: the payment waits for another.
  const isDeclined = error?.type === "card_error" || intent?.status === "requires_payment_method";
  throw refusalOf(error, isDeclined ? NOT_CHARGED : null);
}

export function requireSetUp({ setupIntent, error }: SetupIntentResult): string {
  const intent = setupIntent ?? error?.setup_intent;
  if (intent?.status === "succeeded") return intent.id;
  throw refusalOf(error);
}

/** What the provider's script throws is no refusal of a card: it did not get through. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw new CardRefusal(SILENT);
  }
}

type Refused = { readonly type?: string; readonly message?: string } | undefined;

function refusalOf(error: Refused, note: string | null = null): CardRefusal {
  if (error === undefined) return new CardRefusal(UNDECIDED, note);
  if (error.type === "api_connection_error") return new CardRefusal(SILENT);
  return new CardRefusal(error.message ?? "The card was not accepted. Check its details, or use another card.", note);
}
