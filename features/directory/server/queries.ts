import { eq, sql } from "drizzle-orm";
import type { Organization } from "#features/directory/contract.ts";
import type { RoleName } from "#platform/contract/who.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param } from "#platform/server/database/tables.ts";
import { memberships, organizations, users } from "#features/directory/server/schema.ts";

const organizationByScope = prepared("organization_by_scope", () =>
  orm
    .select({ id: organizations.id, name: organizations.name, timeZone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, param("organizationId"))),
);

export type OrganizationRow = Organization & { readonly timeZone: string };

export async function readOrganization(db: ReadDb, scope: Scope): Promise<OrganizationRow> {
  const [row] = await db.run(scope, organizationByScope);
  if (!row) throw new Error("a scope whose organization is gone");
  return row;
}

/** A new organization with its first member. */
export async function insertOrganization(
  tx: Tx,
  _systemScope: SystemScope,
  {
    id,
    name,
    membershipId,
    userId,
    role,
    bankDataProduct,
  }: {
    id: string;
    name: string;
    membershipId: string;
    userId: string;
    role: RoleName;
    bankDataProduct: (typeof organizations.$inferSelect)["bankDataProduct"];
  },
): Promise<void> {
  await tx.orm.insert(organizations).values({ id, name, bankDataProduct });
  await tx.orm.insert(memberships).values({ organizationId: id, id: membershipId, userId, role });
}

const names = prepared("names_of_users", () =>
  orm
    .select({ id: users.id, name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as("full_name") })
    .from(users)
    .where(sql`${users.id} = any (${param("ids")}::uuid[])`),
);

/** Former members have a name too; users who no longer exist are left out. */
export async function readNames(
  db: ReadDb,
  scope: Scope,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const rows = known.length === 0 ? [] : await db.run(scope, names, { ids: `{${known.join(",")}}` });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * For a membership `m` and its organization `o`: the groups that the role is restricted to, or null without a
 * restriction.
 */
export const onlyGroups = sql.raw(`case when o.restrict_by_group and m.role in ('editor', 'observer') then (
  select coalesce(json_agg(gm.group_id), '[]') from group_members gm
  where gm.organization_id = m.organization_id and gm.membership_id = m.id) end`);

/**
 * The memberships of one user as JSON, oldest first, for a statement on users. Column names are written out, because
 * Drizzle omits the table name in a statement on one table, and inside the subquery the name would mean another table's
 * column.
 */
export const membershipsOfUser = sql<MembershipJson[]>`(
  select coalesce(json_agg(json_build_object(
      'id', m.id, 'organizationId', m.organization_id, 'role', m.role, 'organizationName', o.name, 'timeZone', o.timezone,
      'onlyGroups', ${onlyGroups},
      'isSoleMember', not exists (select from memberships other
        where other.organization_id = m.organization_id and other.status = 'active' and other.id <> m.id),
      'asksSecondFactor', m.role in ('root', 'admin') and o.require_second_factor,
      'asksSso', o.enforce_sso and not m.is_break_glass,
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
  readonly isSoleMember: boolean;
  /** The organization requires a second factor for this role. */
  readonly asksSecondFactor: boolean;
  /** The organization lets this member sign in through its identity provider alone. */
  readonly asksSso: boolean;
  readonly groups: { id: string; name: string }[];
  /** Ids of the groups whose borrowers are the only ones the role sees. `null`: no restriction. */
  readonly onlyGroups: readonly string[] | null;
}
