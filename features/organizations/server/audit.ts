import type { Context } from "#platform/server/context.ts";
import type { AuditEvent, verifyOwnAudit as verifyCall } from "#features/organizations/contract.ts";
import type { ReplyOf } from "#platform/contract/call.ts";
import type { Actor } from "#platform/server/actor.ts";
import { verifyChain } from "#platform/server/audit.ts";
import { readAudit, type AuditPage } from "./audit-queries.ts";

export function listAudit({ db }: Context, { scope }: Actor, page: AuditPage): Promise<AuditEvent[]> {
  return readAudit(db, scope, page);
}

export function verifyOwnAudit(
  { db, system }: Context,
  { organizationId }: Actor,
): Promise<ReplyOf<typeof verifyCall>> {
  return verifyChain(db, system, organizationId);
}
