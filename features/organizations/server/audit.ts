// Owns who reads an organization's record of acts, and how its chain is shown to be whole.
import type { AuditAct, verifyOwnAudit as verifyCall } from "#features/organizations/contract.ts";
import type { ReplyOf } from "#kit/contract/call.ts";
import type { Actor } from "#kit/server/actor.ts";
import { verifyChain } from "#kit/server/audit.ts";
import { readAudit, type AuditPage } from "./audit-store.ts";
import type { OrganizationDeps } from "./deps.ts";

export function listAudit({ db }: OrganizationDeps, { scope }: Actor, page: AuditPage): Promise<AuditAct[]> {
  return readAudit(db, scope, page);
}

export function verifyOwnAudit(
  { db, across }: OrganizationDeps,
  { organizationId }: Actor,
): Promise<ReplyOf<typeof verifyCall>> {
  return verifyChain(db, across, organizationId);
}
