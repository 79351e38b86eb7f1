// Tries a change on a copy of one customer's data. It sends no events and stores nothing.
import { openSteering } from "../steering.ts";
import { emptyStripeData } from "../stripe-data.ts";
import type { StripeData } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

export function rehearse(deps: StripeDeps, customer: string): StripeDeps {
  const { data } = deps;
  const own = <T extends { customer: string | null }>(record: Record<string, T>): Record<string, T> =>
    structuredClone(Object.fromEntries(Object.entries(record).filter(([, one]) => one.customer === customer)));
  const subscriptions = own(data.subscriptions);
  const ids = new Set(Object.values(subscriptions).flatMap(({ item_ids }) => item_ids));
  const copy: StripeData = {
    ...emptyStripeData(),
    // Neither changes in what is tried out.
    products: data.products,
    prices: data.prices,
    clocks: structuredClone(data.clocks),
    customers: structuredClone(Object.fromEntries(Object.entries(data.customers).filter(([id]) => id === customer))),
    subscriptions,
    items: structuredClone(Object.fromEntries(Object.entries(data.items).filter(([id]) => ids.has(id)))),
    invoices: own(data.invoices),
    invoiceItems: own(data.invoiceItems),
    paymentMethods: own(data.paymentMethods),
    paymentIntents: own(data.paymentIntents),
  };
  return {
    ...deps,
    data: copy,
    steering: openSteering(deps.steering.afterRetries),
    memory: { data: copy, changed: () => undefined, flush: () => Promise.resolve() },
    webhooks: { tell: () => undefined, pending: () => 0, resume: () => undefined, close: () => undefined },
  };
}
