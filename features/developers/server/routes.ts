import * as calls from "#features/developers/contract.ts";
import type { Context } from "#platform/server/context.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import * as apiKeys from "./api-keys/api-keys.ts";
import * as deliveries from "./webhooks/deliveries.ts";
import * as endpoints from "./webhooks/endpoints.ts";

export function developerRoutes(ctx: Context): Route[] {
  return [
    route(calls.readCaller, (actor) => apiKeys.readCaller(ctx, actor)),
    route(calls.listApiKeys, (actor) => apiKeys.listApiKeys(ctx, actor)),
    route(calls.createApiKey, (actor, details) => apiKeys.createApiKey(ctx, actor, details)),
    route(calls.updateApiKey, (actor, details) => apiKeys.updateApiKey(ctx, actor, details)),
    route(calls.rotateApiKey, (actor, input) => apiKeys.rotateApiKey(ctx, actor, input)),
    route(calls.revokeApiKey, (actor, { id }) => apiKeys.revokeApiKey(ctx, actor, id)),
    route(calls.listWebhookEndpoints, (actor) => endpoints.listEndpoints(ctx, actor)),
    route(calls.createWebhookEndpoint, (actor, details) => endpoints.createEndpoint(ctx, actor, details)),
    route(calls.updateWebhookEndpoint, (actor, details) => endpoints.updateEndpoint(ctx, actor, details)),
    route(calls.rotateWebhookSecret, (actor, input) => endpoints.rotateSecret(ctx, actor, input)),
    route(calls.enableWebhookEndpoint, (actor, { id }) => endpoints.enableEndpoint(ctx, actor, id)),
    route(calls.disableWebhookEndpoint, (actor, { id }) => endpoints.disableEndpoint(ctx, actor, id)),
    route(calls.deleteWebhookEndpoint, (actor, { id }) => endpoints.deleteEndpoint(ctx, actor, id)),
    route(calls.sendTestEvent, (actor, { id }) => deliveries.sendTestEvent(ctx, actor, id)),
    route(calls.listWebhookDeliveries, (actor, input) => deliveries.listDeliveries(ctx, actor, input)),
    route(calls.resendWebhookDelivery, (actor, { id }) => deliveries.resendDelivery(ctx, actor, id)),
  ];
}
