// Setup intents: save a card for future payments without paying now.
import { asksTheBank, declineOf } from "./cards.ts";
import { emit } from "../events/events.ts";
import { declined, invalid, StripeFault } from "../api/faults.ts";
import { find, findCustomer, newIdIn, randomSigns, show } from "../api/objects.ts";
import { timeOf } from "../time.ts";
import type { Call, Operation } from "../api/operation.ts";
import { changedMetadata, readChoice, readFlag, readGroup, readText } from "../api/params.ts";
import { methodOf, refuseWrongSecret } from "../payments/payment-intents.ts";
import { attachMethod, refuseForeign } from "./payment-methods.ts";
import type { PaymentMethod, SetupIntent } from "../customers/customer-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Wire } from "../api/wire.ts";

function tell(deps: StripeDeps, intent: SetupIntent, what: string): void {
  deps.memory.changed();
  emit(deps, `setup_intent.${what}`, show(deps, "setupIntents", intent), intent.test_clock);
}

/** The bank has agreed: the card belongs to the customer, and later charges need no question. */
export function succeed(deps: StripeDeps, intent: SetupIntent, method: PaymentMethod): void {
  const customer = deps.data.customers[intent.customer ?? ""];
  if (customer !== undefined) attachMethod(deps, method, customer);
  method.authenticated = true;
  Object.assign(intent, { status: "succeeded", payment_method: method.id, last_error: null });
  tell(deps, intent, "succeeded");
}

export function failSetup(
  deps: StripeDeps,
  intent: SetupIntent,
  error: Omit<NonNullable<SetupIntent["last_error"]>, "payment_method">,
  method: PaymentMethod,
): void {
  Object.assign(intent, {
    status: "requires_payment_method",
    payment_method: null,
    last_error: { ...error, payment_method: method.id },
  });
  tell(deps, intent, "setup_failed");
}

/** Methods that lead to another page may be enabled in the dashboard; Stripe.js answers for its own page. */
function refuseWithoutReturn({ params, isBrowser }: Call, intent: SetupIntent): void {
  const mayLeave = intent.automatic_payment_methods && intent.allow_redirects === "always";
  if (isBrowser || !mayLeave || params["return_url"] !== undefined) return;
  throw invalid(
    "This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
  );
}

function confirm(call: Call, intent: SetupIntent): Wire {
  const { deps, params } = call;
  refuseWithoutReturn(call, intent);
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpected(deps, intent, "confirm");
  const method = methodOf(deps, params, intent.payment_method);
  if (method === null) throw unexpected(deps, intent, "confirm");
  refuseForeign(method, intent.customer);
  const decline = method.card.kind === "declines_after_attaching" ? null : declineOf(method.card.kind);
  if (decline !== null) {
    failSetup(deps, intent, decline, method);
    throw declined(decline, { setup_intent: show(deps, "setupIntents", intent) });
  }
  if (asksTheBank(method.card.kind, false)) {
    Object.assign(intent, { status: "requires_action", payment_method: method.id, last_error: null });
    tell(deps, intent, "requires_action");
  } else succeed(deps, intent, method);
  return show(deps, "setupIntents", intent);
}

function unexpected(deps: StripeDeps, intent: SetupIntent, act: string): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    code: "setup_intent_unexpected_state",
    message: `You cannot ${act} this SetupIntent because it has a status of ${intent.status}.`,
    setup_intent: show(deps, "setupIntents", intent),
  });
}

export const SETUP_INTENT_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/setup_intents",
    answer(call) {
      const { deps, params } = call;
      const customer = readText(params, "customer") ?? null;
      const test_clock = customer === null ? null : findCustomer(deps, customer, "customer").test_clock;
      const method = methodOf(deps, params, null);
      const id = newIdIn("setupIntents");
      const intent: SetupIntent = {
        id,
        created: timeOf(deps, test_clock),
        client_secret: `${id}_secret_${randomSigns(24)}`,
        status: method === null ? "requires_payment_method" : "requires_confirmation",
        customer,
        description: readText(params, "description") ?? null,
        payment_method: method?.id ?? null,
        payment_method_types: ["card"],
        automatic_payment_methods: params["payment_method_types"] === undefined,
        allow_redirects:
          readChoice(readGroup(params, "automatic_payment_methods"), "allow_redirects", ["always", "never"]) ??
          "always",
        last_error: null,
        cancellation_reason: null,
        usage: readText(params, "usage") ?? "off_session",
        test_clock,
        metadata: changedMetadata(params),
      };
      deps.data.setupIntents[id] = intent;
      tell(deps, intent, "created");
      return readFlag(params, "confirm") === true ? confirm(call, intent) : show(deps, "setupIntents", intent);
    },
  },
  {
    method: "GET",
    path: "/v1/setup_intents/{id}",
    isForBrowsers: true,
    answer(call) {
      const intent = find(call.deps, "setupIntents", call.id);
      refuseWrongSecret(call, intent.client_secret, "setupintent", call.id);
      return show(call.deps, "setupIntents", intent);
    },
  },
  {
    method: "POST",
    path: "/v1/setup_intents/{id}/confirm",
    isForBrowsers: true,
    answer(call) {
      const intent = find(call.deps, "setupIntents", call.id);
      refuseWrongSecret(call, intent.client_secret, "setupintent", call.id);
      return confirm(call, intent);
    },
  },
  {
    method: "POST",
    path: "/v1/setup_intents/{id}/cancel",
    answer({ deps, id }) {
      const intent = find(deps, "setupIntents", id);
      if (intent.status === "succeeded" || intent.status === "canceled") throw unexpected(deps, intent, "cancel");
      intent.status = "canceled";
      tell(deps, intent, "canceled");
      return show(deps, "setupIntents", intent);
    },
  },
];
