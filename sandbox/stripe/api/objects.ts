// Finds any object by its id and shows it; the prefix of an id gives its type.
import { invalid, noSuch } from "./faults.ts";
import type { Customer } from "../customers/customer-data.ts";
import type { StripeData } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import {
  showInvoice,
  showInvoiceItem,
  showInvoicePayment,
  showItem,
  showPrice,
  showProduct,
  showSubscription,
} from "../subscriptions/billing-wire.ts";
import { list, showClock, showCustomer, showEndpoint, showEvent, type Wire } from "./wire.ts";
import {
  showCharge,
  showPaymentIntent,
  showPaymentMethod,
  showRefund,
  showSetupIntent,
} from "../payments/payment-wire.ts";
import { randomBytes } from "node:crypto";

// The formats of Stripe's ids and secrets.
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function randomSigns(length: number): string {
  return Array.from(randomBytes(length), (byte) => SIGNS[byte % SIGNS.length]).join("");
}

/** E.g. `cus_9s6XKzkNRiz8i3`. */
export function newId(prefix: string): string {
  return `${prefix}_${prefix === "cus" || prefix === "prod" || prefix === "si" ? "" : "1"}${randomSigns(14)}`;
}

export function newRequestId(): string {
  return `req_${randomSigns(14)}`;
}

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

// `expand[]`: ids become objects, and fields appear that are shown only on request.
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
