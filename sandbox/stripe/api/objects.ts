// Finds any object by its id and shows it; the prefix of an id gives its type.
import { noSuch } from "./faults.ts";
import { newId } from "./ids.ts";
import type { Customer } from "../customers/customer-data.ts";
import type { StripeData } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { showItem, showPrice, showProduct, showSubscription } from "../subscriptions/billing-wire.ts";
import { showClock, showCustomer } from "../customers/customer-wire.ts";
import { showEndpoint, showEvent } from "../events/event-wire.ts";
import { showInvoice, showInvoiceItem, showInvoicePayment } from "../invoices/invoice-wire.ts";
import {
  showCharge,
  showPaymentIntent,
  showPaymentMethod,
  showRefund,
  showSetupIntent,
} from "../payments/payment-wire.ts";
import type { Wire } from "./wire.ts";

type Drawer = Exclude<keyof StripeData, "webhooks" | "answers" | "tokens">;
type StoredIn<D extends Drawer> = StripeData[D][string];

interface Kind<D extends Drawer> {
  prefix: string;
  /** As Stripe's errors name it. */
  noun: string;
  show(deps: StripeDeps, stored: StoredIn<D>): Wire;
}

const KINDS: { [D in Drawer]: Kind<D> } = {
  clocks: { prefix: "clock", noun: "test clock", show: (_deps, it) => showClock(it) },
  customers: { prefix: "cus", noun: "customer", show: (_deps, it) => showCustomer(it) },
  products: { prefix: "prod", noun: "product", show: (_deps, it) => showProduct(it) },
  prices: { prefix: "price", noun: "price", show: (_deps, it) => showPrice(it) },
  subscriptions: { prefix: "sub", noun: "subscription", show: ({ data }, it) => showSubscription(data, it) },
  items: { prefix: "si", noun: "subscription_item", show: ({ data }, it) => showItem(data, it) },
  invoices: { prefix: "in", noun: "invoice", show: ({ data, config }, it) => showInvoice(data, config.baseUrl(), it) },
  invoiceItems: { prefix: "ii", noun: "invoiceitem", show: (_deps, it) => showInvoiceItem(it) },
  invoicePayments: { prefix: "inpay", noun: "invoice_payment", show: (_deps, it) => showInvoicePayment(it) },
  paymentMethods: { prefix: "pm", noun: "PaymentMethod", show: (_deps, it) => showPaymentMethod(it) },
  paymentIntents: {
    prefix: "pi",
    noun: "payment_intent",
    show: ({ data, config }, it) => showPaymentIntent(data, config.baseUrl(), it),
  },
  setupIntents: {
    prefix: "seti",
    noun: "setupintent",
    show: ({ data, config }, it) => showSetupIntent(data, config.baseUrl(), it),
  },
  charges: { prefix: "ch", noun: "charge", show: ({ data }, it) => showCharge(data, it) },
  refunds: { prefix: "re", noun: "refund", show: (_deps, it) => showRefund(it) },
  endpoints: { prefix: "we", noun: "webhook endpoint", show: (_deps, it) => showEndpoint(it) },
  events: { prefix: "evt", noun: "event", show: (deps, it) => showEvent(it, deps.webhooks.pending(it.id)) },
};

export const DRAWERS = Object.keys(KINDS) as Drawer[];

/** The stored object. Throws Stripe's "No such …" with the name of the parameter that requested it. */
export function find<D extends Drawer>({ data }: StripeDeps, drawer: D, id: string, param = "id"): StoredIn<D> {
  const drawerful = data[drawer] as Record<string, StoredIn<D>>;
  const found = Object.hasOwn(drawerful, id) ? drawerful[id] : undefined;
  if (found === undefined) throw noSuch(KINDS[drawer].noun, id, param);
  return found;
}

/** A customer that was not deleted. */
export function findCustomer(deps: StripeDeps, id: string, param = "id"): Customer {
  const customer = find(deps, "customers", id, param);
  if (customer.deleted) throw noSuch("customer", id, param);
  return customer;
}

export function show<D extends Drawer>(deps: StripeDeps, drawer: D, stored: StoredIn<D>): Wire {
  return (KINDS[drawer] as Kind<D>).show(deps, stored);
}

export function newIdIn(drawer: Drawer): string {
  return newId(KINDS[drawer].prefix);
}

/** The object with this id as replies show it; undefined when there is none. */
export function lookUp(deps: StripeDeps, id: string): Wire | undefined {
  const prefix = id.slice(0, id.indexOf("_"));
  for (const drawer of DRAWERS) {
    // Callers may choose the ids of products, prices and clocks.
    if (KINDS[drawer].prefix !== prefix && drawer !== "products" && drawer !== "prices") continue;
    if (!Object.hasOwn(deps.data[drawer], id)) continue;
    return show(deps, drawer, find(deps, drawer, id));
  }
  return undefined;
}
