import { and, asc, eq, inArray, isNotNull, ne, or, sql, type SQL } from "drizzle-orm";
import { groupMembers, memberships, users } from "#features/directory/server/schema.ts";
import type { ScimGroup } from "#features/single-sign-on/contract.ts";
import { Id } from "#platform/contract/fields.ts";
import { type ReadDb, type Tx, violatedConstraint } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import type { RoleName } from "#platform/contract/who.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import { scimGroupMembers, scimGroups, scimUsers } from "../schema.ts";
import type { Comparison } from "./read-filter.ts";
import { ScimError } from "./scim-error.ts";

export interface Page {
  readonly filter: readonly Comparison[];
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
}

const hasDomain = sql<boolean>`exists (select from sso_domains d where d.organization_id = memberships.organization_id
  and d.verified_at is not null and d.domain = substring(users.email_key from '[^@]*$'))`;
const userName = sql<string>`coalesce(scim_users.user_name, users.email)`;

const userFields = {
  id: memberships.id,
  userId: users.id,
  userName: userName.as("scim_user_name"),
  externalId: scimUsers.externalId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  isActive: sql<boolean>`memberships.status = 'active'`.as("is_active"),
  /** Whether the address is still in a verified domain. */
  hasDomain: hasDomain.as("has_domain"),
  isLinked: sql<boolean>`scim_users.membership_id is not null`.as("is_linked"),
  createdAt: memberships.createdAt,
  updatedAt: memberships.updatedAt,
};

export type ScimUserRow = Awaited<ReturnType<typeof readUsers>>["rows"][number];

/** Whom the directory has named, and active members whom it could name. Root belongs to no directory. */
function isShown(scope: Scope): SQL | undefined {
  return and(
    tenantFilter(memberships, scope),
    ne(memberships.role, "root"),
    or(isNotNull(scimUsers.membershipId), and(eq(memberships.status, "active"), hasDomain)),
  );
}

/** Without regard to case where RFC 7643 says so. Throws ScimError. */
function userConditions(filter: readonly Comparison[]): SQL[] {
  return filter.map(({ attribute, value }) => {
    switch (attribute) {
      case "username":
        return sql`lower(${userName}) = ${value.toLowerCase()}`;
      case "emails":
      case "emails.value":
      case 'emails[type eq "work"].value':
        return eq(users.emailKey, normalizeEmail(value));
      case "externalid":
        return eq(scimUsers.externalId, value);
      case "id":
        return Id.safeParse(value).success ? eq(memberships.id, value) : sql`false`;
      case "active":
        return sql`(memberships.status = 'active')::text = ${value.toLowerCase()}`;
      default:
        throw new ScimError(400, "invalidFilter", "The filter names an attribute that can't be searched.");
    }
  });
}

const isSameMembership = and(
  eq(scimUsers.organizationId, memberships.organizationId),
  eq(scimUsers.membershipId, memberships.id),
);

export async function readUsers(db: ReadDb, scope: Scope, { filter, offset, limit }: Page) {
  const isMeant = and(isShown(scope), ...userConditions(filter));
  const [counted] = await db.read(scope, (query) =>
    query
      .select({ total: sql<number>`count(*)::int` })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .leftJoin(scimUsers, isSameMembership)
      .where(isMeant),
  );
  const rows = await db.read(scope, (query) =>
    query
      .select(userFields)
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .leftJoin(scimUsers, isSameMembership)
      .where(isMeant)
      .orderBy(asc(memberships.id))
      .offset(offset)
      .limit(limit),
  );
  return { rows, total: counted?.total ?? 0 };
}

export async function readUser(db: ReadDb, scope: Scope, id: string): Promise<ScimUserRow | undefined> {
  const { rows } = await readUsers(db, scope, { filter: [{ attribute: "id", value: id }], offset: 0, limit: 1 });
  return rows[0];
}

export async function hasUserName(db: ReadDb, scope: Scope, name: string): Promise<boolean> {
  const { total } = await readUsers(db, scope, {
    filter: [{ attribute: "username", value: name }],
    offset: 0,
    limit: 1,
  });
  return total > 0;
}

