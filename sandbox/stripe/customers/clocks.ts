// Test clocks: a customer can have one, and advancing it runs everything that becomes due.
import { DAY, HOUR, timeOf } from "../time.ts";
import { emit } from "../events/events.ts";
import { invalid } from "../api/faults.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { demandInteger, readText } from "../api/params.ts";
import type { TestClock } from "./customer-data.ts";
import type { StripeData } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { collectAutomatically } from "../payments/collect.ts";
import { advanceInvoice, renew } from "../subscriptions/subscription-invoices.ts";
import type { Invoice, Subscription } from "../subscriptions/billing-data.ts";
import { endSubscription, expireSubscription } from "../subscriptions/subscription-ends.ts";
import { changeSubscription, itemsOf } from "../subscriptions/subscription-state.ts";

// Does what has become due, in order of time, each at its own time.
/** How long the first invoice can be paid. */
const INCOMPLETE_SECONDS = 23 * HOUR;

interface Due {
  at: number;
  act: () => void;
}

function subscriptionDue(deps: StripeDeps, subscription: Subscription): Due | null {
  if (subscription.ended_at !== null) return null;
  if (subscription.status === "incomplete")
    return { at: subscription.created + INCOMPLETE_SECONDS, act: () => expireSubscription(deps, subscription) };
  const end = itemsOf(deps, subscription)[0]?.current_period_end ?? Infinity;
  if (subscription.cancel_at !== null && subscription.cancel_at <= end)
    return { at: subscription.cancel_at, act: () => endSubscription(deps, subscription, "cancellation_requested") };
  return { at: end, act: () => renew(deps, subscription) };
}

function invoiceDue(deps: StripeDeps, invoice: Invoice): Due | null {
  if (invoice.status === "draft" && invoice.automatically_finalizes_at !== null)
    return { at: invoice.automatically_finalizes_at, act: () => advanceInvoice(deps, invoice) };
  if (invoice.status !== "open") return null;
  if (invoice.collection_method === "charge_automatically")
    return invoice.auto_advance && invoice.next_payment_attempt !== null
      ? { at: invoice.next_payment_attempt, act: () => collectAutomatically(deps, invoice) }
      : null;
  const subscription = deps.data.subscriptions[invoice.subscription ?? ""];
  return subscription?.status === "active" && invoice.due_date !== null
    ? { at: invoice.due_date, act: () => changeSubscription(deps, subscription, { status: "past_due" }) }
    : null;
}

/** The earliest thing due until `until` on a clock, or in real time when `clock` is null. */
function nextDue(deps: StripeDeps, clock: string | null, until: number): Due | null {
  let next: Due | null = null;
  const consider = (due: Due | null) => {
    if (due !== null && due.at <= until && (next === null || due.at < next.at)) next = due;
  };
  for (const invoice of Object.values(deps.data.invoices))
    if (invoice.test_clock === clock) consider(invoiceDue(deps, invoice));
  for (const subscription of Object.values(deps.data.subscriptions))
    if (subscription.test_clock === clock) consider(subscriptionDue(deps, subscription));
  return next;
}

function settle(deps: StripeDeps, clock: string | null, until: number): void {
  const testClock = deps.data.clocks[clock ?? ""];
  for (let due = nextDue(deps, clock, until); due !== null; due = nextDue(deps, clock, until)) {
    if (testClock !== undefined) testClock.frozen_time = Math.max(testClock.frozen_time, due.at);
    else deps.catchingUpAt = due.at;
    try {
      due.act();
    } finally {
      deps.catchingUpAt = null;
    }
    deps.memory.changed();
  }
}

const settledAt = new WeakMap<StripeDeps, number>();

/** Checks at most once a second, because due times are whole seconds. */
export function settleRealTime(deps: StripeDeps): void {
  const now = Math.floor(deps.config.now().getTime() / 1000);
  if (settledAt.get(deps) === now) return;
  settledAt.set(deps, now);
  settle(deps, null, now);
}

/** Long enough to be visible as advancing, short enough not to delay tests. */
const ADVANCE_MS = 20;
const KEPT_SECONDS = 30 * DAY;

function tell(deps: StripeDeps, clock: TestClock, what: string): void {
  deps.memory.changed();
  emit(deps, `test_helpers.test_clock.${what}`, show(deps, "clocks", clock), null);
}

/** Continues an advance, including one that a restart interrupted. */
export function goOn(deps: StripeDeps, clock: TestClock): void {
  setTimeout(() => {
    const { target } = clock;
    if (deps.isClosed || target === null || deps.data.clocks[clock.id] !== clock) return;
    settle(deps, clock.id, target);
    Object.assign(clock, { frozen_time: target, status: "ready", target: null });
    tell(deps, clock, "ready");
  }, ADVANCE_MS).unref();
}

/** Deleting a clock deletes the customers on it. */
function forget(data: StripeData, clock: string): void {
  const customers = new Set(Object.values(data.customers).flatMap((one) => (one.test_clock === clock ? one.id : [])));
  const drawers = [
    data.subscriptions,
    data.invoices,
    data.invoiceItems,
    data.paymentMethods,
    data.paymentIntents,
    data.setupIntents,
  ];
  for (const drawer of drawers) {
    for (const [id, { customer }] of Object.entries(drawer))
      if (customer !== null && customers.has(customer)) Reflect.deleteProperty(drawer, id);
  }
  for (const [id, { subscription }] of Object.entries(data.items))
    if (data.subscriptions[subscription] === undefined) Reflect.deleteProperty(data.items, id);
  for (const id of customers) Reflect.deleteProperty(data.customers, id);
  Reflect.deleteProperty(data.clocks, clock);
}

export const CLOCK_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/test_helpers/test_clocks",
    answer({ deps, params }) {
      const created = timeOf(deps, null);
      const clock: TestClock = {
        id: newIdIn("clocks"),
        created,
        name: readText(params, "name") ?? null,
        frozen_time: demandInteger(params, "frozen_time"),
        deletes_after: created + KEPT_SECONDS,
        status: "ready",
        target: null,
      };
      deps.data.clocks[clock.id] = clock;
      tell(deps, clock, "created");
      return show(deps, "clocks", clock);
    },
  },
  {
    method: "GET",
    path: "/v1/test_helpers/test_clocks",
    answer: ({ deps, params }) => page(deps, "/v1/test_helpers/test_clocks", "clocks", params, () => true),
  },
  {
    method: "GET",
    path: "/v1/test_helpers/test_clocks/{id}",
    answer: ({ deps, id }) => show(deps, "clocks", find(deps, "clocks", id)),
  },
  {
    method: "POST",
    path: "/v1/test_helpers/test_clocks/{id}/advance",
    answer({ deps, id, params }) {
      const clock = find(deps, "clocks", id);
      const target = demandInteger(params, "frozen_time");
      if (clock.status === "advancing")
        throw invalid("Test clock advancement underway - cannot perform modifications", {
          code: "test_clock_advancing",
        });
      if (target <= clock.frozen_time)
        throw invalid("You can only advance a test clock to a time in its future.", { param: "frozen_time" });
      Object.assign(clock, { status: "advancing", target });
      tell(deps, clock, "advancing");
      goOn(deps, clock);
      return show(deps, "clocks", clock);
    },
  },
  {
    method: "DELETE",
    path: "/v1/test_helpers/test_clocks/{id}",
    answer({ deps, id }) {
      const clock = find(deps, "clocks", id);
      tell(deps, clock, "deleted");
      forget(deps.data, id);
      return { id, object: "test_helpers.test_clock", deleted: true };
    },
  },
];
