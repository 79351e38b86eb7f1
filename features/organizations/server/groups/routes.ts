import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/organizations/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import * as groups from "./groups.ts";

export function groupRoutes(ctx: Context): Route[] {
  return [
    route(calls.listGroupChoices, (actor) => groups.listGroupChoices(ctx, actor)),
    route(calls.listGroups, (actor) => groups.listGroups(ctx, actor)),
    route(calls.createGroup, (actor, details) => groups.createGroup(ctx, actor, details)),
    route(calls.updateGroup, (actor, details) => groups.updateGroup(ctx, actor, details)),
    route(calls.deleteGroup, (actor, { id }) => groups.deleteGroup(ctx, actor, id)),
  ];
}
