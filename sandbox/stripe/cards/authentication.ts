// The bank's answer: the payment or the card setup continues, or fails.
import { AUTHENTICATION_FAILED, failAuthentication } from "../payments/charges.ts";
import { collect } from "../payments/collect.ts";
import { noteFailure } from "../invoices/dunning.ts";
import { failSetup, succeed } from "./setup-intents.ts";
import type { StripeDeps } from "../stripe-deps.ts";

/** False when no such intent waits for its bank. */
export function answerBank(deps: StripeDeps, id: string, secret: string, isYes: boolean): boolean {
  const { data } = deps;
  const payment = data.paymentIntents[id];
  const setup = data.setupIntents[id];
  const intent = payment ?? setup;
  const method = data.paymentMethods[intent?.payment_method ?? ""];
  if (intent === undefined || method === undefined) return false;
  if (intent.client_secret !== secret || intent.status !== "requires_action") return false;
  if (payment !== undefined) {
    if (isYes) {
      collect(deps, payment, method, { isOffSession: false, isAuthenticated: true });
      return true;
    }
    failAuthentication(deps, payment, method);
    const invoice = data.invoices[payment.invoice ?? ""];
    if (invoice !== undefined) noteFailure(deps, invoice, { isAutomatic: false, asks: false });
  } else if (setup !== undefined) {
    if (isYes) succeed(deps, setup, method);
    else
      failSetup(
        deps,
        setup,
        {
          ...AUTHENTICATION_FAILED,
          code: "setup_intent_authentication_failure",
          doc_url: "https://docs.stripe.com/error-codes/setup-intent-authentication-failure",
        },
        method,
      );
  }
  return true;
}
