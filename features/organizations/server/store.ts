// Owns the SQL on organizations and memberships.
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { users } from "#features/identity/server/tables.ts";
import type { Member, Organization } from "#features/organizations/contract.ts";
import type { RoleName } from "#kit/contract/who.ts";
import { orm, type Reads, type Tx } from "#kit/server/database.ts";
import type { AcrossScope, Scope } from "#kit/server/scope.ts";
import { arg, inScope, touched } from "#kit/server/tables.ts";
import { groupMembers, memberships, organizations } from "./tables.ts";

const members = orm
  .select({ userId: users.id, firstName: users.firstName, lastName: users.lastName, role: memberships.role })
  .from(memberships)
  .innerJoin(users, eq(users.id, memberships.userId))
  .where(and(inScope(memberships), eq(memberships.status, "active")))
  .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
  .prepare("organization_members");

const memberByUser = orm
  .select({ id: memberships.id, role: memberships.role })
  .from(memberships)
  .where(and(inScope(memberships), eq(memberships.userId, arg("userId")), eq(memberships.status, "active")))
  .prepare("organization_member_by_user");

const organizationByScope = orm
  .select({ id: organizations.id, name: organizations.name, timeZone: organizations.timezone })
  .from(organizations)
  .where(eq(organizations.id, arg("organizationId")))
  .prepare("organization_by_scope");

export function readMembers(db: Reads, scope: Scope): Promise<Member[]> {
  return db.run(scope, members);
}

/** Whether this person is an active member of the scope's organization. */
export async function isMember(db: Reads, scope: Scope, userId: string): Promise<boolean> {
  const rows = await db.run(scope, memberByUser, { userId });
  return rows.length > 0;
}

export interface MemberRow {
  readonly userId: string;
  readonly role: RoleName;
}

/** The active members under a lock: who they are cannot change before the commit. */
export function lockMembers(tx: Tx, _across: AcrossScope, organizationId: string): Promise<MemberRow[]> {
  return tx.orm
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.status, "active")))
    .orderBy(asc(memberships.id))
    .for("update");
}

/** A person leaves every organization, and every group in them. */
export async function removeMemberships(tx: Tx, _across: AcrossScope, userId: string): Promise<void> {
  const isTheirs = eq(memberships.userId, userId);
  const theirs = tx.orm.select({ id: memberships.id }).from(memberships).where(isTheirs);
  await tx.orm.delete(groupMembers).where(inArray(groupMembers.membershipId, theirs));
  await tx.orm
    .update(memberships)
    .set({ status: "removed", ...touched(memberships) })
    .where(isTheirs);
}

export type OrganizationRow = Organization & { readonly timeZone: string };

export async function readOrganization(db: Reads, scope: Scope): Promise<OrganizationRow> {
  const [row] = await db.run(scope, organizationByScope);
  if (!row) throw new Error("a scope whose organization is gone");
  return row;
}

/** A new organization with its first member. */
export async function insertOrganization(
  tx: Tx,
  _across: AcrossScope,
  {
    id,
    name,
    membershipId,
    userId,
    role,
  }: { id: string; name: string; membershipId: string; userId: string; role: RoleName },
): Promise<void> {
  await tx.orm.insert(organizations).values({ id, name });
  await tx.orm.insert(memberships).values({ organizationId: id, id: membershipId, userId, role });
}

/** It was named after a person who is gone, or by them; its rows stay. */
export async function anonymizeOrganization(tx: Tx, _across: AcrossScope, id: string): Promise<void> {
  await tx.orm
    .update(organizations)
    .set({ name: "Erased", ...touched(organizations) })
    .where(eq(organizations.id, id));
}

/**
 * The memberships of one person as JSON, oldest first; for a statement on users. Column names are written out, since
 * Drizzle leaves the table away where a statement has one table, and inside the subquery that would be another's.
 */
export const membershipsOfUser = sql<MembershipJson[]>`(
  select coalesce(json_agg(json_build_object(
      'id', m.id, 'organizationId', m.organization_id, 'role', m.role, 'organizationName', o.name, 'timeZone', o.timezone,
      'asksSecondFactor', m.role in ('root', 'admin') and o.require_second_factor,
      'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
        from group_members gm join groups g on g.organization_id = gm.organization_id and g.id = gm.group_id
        where gm.organization_id = m.organization_id and gm.membership_id = m.id)
    ) order by m.created_at, m.id), '[]')
  from memberships m join organizations o on o.id = m.organization_id
  where m.user_id = users.id and m.status = 'active')`;

export interface MembershipJson {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly timeZone: string;
  readonly role: RoleName;
  /** The organization asks this role for a second factor. */
  readonly asksSecondFactor: boolean;
  readonly groups: { id: string; name: string }[];
}
