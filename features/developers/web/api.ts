import { withReauthentication } from "#features/auth/web/reauthentication/reauthentication.ts";
import {
  createApiKey,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  listApiKeys,
  listWebhookDeliveries,
  listWebhookEndpoints,
  resendWebhookDelivery,
  revokeApiKey,
  rotateApiKey,
  rotateWebhookSecret,
  sendTestEvent,
  updateApiKey,
  updateWebhookEndpoint,
  type WebhookDelivery,
} from "#features/developers/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import { query, useChange } from "#platform/web/http/query.ts";

export const apiKeys = query(listApiKeys);

const sensitive = { refreshes: [apiKeys], through: withReauthentication };

export const useCreateApiKey = () => useChange(createApiKey, sensitive);
export const useUpdateApiKey = () => useChange(updateApiKey, sensitive);
export const useRotateApiKey = () => useChange(rotateApiKey, sensitive);
export const useRevokeApiKey = () => useChange(revokeApiKey, { refreshes: [apiKeys] });

export const webhookEndpoints = query(listWebhookEndpoints);
const deliveries = query(listWebhookDeliveries);

/** While an attempt is about to be made. */
const LOOK_AGAIN_MS = 2_000;

export const webhookDeliveries = (...input: Parameters<typeof deliveries>) => ({
  ...deliveries(...input),
  refetchInterval: ({ state }: { state: { data?: ReplyOf<typeof listWebhookDeliveries> | undefined } }) =>
    state.data?.deliveries.some(isDueSoon) ? LOOK_AGAIN_MS : false,
});

function isDueSoon({ nextAttemptAt }: WebhookDelivery): boolean {
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + 15_000;
}

const sensitiveWebhook = { refreshes: [webhookEndpoints], through: withReauthentication };
const everyWebhook = { refreshes: [webhookEndpoints, deliveries] };

export const useCreateWebhookEndpoint = () => useChange(createWebhookEndpoint, sensitiveWebhook);
export const useUpdateWebhookEndpoint = () => useChange(updateWebhookEndpoint, sensitiveWebhook);
export const useRotateWebhookSecret = () => useChange(rotateWebhookSecret, sensitiveWebhook);
export const useEnableWebhookEndpoint = () => useChange(enableWebhookEndpoint, everyWebhook);
export const useDisableWebhookEndpoint = () => useChange(disableWebhookEndpoint, everyWebhook);
export const useDeleteWebhookEndpoint = () => useChange(deleteWebhookEndpoint, everyWebhook);
export const useSendTestEvent = () => useChange(sendTestEvent, everyWebhook);
export const useResendDelivery = () => useChange(resendWebhookDelivery, everyWebhook);
