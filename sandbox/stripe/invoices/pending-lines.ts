// What waits for a customer's next invoice, as lines of it.
import type { Invoice, Line } from "../subscriptions/billing-data.ts";
import type { Customer } from "../customers/customer-data.ts";
import { randomSigns } from "../api/ids.ts";
import type { StripeDeps } from "../stripe-deps.ts";

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

export function newLineId(): string {
  return `il_1${randomSigns(22)}`;
}
