// Payment methods: a card of a person, alone or on file with a customer.
import { declineOf } from "./cards.ts";
import { emit } from "../events/events.ts";
import { StripeFault, declined, invalid } from "../api/faults.ts";
import { timeOf } from "../customers/moments.ts";
import { find, findCustomer, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { changedMetadata, demandText, readText } from "../api/params.ts";
import { readCard, readBilling } from "./card-forms.ts";
import type { Customer } from "../customers/customer-data.ts";
import type { PaymentMethod } from "../payments/payment-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { keepMethod, methodFor } from "../test-ids.ts";

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
