// Invoice items: single amounts that wait for the customer's next invoice, or are put on a draft.
import { emit } from "../events/events.ts";
import { invalid } from "../api/faults.ts";
import { refuseStatus } from "./invoices.ts";
import { takePendingLines } from "./pending-lines.ts";
import { timeOf } from "../customers/moments.ts";
import { find, findCustomer, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import {
  changedMetadata,
  demandText,
  missingParam,
  readCurrency,
  readFlag,
  readGroup,
  readInteger,
  readText,
} from "../api/params.ts";
import type { Invoice, InvoiceItem } from "../subscriptions/billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

/** Puts the lines of `items` on a draft and updates its total. */
function addUp(invoice: Invoice): void {
  const total = invoice.lines.reduce((sum, { amount }) => sum + amount, 0);
  Object.assign(invoice, {
    subtotal: total,
    total,
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
  });
}

function putOn(deps: StripeDeps, item: InvoiceItem, invoice: Invoice): void {
  const customer = findCustomer(deps, item.customer);
  const [line] = takePendingLines(deps, customer, item.subscription).filter(
    ({ invoice_item }) => invoice_item === item.id,
  );
  if (line === undefined) return;
  item.invoice = invoice.id;
  invoice.lines = [...invoice.lines, line];
  addUp(invoice);
}

export const INVOICE_ITEM_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/invoiceitems",
    answer({ deps, params }) {
      const customer = findCustomer(deps, demandText(params, "customer"), "customer");
      const invoiceId = readText(params, "invoice");
      const invoice = typeof invoiceId === "string" ? find(deps, "invoices", invoiceId, "invoice") : null;
      if (invoice !== null) refuseStatus(invoice, ["draft"], "changed");
      const subscription = readText(params, "subscription") ?? null;
      if (subscription !== null) find(deps, "subscriptions", subscription, "subscription");
      const priceId = readText(readGroup(params, "pricing"), "price");
      const price = typeof priceId === "string" ? find(deps, "prices", priceId, "pricing[price]") : null;
      const quantity = readInteger(params, "quantity") ?? 1;
      const unit = price?.unit_amount ?? readInteger(params, "unit_amount_decimal") ?? null;
      const amount = readInteger(params, "amount") ?? (unit === null ? undefined : unit * quantity);
      if (amount === undefined) throw missingParam("amount");
      readCurrency(params);
      const date = timeOf(deps, customer.test_clock);
      const period = readGroup(params, "period");
      const item: InvoiceItem = {
        id: newIdIn("invoiceItems"),
        created: date,
        customer: customer.id,
        amount,
        currency: "usd",
        date,
        description: readText(params, "description") ?? null,
        invoice: null,
        period: { start: readInteger(period, "start") ?? date, end: readInteger(period, "end") ?? date },
        proration: false,
        quantity,
        price: price?.id ?? null,
        product: price?.product ?? null,
        unit_amount: unit ?? Math.round(amount / Math.max(1, quantity)),
        subscription,
        subscription_item: null,
        discountable: readFlag(params, "discountable") ?? amount > 0,
        test_clock: customer.test_clock,
        metadata: changedMetadata(params),
      };
      deps.data.invoiceItems[item.id] = item;
      if (invoice !== null) putOn(deps, item, invoice);
      emit(deps, "invoiceitem.created", show(deps, "invoiceItems", item), item.test_clock);
      return show(deps, "invoiceItems", item);
    },
  },
  {
    method: "GET",
    path: "/v1/invoiceitems",
    answer({ deps, params }) {
      const customer = readText(params, "customer");
      const invoice = readText(params, "invoice");
      const isPending = readFlag(params, "pending");
      return page(
        deps,
        "/v1/invoiceitems",
        "invoiceItems",
        params,
        (item) =>
          (customer === undefined || item.customer === customer) &&
          (invoice === undefined || item.invoice === invoice) &&
          (isPending === undefined || (item.invoice === null) === isPending),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/invoiceitems/{id}",
    answer: ({ deps, id }) => show(deps, "invoiceItems", find(deps, "invoiceItems", id)),
  },
  {
    method: "DELETE",
    path: "/v1/invoiceitems/{id}",
    answer({ deps, id }) {
      const item = find(deps, "invoiceItems", id);
      const invoice = deps.data.invoices[item.invoice ?? ""];
      if (invoice !== undefined && invoice.status !== "draft")
        throw invalid("This invoice item is on an invoice that is no longer editable.", {
          code: "invoice_not_editable",
        });
      if (invoice !== undefined) {
        invoice.lines = invoice.lines.filter(({ invoice_item }) => invoice_item !== id);
        addUp(invoice);
      }
      emit(deps, "invoiceitem.deleted", show(deps, "invoiceItems", item), item.test_clock);
      Reflect.deleteProperty(deps.data.invoiceItems, id);
      return { id, object: "invoiceitem", deleted: true };
    },
  },
];
