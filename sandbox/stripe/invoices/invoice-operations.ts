// The doors to invoices and to the payments on them.
import { collect } from "../payments/collect.ts";
import { emitChange } from "../events/events.ts";
import { invalid, StripeFault } from "../api/faults.ts";
import { finalizeInvoice, makeInvoice, markPaid, refuseStatus, tellInvoice, voidInvoice } from "./invoices.ts";
import { markTaken, takePendingLines } from "./invoice-items.ts";
import { timeOf } from "../time.ts";
import { find, findCustomer, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { cut, page } from "../api/pages.ts";
import {
  changedMetadata,
  demandText,
  given,
  readChoice,
  readFlag,
  readGroup,
  readInteger,
  readText,
} from "../api/params.ts";
import { cardFault } from "../payments/payment-intents.ts";
import { methodFor, refuseForeign } from "../cards/payment-methods.ts";
import type { Invoice } from "../subscriptions/billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { cardToCharge } from "../subscriptions/subscription-state.ts";
import { showLine } from "../subscriptions/billing-wire.ts";
import { list, type Wire } from "../api/wire.ts";

function pay(deps: StripeDeps, invoice: Invoice, card: string | null, isOffSession: boolean, isOutside: boolean): Wire {
  if (invoice.status === "draft") finalizeInvoice(deps, invoice);
  else refuseStatus(invoice, ["open", "uncollectible"], "paid");
  const intent = deps.data.paymentIntents[invoice.payment_intent ?? ""];
  if (isOutside || intent === undefined) {
    if (invoice.status === "open") markPaid(deps, invoice, null);
    return show(deps, "invoices", invoice);
  }
  const customer = findCustomer(deps, invoice.customer);
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""] ?? null;
  const own = card === null ? invoice.default_payment_method : methodFor(deps, card, "payment_method").id;
  const method = cardToCharge(deps, customer, subscription, own);
  if (method === null)
    throw invalid(
      "There is no `default_payment_method` set on this Customer or Invoice. Please either supply the `payment_method` parameter or set a `default_payment_method` on this Customer or Invoice.",
      { code: "missing" },
    );
  refuseForeign(method, customer.id);
  const verdict = collect(deps, intent, method, { isOffSession });
  if (verdict.is === "declined") throw cardFault(deps, intent, verdict.error);
  if (verdict.is === "asks")
    throw new StripeFault(402, {
      type: "card_error",
      code: "invoice_payment_intent_requires_action",
      doc_url: "https://docs.stripe.com/error-codes/invoice-payment-intent-requires-action",
      message:
        "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
    });
  return show(deps, "invoices", invoice);
}

