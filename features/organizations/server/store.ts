// Owns the SQL on organizations and memberships.
import { eq, sql } from "drizzle-orm";
import type { Organization } from "#features/memberships/contract.ts";
import type { RoleName } from "#kit/contract/who.ts";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, touched } from "#kit/server/database/tables.ts";
import { logos, memberships, organizations } from "./tables.ts";

const organizationByScope = orm
  .select({ id: organizations.id, name: organizations.name, timeZone: organizations.timezone })
  .from(organizations)
  .where(eq(organizations.id, arg("organizationId")))
  .prepare("organization_by_scope");

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
    .set({ name: "Erased", nmlsId: null, phone: null, address: null, replyTo: null, ...touched(organizations) })
    .where(eq(organizations.id, id));
  await tx.orm.delete(logos).where(eq(logos.organizationId, id));
}

/** Of a membership `m` and its organization `o`: the groups that the role is held to, where it is asked for; else null. */
export const onlyGroups = sql.raw(`case when o.restrict_by_group and m.role in ('editor', 'observer') then (
  select coalesce(json_agg(gm.group_id), '[]') from group_members gm
  where gm.organization_id = m.organization_id and gm.membership_id = m.id) end`);

/**
 * The memberships of one person as JSON, oldest first; for a statement on users. Column names are written out, since
 * Drizzle leaves the table away where a statement has one table, and inside the subquery that would be another's.
 */
export const membershipsOfUser = sql<MembershipJson[]>`(
  select coalesce(json_agg(json_build_object(
      'id', m.id, 'organizationId', m.organization_id, 'role', m.role, 'organizationName', o.name, 'timeZone', o.timezone,
      'onlyGroups', ${onlyGroups},
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
  /** Ids of the groups whose borrowers alone the role sees; `null`: no restriction. */
  readonly onlyGroups: readonly string[] | null;
}
