// Events: what happened to which object. They are stored for a while and sent to the webhook endpoints.
import { isDeepStrictEqual } from "node:util";
import { newId } from "../api/ids.ts";
import { timeOf } from "../customers/moments.ts";
import { show } from "../api/objects.ts";
import type { DRAWERS } from "../api/objects.ts";
import type { StripeData } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Wire } from "../api/wire.ts";

/** How many events are stored. Stripe stores them for thirty days. */
const MOST_STORED = 2000;

type Drawer = (typeof DRAWERS)[number];

/** Records that something happened to `object`, with its state at this moment. */
export function emit(
  deps: StripeDeps,
  type: string,
  object: Wire,
  clock: string | null,
  previous: Wire | null = null,
): void {
  const { data, memory } = deps;
  const id = newId("evt");
  data.events[id] = {
    id,
    created: timeOf(deps, clock),
    type,
    object,
    previous_attributes: previous,
    request: { ...deps.request },
  };
  const ids = Object.keys(data.events);
  // Old events are removed in batches, because counting all of them at every event would be slow.
  if (ids.length > MOST_STORED + 200) {
    for (const old of ids.slice(0, ids.length - MOST_STORED))
      if (deps.webhooks.pending(old) === 0) Reflect.deleteProperty(data.events, old);
  }
  memory.changed();
  deps.webhooks.tell(data.events[id]);
}

/** Runs `change` and records what it changed, with the earlier values. Records nothing when nothing changed. */
export function emitChange<D extends Drawer>(
  deps: StripeDeps,
  type: string,
  drawer: D,
  stored: StripeData[D][string] & { test_clock?: string | null },
  change: () => void,
): void {
  const before = show(deps, drawer, stored);
  change();
  deps.memory.changed();
  const after = show(deps, drawer, stored);
  const previous = Object.fromEntries(
    Object.keys(after)
      .filter((key) => !isDeepStrictEqual(before[key], after[key]))
      .map((key) => [key, before[key] ?? null]),
  );
  if (Object.keys(previous).length > 0) emit(deps, type, after, stored.test_clock ?? null, previous);
}