export const INVOICE_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/invoices",
    answer({ deps, params }) {
      const customer = findCustomer(deps, demandText(params, "customer"), "customer");
      const subscription = readText(params, "subscription") ?? null;
      if (subscription !== null) find(deps, "subscriptions", subscription, "subscription");
      const collection_method = readChoice(params, "collection_method", ["charge_automatically", "send_invoice"]);
      const due_date = readInteger(params, "due_date") ?? null;
      const days_until_due = readInteger(params, "days_until_due") ?? null;
      if (collection_method === "send_invoice" && due_date === null && days_until_due === null)
        throw invalid("When `collection_method=send_invoice`, you must specify `days_until_due` or `due_date`.", {
          param: "days_until_due",
        });
      if (collection_method !== "send_invoice" && (due_date ?? days_until_due) !== null)
        throw invalid("You can only specify `days_until_due` or `due_date` if `collection_method` is `send_invoice`.", {
          param: due_date === null ? "days_until_due" : "due_date",
        });
      if (collection_method === "send_invoice" && customer.email === null)
        throw invalid(
          "Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.",
        );
      const isExcluding = readText(params, "pending_invoice_items_behavior") !== "include";
      const invoice = makeInvoice(deps, customer, {
        billing_reason: "manual",
        lines: isExcluding ? [] : takePendingLines(deps, customer, subscription),
        subscription,
        subscription_metadata: deps.data.subscriptions[subscription ?? ""]?.metadata ?? {},
        collection_method: collection_method ?? "charge_automatically",
        days_until_due,
        due_date,
        description: readText(params, "description") ?? null,
        footer: readText(params, "footer") ?? null,
        default_payment_method: readText(params, "default_payment_method") ?? null,
        auto_advance: readFlag(params, "auto_advance") ?? false,
        metadata: changedMetadata(params),
      });
      markTaken(deps, invoice);
      return show(deps, "invoices", invoice);
    },
  },
  {
    method: "GET",
    path: "/v1/invoices",
    answer({ deps, params }) {
      const customer = readText(params, "customer");
      const subscription = readText(params, "subscription");
      const status = readText(params, "status");
      const method = readText(params, "collection_method");
      return page(
        deps,
        "/v1/invoices",
        "invoices",
        params,
        (invoice) =>
          (customer === undefined || invoice.customer === customer) &&
          (subscription === undefined || invoice.subscription === subscription) &&
          (status === undefined || invoice.status === status) &&
          (method === undefined || invoice.collection_method === method) &&
          (customer !== undefined || subscription !== undefined || invoice.test_clock === null),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/invoices/{id}",
    answer: ({ deps, id }) => show(deps, "invoices", find(deps, "invoices", id)),
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}",
    answer({ deps, id, params }) {
      const invoice = find(deps, "invoices", id);
      const isDraft = invoice.status === "draft";
      const onlyDraft = ["collection_method", "days_until_due", "due_date"].find((name) => params[name] !== undefined);
      if (!isDraft && onlyDraft !== undefined)
        throw invalid("Finalized invoices can't be updated in this way", {
          code: "invoice_not_editable",
          param: onlyDraft,
        });
      const autoAdvance = readFlag(params, "auto_advance");
      const changes = given<Invoice>({
        description: readText(params, "description"),
        footer: readText(params, "footer"),
        metadata: changedMetadata(params, invoice.metadata),
        default_payment_method: readText(params, "default_payment_method"),
        collection_method: readChoice(params, "collection_method", ["charge_automatically", "send_invoice"]),
        days_until_due: readInteger(params, "days_until_due"),
        due_date: readInteger(params, "due_date"),
        auto_advance: autoAdvance,
        automatically_finalizes_at:
          autoAdvance === undefined || !isDraft
            ? undefined
            : autoAdvance
              ? timeOf(deps, invoice.test_clock) + 3600
              : null,
      });
      emitChange(deps, "invoice.updated", "invoices", invoice, () => Object.assign(invoice, changes));
      return show(deps, "invoices", invoice);
    },
  },
  {
    method: "DELETE",
    path: "/v1/invoices/{id}",
    answer({ deps, id }) {
      const invoice = find(deps, "invoices", id);
      if (invoice.status !== "draft" || invoice.subscription !== null)
        throw invalid("You can only delete draft invoices that no subscription made.", {
          code: "invoice_not_editable",
        });
      for (const item of Object.values(deps.data.invoiceItems))
        if (item.invoice === id) Reflect.deleteProperty(deps.data.invoiceItems, item.id);
      tellInvoice(deps, invoice, "deleted");
      Reflect.deleteProperty(deps.data.invoices, id);
      return { id, object: "invoice", deleted: true };
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/finalize",
    answer({ deps, id, params }) {
      const invoice = find(deps, "invoices", id);
      invoice.auto_advance = readFlag(params, "auto_advance") ?? invoice.auto_advance;
      finalizeInvoice(deps, invoice);
      return show(deps, "invoices", invoice);
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/pay",
    answer: ({ deps, id, params }) =>
      pay(
        deps,
        find(deps, "invoices", id),
        readText(params, "payment_method") ?? null,
        readFlag(params, "off_session") ?? true,
        readFlag(params, "paid_out_of_band") ?? false,
      ),
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/void",
    answer({ deps, id }) {
      const invoice = find(deps, "invoices", id);
      voidInvoice(deps, invoice);
      return show(deps, "invoices", invoice);
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/send",
    answer({ deps, id }) {
      const invoice = find(deps, "invoices", id);
      if (invoice.collection_method !== "send_invoice")
        throw invalid("You can only manually send an invoice if its collection method is 'send_invoice'.");
      if (invoice.status === "draft") finalizeInvoice(deps, invoice);
      tellInvoice(deps, invoice, "sent");
      return show(deps, "invoices", invoice);
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/{id}/mark_uncollectible",
    answer({ deps, id }) {
      const invoice = find(deps, "invoices", id);
      refuseStatus(invoice, ["open"], "marked uncollectible");
      const marked_uncollectible_at = timeOf(deps, invoice.test_clock);
      Object.assign(invoice, {
        status: "uncollectible",
        auto_advance: false,
        next_payment_attempt: null,
        marked_uncollectible_at,
      });
      deps.memory.changed();
      tellInvoice(deps, invoice, "marked_uncollectible");
      return show(deps, "invoices", invoice);
    },
  },
  {
    method: "GET",
    path: "/v1/invoices/{id}/lines",
    answer({ deps, id, params }) {
      const { shown, hasMore } = cut(find(deps, "invoices", id).lines, params);
      return list(
        `/v1/invoices/${id}/lines`,
        shown.map((line) => showLine(line, id)),
        hasMore,
      );
    },
  },
];

export const INVOICE_PAYMENT_OPERATIONS: readonly Operation[] = [
  {
    method: "GET",
    path: "/v1/invoice_payments",
    answer({ deps, params }) {
      const invoice = readText(params, "invoice");
      const status = readText(params, "status");
      const { payment_intent: intent } = readGroup(params, "payment");
      return page(
        deps,
        "/v1/invoice_payments",
        "invoicePayments",
        params,
        (payment) =>
          (invoice === undefined || payment.invoice === invoice) &&
          (status === undefined || payment.status === status) &&
          (intent === undefined || payment.payment_intent === intent),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/invoice_payments/{id}",
    answer: ({ deps, id }) => show(deps, "invoicePayments", find(deps, "invoicePayments", id)),
  },
];
