// Owns who may do what to whom among the people of an organization, and in which organization an id is looked for.
import { lockOrganization } from "#features/organizations/server/settings-store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { RoleName } from "#kit/contract/who.ts";
import type { Actor } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { MemberDeps } from "./deps.ts";
import { readOrganizationOfInvitation } from "./invitation-store.ts";
import { lockMembers, readOrganizationOfMember, type LockedMember } from "./store.ts";

/** The scope in which this id is to be found: the actor's own, or for root the organization that it belongs to. */
export async function scopeOfPerson({ db, across }: MemberDeps, actor: Actor, id: string): Promise<Scope> {
  if (actor.reach !== "all") return actor.scope;
  const organizationId =
    (await readOrganizationOfMember(db, across, id, actor.organizationId)) ??
    (await readOrganizationOfInvitation(db, across, id));
  if (!organizationId) throw new AppError("NOT_FOUND");
  return across.within(organizationId);
}

/** Root is granted by root alone, and whoever is root is root's alone to change. Throws FORBIDDEN. */
export function requireMayHandle(actor: Actor, ...roles: RoleName[]): void {
  if (actor.role !== "root" && roles.includes("root")) throw new AppError("FORBIDDEN");
}

/**
 * The organization's people under a lock, taken after the organization's own as everybody takes them: changes of people
 * come one after the other. Whoever lost the right while the request was under way is refused. Throws FORBIDDEN.
 */
export async function takeOrganization(tx: Tx, scope: Scope, actor: Actor): Promise<LockedMember[]> {
  await lockOrganization(tx, scope);
  const members = await lockMembers(tx, scope);
  requireStillIn(actor, scope, members);
  return members;
}

function requireStillIn(actor: Actor, scope: Scope, members: readonly LockedMember[]): void {
  if (actor.organizationId !== scope.organizationId) return;
  const self = members.find(({ userId }) => userId === actor.userId);
  if (self?.role !== actor.role) throw new AppError("FORBIDDEN");
}

/** An organization that has an admin keeps one. Throws LAST_ADMIN. */
export function requireAdminLeft(members: readonly LockedMember[], leaving: LockedMember): void {
  const isLast = leaving.role === "admin" && !members.some(({ id, role }) => role === "admin" && id !== leaving.id);
  if (isLast) throw new AppError("LAST_ADMIN");
}

/** On record in the organization where it was done, which is not always the one that root acts in. */
export function recordIn(
  tx: Tx,
  { organizationId }: Scope,
  { userId, address }: Pick<Actor, "userId" | "address">,
  action: `${"member" | "invitation"}.${string}`,
  objectId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const objectType = action.slice(0, action.indexOf("."));
  return appendAudit(tx, organizationId, { actorId: userId, address, action, objectType, objectId, detail });
}
