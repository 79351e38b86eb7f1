// Lists charges and refunds them. A refund is immediate, without the bank's delay.
import { emit, emitChange } from "../events/events.ts";
import { invalid } from "../api/faults.ts";
import { timeOf } from "../time.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { changedMetadata, missingParam, readInteger, readText } from "../api/params.ts";
import type { Refund } from "../customers/customer-data.ts";

export const REFUND_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/refunds",
    answer({ deps, params }) {
      const intentId = readText(params, "payment_intent");
      const id =
        readText(params, "charge") ??
        (intentId ? find(deps, "paymentIntents", intentId, "payment_intent").latest_charge : null);
      if (id === null) throw missingParam("charge");
      const charge = find(deps, "charges", id, "charge");
      const left = charge.status === "succeeded" ? charge.amount - charge.amount_refunded : 0;
      const amount = readInteger(params, "amount") ?? left;
      if (left === 0) throw invalid(`Charge ${id} has already been refunded.`, { code: "charge_already_refunded" });
      if (amount < 1 || amount > left)
        throw invalid(
          `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
          {
            param: "amount",
          },
        );
      const intent = find(deps, "paymentIntents", charge.payment_intent);
      const refund: Refund = {
        id: newIdIn("refunds"),
        created: timeOf(deps, intent.test_clock),
        amount,
        charge: id,
        currency: charge.currency,
        payment_intent: intent.id,
        reason: readText(params, "reason") ?? null,
        metadata: changedMetadata(params),
      };
      deps.data.refunds[refund.id] = refund;
      emit(deps, "refund.created", show(deps, "refunds", refund), intent.test_clock);
      emitChange(deps, "charge.refunded", "charges", charge, () => {
        charge.amount_refunded += amount;
      });
      return show(deps, "refunds", refund);
    },
  },
  {
    method: "GET",
    path: "/v1/charges",
    answer({ deps, params }) {
      const customer = readText(params, "customer");
      const intent = readText(params, "payment_intent");
      return page(
        deps,
        "/v1/charges",
        "charges",
        params,
        (charge) =>
          (customer === undefined || charge.customer === customer) &&
          (intent === undefined || charge.payment_intent === intent),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/refunds",
    answer({ deps, params }) {
      const charge = readText(params, "charge");
      const intent = readText(params, "payment_intent");
      return page(
        deps,
        "/v1/refunds",
        "refunds",
        params,
        (refund) =>
          (charge === undefined || refund.charge === charge) &&
          (intent === undefined || refund.payment_intent === intent),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/refunds/{id}",
    answer: ({ deps, id }) => show(deps, "refunds", find(deps, "refunds", id)),
  },
];
