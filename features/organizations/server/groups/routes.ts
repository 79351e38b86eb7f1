import * as calls from "#features/organizations/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import * as groups from "./groups.ts";

export function groupRoutes(deps: groups.GroupDeps): Route[] {
  return [
    route(calls.listGroupChoices, (actor) => groups.listGroupChoices(deps, actor)),
    route(calls.listGroups, (actor) => groups.listGroups(deps, actor)),
    route(calls.createGroup, (actor, details) => groups.createGroup(deps, actor, details)),
    route(calls.updateGroup, (actor, details) => groups.updateGroup(deps, actor, details)),
    route(calls.deleteGroup, (actor, { id }) => groups.deleteGroup(deps, actor, id)),
  ];
}
