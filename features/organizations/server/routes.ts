import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/organizations/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { listAudit, verifyOwnAudit } from "./audit.ts";
import { findLogo, removeLogo, uploadLogo } from "./logo.ts";
import { readOrganizationSettings, updateOrganization } from "./settings.ts";

export function organizationRoutes(ctx: Context): Route[] {
  return [
    route(calls.readOrganizationSettings, (actor) => readOrganizationSettings(ctx, actor)),
    route(calls.updateOrganization, (actor, details) => updateOrganization(ctx, actor, details)),
    route(calls.uploadLogo, (actor, upload) => uploadLogo(ctx, actor, upload)),
    route(calls.removeLogo, (actor) => removeLogo(ctx, actor)),
    route(calls.readLogo, (_visitor, { id }) => findLogo(ctx, id)),
    route(calls.listAudit, (actor, page) => listAudit(ctx, actor, page)),
    route(calls.verifyOwnAudit, (actor) => verifyOwnAudit(ctx, actor)),
  ];
}
