import type { PaymentIntentResult, SetupIntentResult, Stripe } from "@stripe/stripe-js";
import { currentConfig } from "#platform/web/config.ts";
import { loadScript } from "#platform/web/scripts/load-script.ts";

export interface CardHolder {
  readonly name: string;
  readonly email: string;
}

/** A mounted card field. Each method rejects with CardRefusal. */
export interface CardWidget {
  confirmPayment(clientSecret: string, holder: CardHolder): Promise<void>;
  /** Returns the id by which the server finds the confirmed card. */
  confirmSetup(clientSecret: string, holder: CardHolder): Promise<string>;
  /** Pays what is owed with the card that was just set up. */
  confirmOwed(clientSecret: string): Promise<void>;
}

/** The message is for users, from the card provider or from us. Show it under the card. */
export class CardRefusal extends Error {
  /** Our addition to the provider's message: what happened to the money, if that is certain. */
  readonly note: string | null;

  constructor(message: string, note: string | null = null) {
    super(message);
    this.name = "CardRefusal";
    this.note = note;
  }
}

const SILENT = "We can't reach the card provider. Check your connection, then try again. You won't be charged twice.";
const NOT_CHARGED = "Nothing was charged. Correct the card or use another, then try again.";
const UNDECIDED = "The bank hasn't decided yet. Check your subscription in a minute before you try again.";

/** Throws unless the payment succeeded. A payment that had already succeeded counts too: its answer was lost. */
export function requirePaid({ paymentIntent, error }: PaymentIntentResult): void {
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === "succeeded") return;
  // A declined card, or a holder who did not confirm: the payment waits for another card.
  const isDeclined = error?.type === "card_error" || intent?.status === "requires_payment_method";
  throw refusalOf(error, isDeclined ? NOT_CHARGED : null);
}

export function requireSetUp({ setupIntent, error }: SetupIntentResult): string {
  const intent = setupIntent ?? error?.setup_intent;
  if (intent?.status === "succeeded") return intent.id;
  throw refusalOf(error);
}

/** An exception of the provider's script is not a declined card: the request did not reach the provider. */
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
  return new CardRefusal(error.message ?? "The card wasn't accepted. Check the details or use another card.", note);
}

type OpenStripe = (publishableKey: string) => Stripe;

let opened: { readonly by: OpenStripe; readonly stripe: Stripe } | undefined;

/** Loaded once per page. Rejects with SCRIPT_BLOCKED. */
export async function openCardProvider(): Promise<Stripe> {
  const { scripts, stripePublishableKey } = currentConfig();
  await loadScript(scripts.stripe);
  const by = stripeOfPage();
  if (by === undefined) throw new Error(`SCRIPT_BLOCKED ${scripts.stripe}`);
  if (opened?.by !== by) opened = { by, stripe: by(stripePublishableKey) };
  return opened.stripe;
}

function stripeOfPage(): OpenStripe | undefined {
  return (window as { Stripe?: OpenStripe }).Stripe; // what the provider's script leaves behind
}
