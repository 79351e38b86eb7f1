// Test clocks: a customer can have one, and advancing it runs everything that becomes due.
import { DAY } from "../subscriptions/calendar.ts";
import { emit } from "../events/events.ts";
import { invalid } from "../api/faults.ts";
import { timeOf } from "./moments.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { demandInteger, readText } from "../api/params.ts";
import { settle } from "../settling.ts";
import type { TestClock } from "./customer-data.ts";
import type { StripeData } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";

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
