import type { ApiScope, WebhookDeliveryStatus, WebhookState } from "./contract.ts";

export const SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  "borrowers:read": "Read borrowers",
  "borrowers:write": "Create and change borrowers",
  "reports:order": "Order reports (charged)",
  "reports:read": "Read and download reports",
  "billing:read": "Read billing",
  scim: "Provision users and groups (SCIM)",
};

export const WEBHOOK_STATE_LABELS: Readonly<Record<WebhookState, string>> = {
  enabled: "Enabled",
  disabled: "Disabled",
  failing: "Disabled: failing",
  gone: "Disabled: gone",
};

export const DELIVERY_STATUS_LABELS: Readonly<Record<WebhookDeliveryStatus, string>> = {
  pending: "Pending",
  delivered: "Delivered",
  failed: "Failed",
  canceled: "Canceled",
};

/** Why an attempt got no answer. */
export const SEND_ERROR_LABELS: Readonly<Record<string, string>> = {
  TIMEOUT: "No answer within 15 seconds",
  NAME_NOT_FOUND: "The host name wasn't found",
  PRIVATE_ADDRESS: "The host leads to a private address",
  CONNECTION_FAILED: "Couldn't connect",
  TLS_FAILED: "The TLS certificate or connection isn't valid",
  INVALID_RESPONSE: "The answer isn't valid HTTP",
};
