import type { Context } from "#platform/server/context.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import { ROLES, type RoleName } from "#platform/contract/who.ts";
import type { Actor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { readOrganizationOfInvitation } from "./invitation-queries.ts";
import { lockMembers, readOrganizationOfMember, type LockedMember } from "./queries.ts";

/** The scope that contains this id: the actor's own or, for root, the organization that the id belongs to. */
export async function scopeOfPerson({ db, system }: Context, actor: Actor, id: string): Promise<Scope> {
  if (actor.reach !== "all") return actor.scope;
  const organizationId =
    (await readOrganizationOfMember(db, system, id, actor.organizationId)) ??
    (await readOrganizationOfInvitation(db, system, id));
  if (!organizationId) throw new AppError("NOT_FOUND");
  return system.within(organizationId);
}

/** Only root may grant root or change a root user. Throws FORBIDDEN. */
export function requireMayHandle(actor: Actor, ...roles: RoleName[]): void {
  if (actor.role !== "root" && roles.includes("root")) throw new AppError("FORBIDDEN");
}

/**
 * Locks the organization's members, always after the organization itself, so that changes of members run one after
 * another. Refuses an actor who lost access during the request. Throws FORBIDDEN.
 */
export async function lockOrganizationMembers(tx: Tx, scope: Scope, actor: Actor): Promise<LockedMember[]> {
  await lockOrganization(tx, scope);
  const members = await lockMembers(tx, scope);
  requireStillIn(actor, scope, members);
  return members;
}

function requireStillIn(actor: Actor, scope: Scope, members: readonly LockedMember[]): void {
  if (actor.organizationId !== scope.organizationId) return;
  const self = members.find(({ userId }) => userId === actor.userId);
  if (!self || ROLES.indexOf(self.role) > ROLES.indexOf(actor.role)) throw new AppError("FORBIDDEN");
}

/**
 * An organization that has an admin must keep one, and one who can sign in without the identity provider while single
 * sign-on is required. Throws LAST_ADMIN, BREAK_GLASS_REQUIRED.
 */
export function requireAdminLeft(members: readonly LockedMember[], leaving: LockedMember): void {
  const others = members.filter(({ id }) => id !== leaving.id);
  if (leaving.role === "admin" && !others.some(({ role }) => role === "admin")) throw new AppError("LAST_ADMIN");
  if (leaving.isBreakGlass && !others.some(({ isBreakGlass }) => isBreakGlass))
    throw new AppError("BREAK_GLASS_REQUIRED");
}

/** Recorded in the organization of the change, which is not always the one that root acts in; under the name of an API key. */
export function recordIn(
  tx: Tx,
  { organizationId }: Scope,
  { userId, address, apiKey = null }: Pick<Actor, "userId" | "address"> & Partial<Pick<Actor, "apiKey">>,
  action: `${"member" | "invitation"}.${string}`,
  objectId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const objectType = action.slice(0, action.indexOf("."));
  const who = apiKey ? { actorId: null, detail: { ...detail, apiKey } } : { actorId: userId, detail };
  return appendAudit(tx, organizationId, { ...who, address, action, objectType, objectId });
}
