// `expand[]`: ids become objects, and fields appear that are shown only on request.
import { invalid } from "./faults.ts";
import { lookUp } from "./objects.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { showInvoicePayment } from "../invoices/invoice-wire.ts";
import { list } from "./wire.ts";
import type { Wire } from "./wire.ts";

const MAX_DEPTH = 4;

/** Fields that an object omits unless they are requested. */
const INCLUDABLE: Record<string, Record<string, (deps: StripeDeps, id: string) => unknown>> = {
  invoice: {
    confirmation_secret: ({ data }, id) => {
      const intent = data.paymentIntents[data.invoices[id]?.payment_intent ?? ""];
      return intent === undefined ? null : { client_secret: intent.client_secret, type: "payment_intent" };
    },
    payments: ({ data }, id) =>
      list(
        `/v1/invoice_payments?invoice=${id}`,
        Object.values(data.invoicePayments)
          .filter(({ invoice }) => invoice === id)
          .map(showInvoicePayment),
      ),
  },
  customer: {
    subscriptions: (deps, id) =>
      list(
        `/v1/customers/${id}/subscriptions`,
        Object.values(deps.data.subscriptions)
          .filter(({ customer, ended_at }) => customer === id && ended_at === null)
          .map((subscription) => lookUp(deps, subscription.id)),
      ),
    tax_ids: (_deps, id) => list(`/v1/customers/${id}/tax_ids`, []),
    sources: (_deps, id) => list(`/v1/customers/${id}/sources`, []),
  },
};

/** Text fields that are never ids of other objects. */
const PLAIN = new Set(["id", "object", "status", "currency", "name", "email", "description", "client_secret"]);

export function expandAll(deps: StripeDeps, reply: Wire, paths: readonly string[]): Wire {
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > MAX_DEPTH + (steps[0] === "data" ? 1 : 0))
      throw invalid(`You cannot expand more than ${String(MAX_DEPTH)} levels of a property: ${path}`, {
        param: "expand",
      });
    expandOne(deps, reply, steps, path);
  }
  return reply;
}

function expandOne(deps: StripeDeps, at: Wire, [step, ...rest]: string[], path: string): void {
  if (step === undefined) return;
  const includable = INCLUDABLE[String(at["object"])]?.[step];
  if (at[step] === undefined && includable !== undefined) at[step] = includable(deps, String(at["id"]));
  const value = at[step];
  if (value === undefined || PLAIN.has(step))
    throw invalid(
      `This property cannot be expanded (${step}). You may want to try expanding a different property: ${path}`,
      {
        param: "expand",
      },
    );
  if (typeof value === "string") at[step] = lookUp(deps, value) ?? value;
  if (Array.isArray(value))
    at[step] = value.map((entry: unknown) => (typeof entry === "string" ? (lookUp(deps, entry) ?? entry) : entry));
  const next = at[step];
  for (const one of Array.isArray(next) ? (next as unknown[]) : [next]) {
    if (typeof one === "object" && one !== null) expandOne(deps, one as Wire, rest, path);
  }
}
