// Events and webhook endpoints as they stand in replies.
import type { StripeEvent, WebhookEndpoint } from "../stripe-data.ts";
import { API_VERSION } from "../api/wire.ts";
import type { Wire } from "../api/wire.ts";

export function showEndpoint({ secret: _secret, ...endpoint }: WebhookEndpoint): Wire {
  return {
    ...endpoint,
    object: "webhook_endpoint",
    api_version: API_VERSION,
    application: null,
    livemode: false,
    status: "enabled",
  };
}

export function showEvent(event: StripeEvent, pending_webhooks = 0): Wire {
  const { object, previous_attributes, ...shown } = event;
  return {
    ...shown,
    object: "event",
    api_version: API_VERSION,
    data: { object, ...(previous_attributes === null ? {} : { previous_attributes }) },
    livemode: false,
    pending_webhooks,
  };
}
