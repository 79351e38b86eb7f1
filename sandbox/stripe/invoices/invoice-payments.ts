// The doors to the payments on invoices.
import { find, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { readGroup, readText } from "../api/params.ts";

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
