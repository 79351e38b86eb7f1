// Lines of an invoice: whole periods of a subscription's items, and what a change within a period is worth.
import { timeOf } from "../customers/moments.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import { emit } from "../events/events.ts";
import { newLineId } from "./pending-lines.ts";
import type { InvoiceItem, Line, Price, Subscription, SubscriptionItem } from "../subscriptions/billing-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

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
