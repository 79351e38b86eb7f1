import * as calls from "#features/developers/contract.ts";
import type { Context } from "#platform/server/context.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import * as apiKeys from "./api-keys/api-keys.ts";

export function developerRoutes(ctx: Context): Route[] {
  return [
    route(calls.listApiKeys, (actor) => apiKeys.listApiKeys(ctx, actor)),
    route(calls.createApiKey, (actor, details) => apiKeys.createApiKey(ctx, actor, details)),
    route(calls.updateApiKey, (actor, details) => apiKeys.updateApiKey(ctx, actor, details)),
    route(calls.rotateApiKey, (actor, input) => apiKeys.rotateApiKey(ctx, actor, input)),
    route(calls.revokeApiKey, (actor, { id }) => apiKeys.revokeApiKey(ctx, actor, id)),
  ];
}
