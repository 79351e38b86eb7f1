import * as calls from "#features/asset-reports/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { createAuditCopy, listAuditCopies, revokeAuditCopy } from "./audit-copies.ts";
import type { AuditCopyDeps } from "./deps.ts";
import { downloadAuditCopy, openAuditCopy } from "./opening.ts";

export function auditCopyRoutes(deps: AuditCopyDeps): Route[] {
  return [
    route(calls.createAuditCopy, (actor, share) => createAuditCopy(deps, actor, share)),
    route(calls.listAuditCopies, (actor, { borrowerId }) => listAuditCopies(deps, actor, borrowerId)),
    route(calls.revokeAuditCopy, (actor, { id }) => revokeAuditCopy(deps, actor, id)),
    route(calls.openAuditCopy, (visitor, opening) => openAuditCopy(deps, visitor, opening)),
    route(calls.downloadAuditCopy, (visitor, opening) => downloadAuditCopy(deps, visitor, opening)),
  ];
}
