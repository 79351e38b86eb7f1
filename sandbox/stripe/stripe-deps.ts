import type { Checks } from "../shared/checks.ts";
import type { Memory } from "../shared/state-file.ts";
import { openSteering, type Steering } from "./steering.ts";
import { emptyStripeData, type StripeConfig, type StripeData } from "./stripe-data.ts";
import type { Webhooks } from "./events/webhooks.ts";

export interface StripeDeps {
  config: StripeConfig;
  memory: Memory<StripeData>;
  data: StripeData;
  steering: Steering;
  webhooks: Webhooks;
  checks: Checks;
  /** The current request. Events that it causes contain its id. */
  request: { id: string | null; idempotency_key: string | null };
  /** The time at which an overdue action counts as done, in Unix seconds; null means now. */
  catchingUpAt: number | null;
  /** True after closing, when nothing may be done or written any more. */
  isClosed: boolean;
}

// Tries a change on a copy of one customer's data. It sends no events and stores nothing.
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
