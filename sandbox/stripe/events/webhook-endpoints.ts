// Webhook endpoints created over the API. The endpoint in the sandbox settings also gets every event.
import { invalid } from "../api/faults.ts";
import { randomSigns } from "../api/ids.ts";
import { timeOf } from "../customers/moments.ts";
import { find, newIdIn, show } from "../api/objects.ts";
import type { Operation } from "../api/operation.ts";
import { page } from "../api/pages.ts";
import { changedMetadata, demandText, missingParam, readText, readTexts } from "../api/params.ts";
import type { WebhookEndpoint } from "../stripe-data.ts";

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
