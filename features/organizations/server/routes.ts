import * as calls from "#features/organizations/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { listAudit, verifyOwnAudit } from "./audit.ts";
import type { OrganizationDeps } from "./deps.ts";
import { findLogo, removeLogo, uploadLogo } from "./logo.ts";
import { readOrganizationSettings, updateOrganization } from "./settings.ts";

export function organizationRoutes(deps: OrganizationDeps): Route[] {
  return [
    route(calls.readOrganizationSettings, (actor) => readOrganizationSettings(deps, actor)),
    route(calls.updateOrganization, (actor, details) => updateOrganization(deps, actor, details)),
    route(calls.uploadLogo, (actor, upload) => uploadLogo(deps, actor, upload)),
    route(calls.removeLogo, (actor) => removeLogo(deps, actor)),
    route(calls.readLogo, (_visitor, { id }) => findLogo(deps, id)),
    route(calls.listAudit, (actor, page) => listAudit(deps, actor, page)),
    route(calls.verifyOwnAudit, (actor) => verifyOwnAudit(deps, actor)),
  ];
}