/** Links the membership to what the directory calls it. Throws ScimError for a name that another member has. */
export async function putUser(
  tx: Tx,
  { organizationId }: Scope,
  { membershipId, userName: name, externalId }: { membershipId: string; userName: string; externalId: string | null },
): Promise<void> {
  await tx.orm
    .insert(scimUsers)
    .values({ organizationId, membershipId, userName: name, externalId })
    .onConflictDoUpdate({
      target: [scimUsers.organizationId, scimUsers.membershipId],
      set: { userName: name, externalId },
    })
    .catch(explainTaken);
}

/** The directory no longer knows the member. */
export async function deleteUser(tx: Tx, scope: Scope, membershipId: string): Promise<void> {
  await tx.orm.delete(scimUsers).where(and(tenantFilter(scimUsers, scope), eq(scimUsers.membershipId, membershipId)));
  await tx.orm
    .delete(scimGroupMembers)
    .where(and(tenantFilter(scimGroupMembers, scope), eq(scimGroupMembers.membershipId, membershipId)));
}

/** In every organization. */
export async function forgetScimUser(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  const theirs = tx.orm.select({ id: memberships.id }).from(memberships).where(eq(memberships.userId, userId));
  await tx.orm.delete(scimUsers).where(inArray(scimUsers.membershipId, theirs));
  await tx.orm.delete(scimGroupMembers).where(inArray(scimGroupMembers.membershipId, theirs));
}

export async function insertMembership(
  tx: Tx,
  _systemScope: SystemScope,
  member: Pick<typeof memberships.$inferInsert, "organizationId" | "userId" | "role" | "status" | "id">,
): Promise<void> {
  await tx.orm.insert(memberships).values(member);
}

export type ScimGroupRow = typeof scimGroups.$inferSelect;

function groupConditions(scope: Scope, filter: readonly Comparison[]): SQL | undefined {
  return and(
    tenantFilter(scimGroups, scope),
    ...filter.map(({ attribute, value }) => {
      switch (attribute) {
        case "displayname":
          return sql`lower(${scimGroups.displayName}) = ${value.toLowerCase()}`;
        case "externalid":
          return eq(scimGroups.externalId, value);
        case "id":
          return Id.safeParse(value).success ? eq(scimGroups.id, value) : sql`false`;
        case "members":
        case "members.value":
          return sql`exists (select from scim_group_members gm where gm.organization_id = scim_groups.organization_id
            and gm.scim_group_id = scim_groups.id and gm.membership_id::text = ${value.toLowerCase()})`;
        default:
          throw new ScimError(400, "invalidFilter", "The filter names an attribute that can't be searched.");
      }
    }),
  );
}

export async function readGroups(
  db: ReadDb,
  scope: Scope,
  { filter, offset, limit }: Page,
): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const isMeant = groupConditions(scope, filter);
  const [counted] = await db.read(scope, (query) =>
    query
      .select({ total: sql<number>`count(*)::int` })
      .from(scimGroups)
      .where(isMeant),
  );
  const rows = await db.read(scope, (query) =>
    query.select().from(scimGroups).where(isMeant).orderBy(asc(scimGroups.id)).offset(offset).limit(limit),
  );
  return { rows, total: counted?.total ?? 0 };
}

/** Locked, so that changes of one group run one after another. */
export async function lockGroup(tx: Tx, scope: Scope, id: string): Promise<ScimGroupRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(scimGroups)
    .where(and(tenantFilter(scimGroups, scope), eq(scimGroups.id, id)))
    .for("update");
  return row;
}

/** For the page, by name. */
export async function readMappings(db: ReadDb, scope: Scope): Promise<ScimGroup[]> {
  return db.read(scope, (query) =>
    query
      .select({
        id: scimGroups.id,
        displayName: scimGroups.displayName,
        memberCount: sql<number>`(select count(*)::int from scim_group_members gm
          where gm.organization_id = scim_groups.organization_id and gm.scim_group_id = scim_groups.id)`,
        role: scimGroups.role,
        groupId: scimGroups.groupId,
      })
      .from(scimGroups)
      .where(tenantFilter(scimGroups, scope))
      .orderBy(sql`lower(${scimGroups.displayName})`),
  );
}

