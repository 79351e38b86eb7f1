// Payment intents: made, confirmed with a card, answered by the bank, cancelled.
import { keepMethod, methodFor, readBilling, readCard, refuseForeign } from "../cards/payment-methods.ts";
import { cancelIntent, declineUnasked, foreseeVerdict, makeIntent } from "./charges.ts";
import { collect } from "./collect.ts";
import { emitChange } from "../events/events.ts";
import { declined, invalid, StripeFault } from "../api/faults.ts";
import {
  changedMetadata,
  demandInteger,
  given,
  missingParam,
  type Params,
  readChoice,
  readCurrency,
  readFlag,
  readGroup,
  readText,
} from "../api/params.ts";
import { find, findCustomer, show } from "../api/objects.ts";
import type { Call, Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import type { CardError, PaymentIntent, PaymentMethod } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Wire } from "../api/wire.ts";

const USAGES = ["off_session", "on_session"] as const;

/** The card of a confirmation: an id, or the fields of a form. */
export function methodOf(deps: StripeDeps, params: Params, otherwise: string | null): PaymentMethod | null {
  const id = readText(params, "payment_method");
  if (typeof id === "string") return methodFor(deps, id, "payment_method");
  if (params["payment_method_data"] !== undefined) {
    const data = readGroup(params, "payment_method_data");
    return keepMethod(deps, readCard(deps, data), readBilling(data));
  }
  return otherwise === null ? null : (deps.data.paymentMethods[otherwise] ?? null);
}

/** A browser must send the intent's own secret. */
export function refuseWrongSecret({ params, isBrowser }: Call, secret: string, noun: string, id: string): void {
  const shown = readText(params, "client_secret");
  if (shown === undefined && !isBrowser) return;
  if (shown === secret) return;
  throw new StripeFault(isBrowser ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param: "intent",
  });
}

function unexpected(intent: PaymentIntent, act: string, deps: StripeDeps): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    doc_url: "https://docs.stripe.com/error-codes/payment-intent-unexpected-state",
    message: `You cannot ${act} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: show(deps, "paymentIntents", intent),
  });
}

export function cardFault(deps: StripeDeps, intent: PaymentIntent, error: CardError): StripeFault {
  const shown = show(deps, "paymentIntents", intent);
  const charge = intent.latest_charge === null ? {} : { charge: intent.latest_charge };
  const method = intent.last_error?.payment_method;
  return declined(error, {
    ...charge,
    payment_intent: shown,
    ...(method == null ? {} : { payment_method: show(deps, "paymentMethods", find(deps, "paymentMethods", method)) }),
  });
}

function confirm(call: Call, intent: PaymentIntent): Wire {
  const { deps, params } = call;
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status))
    throw unexpected(intent, "confirm", deps);
  const method = methodOf(deps, params, intent.payment_method);
  if (method === null)
    throw new StripeFault(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message:
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      payment_intent: show(deps, "paymentIntents", intent),
    });
  refuseForeign(method, intent.customer);
  const usage = readChoice(params, "setup_future_usage", USAGES);
  if (usage !== undefined) intent.setup_future_usage = usage;
  const isOffSession = readFlag(params, "off_session") ?? false;
  if (isOffSession && intent.invoice === null && foreseeVerdict(method, { isOffSession }).is === "asks")
    throw cardFault(deps, intent, declineUnasked(deps, intent, method));
  const verdict = collect(deps, intent, method, { isOffSession });
  if (verdict.is === "declined") throw cardFault(deps, intent, verdict.error);
  return show(deps, "paymentIntents", intent);
}

export const PAYMENT_INTENT_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/payment_intents",
    answer(call) {
      const { deps, params } = call;
      const amount = demandInteger(params, "amount");
      if (amount < 50)
        throw invalid("Amount must be at least $0.50 usd", { param: "amount", code: "amount_too_small" });
      const currency = readCurrency(params);
      if (currency === undefined) throw missingParam("currency");
      const customerId = readText(params, "customer") ?? null;
      const customer = customerId === null ? null : findCustomer(deps, customerId, "customer");
      const method = methodOf(deps, params, null);
      if (method !== null) refuseForeign(method, customerId);
      const intent = makeIntent(deps, {
        amount,
        currency,
        customer: customerId,
        description: readText(params, "description") ?? null,
        payment_method: method?.id ?? null,
        automatic_payment_methods: params["payment_method_types"] === undefined,
        receipt_email: readText(params, "receipt_email") ?? null,
        setup_future_usage: readChoice(params, "setup_future_usage", USAGES) ?? null,
        metadata: changedMetadata(params),
        test_clock: customer?.test_clock ?? null,
      });
      return readFlag(params, "confirm") === true ? confirm(call, intent) : show(deps, "paymentIntents", intent);
    },
  },
  {
    method: "GET",
    path: "/v1/payment_intents",
    answer({ deps, params }) {
      const customer = readText(params, "customer");
      return page(
        deps,
        "/v1/payment_intents",
        "paymentIntents",
        params,
        (intent) => customer === undefined || intent.customer === customer,
      );
    },
  },
  {
    method: "GET",
    path: "/v1/payment_intents/{id}",
    isForBrowsers: true,
    answer(call) {
      const intent = find(call.deps, "paymentIntents", call.id);
      refuseWrongSecret(call, intent.client_secret, "payment_intent", call.id);
      return show(call.deps, "paymentIntents", intent);
    },
  },
  {
    method: "POST",
    path: "/v1/payment_intents/{id}",
    answer({ deps, id, params }) {
      const intent = find(deps, "paymentIntents", id);
      if (intent.status === "succeeded" || intent.status === "canceled") throw unexpected(intent, "update", deps);
      const method = methodOf(deps, params, intent.payment_method);
      if (method !== null) refuseForeign(method, intent.customer);
      const changes = given<PaymentIntent>({
        amount: params["amount"] === undefined ? undefined : demandInteger(params, "amount"),
        description: readText(params, "description"),
        receipt_email: readText(params, "receipt_email"),
        metadata: changedMetadata(params, intent.metadata),
        payment_method: method?.id,
        status: method !== null && intent.status === "requires_payment_method" ? "requires_confirmation" : undefined,
      });
      emitChange(deps, "payment_intent.updated", "paymentIntents", intent, () => Object.assign(intent, changes));
      return show(deps, "paymentIntents", intent);
    },
  },
  {
    method: "POST",
    path: "/v1/payment_intents/{id}/confirm",
    isForBrowsers: true,
    answer(call) {
      const intent = find(call.deps, "paymentIntents", call.id);
      refuseWrongSecret(call, intent.client_secret, "payment_intent", call.id);
      return confirm(call, intent);
    },
  },
  {
    method: "POST",
    path: "/v1/payment_intents/{id}/cancel",
    answer({ deps, id, params }) {
      const intent = find(deps, "paymentIntents", id);
      if (intent.status === "succeeded" || intent.status === "canceled") throw unexpected(intent, "cancel", deps);
      if (intent.invoice !== null)
        throw invalid("This PaymentIntent belongs to an invoice: void the invoice instead.", {
          code: "payment_intent_unexpected_state",
        });
      cancelIntent(deps, intent, readText(params, "cancellation_reason") ?? null);
      return show(deps, "paymentIntents", intent);
    },
  },
];
