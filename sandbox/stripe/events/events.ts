// Events: what happened to which object. They are stored for a while and sent to the webhook endpoints.
import { isDeepStrictEqual } from "node:util";
import { type DRAWERS, find, newId, newIdIn, randomSigns, show } from "../api/objects.ts";
import { timeOf } from "../time.ts";
import type { StripeData, WebhookEndpoint } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import type { Wire } from "../api/wire.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { changedMetadata, demandText, missingParam, readText, readTexts } from "../api/params.ts";
import { invalid } from "../api/faults.ts";

/** How many events are stored. Stripe stores them for thirty days. */
const MAX_STORED = 2000;

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
  if (ids.length > MAX_STORED + 200) {
    for (const old of ids.slice(0, ids.length - MAX_STORED))
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

/** `invoice.*` matches every type with this prefix. */
function isNamed(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

export const EVENT_OPERATIONS: readonly Operation[] = [
  {
    method: "GET",
    path: "/v1/events",
    answer({ deps, params }) {
      const type = readText(params, "type");
      const types = readTexts(params, "types") ?? (typeof type === "string" ? [type] : undefined);
      return page(
        deps,
        "/v1/events",
        "events",
        params,
        (event) => types === undefined || types.some((pattern) => isNamed(event.type, pattern)),
      );
    },
  },
  { method: "GET", path: "/v1/events/{id}", answer: ({ deps, id }) => show(deps, "events", find(deps, "events", id)) },
];

// Webhook endpoints created over the API. The endpoint in the sandbox settings also gets every event.
export const ENDPOINT_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/webhook_endpoints",
    answer({ deps, params }) {
      const url = demandText(params, "url");
      if (!/^https?:\/\//.test(url) || !URL.canParse(url))
        throw invalid("Invalid URL: An explicit scheme (such as https) must be provided.", {
          param: "url",
          code: "url_invalid",
        });
      const enabled_events = readTexts(params, "enabled_events") ?? [];
      if (enabled_events.length === 0) throw missingParam("enabled_events");
      const endpoint: WebhookEndpoint = {
        id: newIdIn("endpoints"),
        created: timeOf(deps, null),
        url,
        enabled_events,
        description: readText(params, "description") ?? null,
        secret: `whsec_${randomSigns(32)}`,
        metadata: changedMetadata(params),
      };
      deps.data.endpoints[endpoint.id] = endpoint;
      deps.memory.changed();
      // The secret is shown only this once.
      return { ...show(deps, "endpoints", endpoint), secret: endpoint.secret };
    },
  },
  {
    method: "GET",
    path: "/v1/webhook_endpoints",
    answer: ({ deps, params }) => page(deps, "/v1/webhook_endpoints", "endpoints", params, () => true),
  },
  {
    method: "GET",
    path: "/v1/webhook_endpoints/{id}",
    answer: ({ deps, id }) => show(deps, "endpoints", find(deps, "endpoints", id)),
  },
  {
    method: "DELETE",
    path: "/v1/webhook_endpoints/{id}",
    answer({ deps, id }) {
      find(deps, "endpoints", id);
      Reflect.deleteProperty(deps.data.endpoints, id);
      deps.memory.changed();
      return { id, object: "webhook_endpoint", deleted: true };
    },
  },
];