/** Throws ScimError for a name that another group has. */
export async function insertGroup(
  tx: Tx,
  { organizationId }: Scope,
  group: Pick<ScimGroupRow, "id" | "displayName" | "externalId">,
): Promise<void> {
  await tx.orm
    .insert(scimGroups)
    .values({ ...group, organizationId })
    .catch(explainTaken);
}

/** Throws ScimError for a name that another group has. */
export async function updateGroup(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<typeof scimGroups.$inferInsert, "displayName" | "externalId" | "role" | "groupId">>,
): Promise<void> {
  await tx.orm
    .update(scimGroups)
    .set({ ...change, ...bumpVersion(scimGroups) })
    .where(and(tenantFilter(scimGroups, scope), eq(scimGroups.id, id)))
    .catch(explainTaken);
}

export async function deleteGroup(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm.delete(scimGroups).where(and(tenantFilter(scimGroups, scope), eq(scimGroups.id, id)));
}

export async function readMemberIds(db: ReadDb, scope: Scope, groupIds: readonly string[]) {
  if (groupIds.length === 0) return [];
  return db.read(scope, (query) =>
    query
      .select({ groupId: scimGroupMembers.scimGroupId, id: scimGroupMembers.membershipId })
      .from(scimGroupMembers)
      .where(and(tenantFilter(scimGroupMembers, scope), inArray(scimGroupMembers.scimGroupId, [...groupIds])))
      .orderBy(asc(scimGroupMembers.membershipId)),
  );
}

/** Whether the directory may put all of them into its groups. */
export async function areUsers(tx: Tx, scope: Scope, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await tx.orm
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(scimUsers, isSameMembership)
    .where(and(isShown(scope), inArray(memberships.id, [...ids])));
  return found.length === ids.length;
}

export async function writeMembers(tx: Tx, scope: Scope, groupId: string, ids: ReadonlySet<string>): Promise<void> {
  const isOfGroup = and(tenantFilter(scimGroupMembers, scope), eq(scimGroupMembers.scimGroupId, groupId));
  const { organizationId } = scope;
  const there = new Set((await readMemberIds(tx, scope, [groupId])).map(({ id }) => id));
  const gone = [...there].filter((id) => !ids.has(id));
  const come = [...ids].filter((id) => !there.has(id));
  if (gone.length > 0)
    await tx.orm.delete(scimGroupMembers).where(and(isOfGroup, inArray(scimGroupMembers.membershipId, gone)));
  if (come.length > 0)
    await tx.orm
      .insert(scimGroupMembers)
      .values(come.map((membershipId) => ({ organizationId, scimGroupId: groupId, membershipId })));
}

/** What the directory's groups give to these members. */
export async function readGiven(tx: Tx, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx.orm
    .select({ id: scimGroupMembers.membershipId, role: scimGroups.role, groupId: scimGroups.groupId })
    .from(scimGroupMembers)
    .innerJoin(
      scimGroups,
      and(
        eq(scimGroups.organizationId, scimGroupMembers.organizationId),
        eq(scimGroups.id, scimGroupMembers.scimGroupId),
      ),
    )
    .where(and(tenantFilter(scimGroupMembers, scope), inArray(scimGroupMembers.membershipId, [...ids])));
}

export async function readGroupsOf(tx: Tx, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx.orm
    .select({ id: groupMembers.membershipId, groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(and(tenantFilter(groupMembers, scope), inArray(groupMembers.membershipId, [...ids])));
}

/** The role of a member to whom no group gives one. */
export async function readDefaultRole(tx: Tx, scope: Scope): Promise<RoleName> {
  const { rows } = await tx.orm.execute<{ role: RoleName }>(
    sql`select default_role as role from sso_connections where organization_id = ${scope.organizationId}::uuid`,
  );
  return rows[0]?.role ?? "observer";
}

function explainTaken(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint !== "scim_users_name" && constraint !== "scim_groups_name") throw error;
  throw new ScimError(409, "uniqueness", "Another resource has this name.");
}
