import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/asset-reports/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { createAuditCopy, listAuditCopies, revokeAuditCopy } from "./audit-copies.ts";
import { downloadAuditCopy, openAuditCopy } from "./opening.ts";

export function auditCopyRoutes(ctx: Context): Route[] {
  return [
    route(calls.createAuditCopy, (actor, share) => createAuditCopy(ctx, actor, share)),
    route(calls.listAuditCopies, (actor, { borrowerId }) => listAuditCopies(ctx, actor, borrowerId)),
    route(calls.revokeAuditCopy, (actor, { id }) => revokeAuditCopy(ctx, actor, id)),
    route(calls.openAuditCopy, (visitor, opening) => openAuditCopy(ctx, visitor, opening)),
    route(calls.downloadAuditCopy, (visitor, opening) => downloadAuditCopy(ctx, visitor, opening)),
  ];
}
