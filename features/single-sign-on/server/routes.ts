import * as calls from "#features/single-sign-on/contract.ts";
import type { Context } from "#platform/server/context.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { mapScimGroup } from "./scim/groups.ts";
import * as settings from "./settings.ts";

export function singleSignOnRoutes(ctx: Context): Route[] {
  return [
    route(calls.readSso, (actor) => settings.readSso(ctx, actor)),
    route(calls.saveOidcConnection, (actor, details) => settings.saveOidcConnection(ctx, actor, details)),
    route(calls.saveSamlConnection, (actor, details) => settings.saveSamlConnection(ctx, actor, details)),
    route(calls.removeSsoConnection, (actor) => settings.removeSsoConnection(ctx, actor)),
    route(calls.testSso, (actor) => settings.testSso(ctx, actor)),
    route(calls.addSsoDomain, (actor, input) => settings.addSsoDomain(ctx, actor, input)),
    route(calls.verifySsoDomain, (actor, input) => settings.verifySsoDomain(ctx, actor, input)),
    route(calls.removeSsoDomain, (actor, input) => settings.removeSsoDomain(ctx, actor, input)),
    route(calls.enforceSso, (actor, input) => settings.enforceSso(ctx, actor, input)),
    route(calls.mapScimGroup, async (actor, input) => {
      await mapScimGroup(ctx, actor, input);
      return settings.readSso(ctx, actor);
    }),
  ];
}
