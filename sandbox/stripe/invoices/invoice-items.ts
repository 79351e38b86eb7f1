// Invoice items: single amounts that wait for the customer's next invoice, or are put on a draft.
import { emit } from "../events/events.ts";
import { invalid } from "../api/faults.ts";
import { refuseStatus } from "./invoices.ts";
import { timeOf } from "../time.ts";
import { find, findCustomer, newIdIn, randomSigns, show } from "../api/objects.ts";
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
import type {
  Invoice,
  InvoiceItem,
  Line,
  Price,
  Subscription,
  SubscriptionItem,
} from "../subscriptions/billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Customer } from "../customers/customer-data.ts";

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

// What waits for a customer's next invoice, as lines of it.
/** Takes what waits for the next invoice of the customer, of this subscription or of none. */
export function takePendingLines(deps: StripeDeps, customer: Customer, subscription: string | null): Line[] {
  const pending = Object.values(deps.data.invoiceItems).filter(
    (item) =>
      item.customer === customer.id &&
      item.invoice === null &&
      (item.subscription === null || item.subscription === subscription),
  );
  return pending.map((item) => ({
    id: newLineId(),
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    discountable: item.discountable,
    metadata: item.metadata,
    period: item.period,
    quantity: item.quantity,
    price: item.price,
    product: item.product,
    unit_amount: item.unit_amount,
    proration: item.proration,
    subscription: item.subscription,
    subscription_item: item.subscription_item,
    invoice_item: item.id,
  }));
}

/** Notes on each item which invoice took it. */
export function markTaken({ data }: StripeDeps, invoice: Invoice): void {
  for (const { invoice_item } of invoice.lines) {
    const item = data.invoiceItems[invoice_item ?? ""];
    if (item !== undefined) item.invoice = invoice.id;
  }
}

function newLineId(): string {
  return `il_1${randomSigns(22)}`;
}

// Lines of an invoice: whole periods of a subscription's items, and what a change within a period is worth.
function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function nameOf({ data }: StripeDeps, price: Price): string {
  return data.products[price.product]?.name ?? price.product;
}

/** A line for the item's current period. */
export function periodLine(deps: StripeDeps, item: SubscriptionItem): Line {
  const price = find(deps, "prices", item.price);
  const rhythm = price.recurring === null ? "" : ` / ${price.recurring.interval}`;
  return {
    id: newLineId(),
    amount: price.unit_amount * item.quantity,
    currency: price.currency,
    description: `${String(item.quantity)} × ${nameOf(deps, price)} (at ${dollars(price.unit_amount)}${rhythm})`,
    discountable: true,
    metadata: item.metadata,
    period: { start: item.current_period_start, end: item.current_period_end },
    quantity: item.quantity,
    price: price.id,
    product: price.product,
    unit_amount: price.unit_amount,
    proration: false,
    subscription: item.subscription,
    subscription_item: item.id,
    invoice_item: null,
  };
}

/** What is left of the item's period from `at` on, at `sign` times its price, waiting for the next invoice. */
export function addProration(
  deps: StripeDeps,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
  sign: 1 | -1,
): void {
  const price = find(deps, "prices", item.price);
  const { current_period_start: start, current_period_end: end } = item;
  const share = Math.min(1, Math.max(0, (end - at) / (end - start)));
  const amount = sign * Math.round(price.unit_amount * item.quantity * share);
  if (amount === 0) return;
  const many = item.quantity === 1 ? "" : `${String(item.quantity)} × `;
  const day = new Date(at * 1000).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const made: InvoiceItem = {
    id: newIdIn("invoiceItems"),
    created: timeOf(deps, subscription.test_clock),
    customer: subscription.customer,
    amount,
    currency: price.currency,
    date: at,
    description: `${sign === -1 ? "Unused" : "Remaining"} time on ${many}${nameOf(deps, price)} after ${day}`,
    discountable: false,
    invoice: null,
    period: { start: at, end },
    proration: true,
    quantity: item.quantity,
    price: price.id,
    product: price.product,
    unit_amount: sign * price.unit_amount,
    subscription: subscription.id,
    subscription_item: item.id,
    test_clock: subscription.test_clock,
    metadata: {},
  };
  deps.data.invoiceItems[made.id] = made;
  emit(deps, "invoiceitem.created", show(deps, "invoiceItems", made), made.test_clock);
}
