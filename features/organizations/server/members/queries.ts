import { and, asc, desc, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import { MEMBERS_PER_GROUP, type Colleague, type Member } from "#features/organizations/contract.ts";
import { groupMembers, groups, memberships, organizations, users } from "#features/directory/server/schema.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { RoleName } from "#platform/contract/who.ts";
import { orm, type ReadDb, type Tx } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { SystemScope, Scope } from "#platform/server/database/scope.ts";
import { param, tenantFilter, bumpVersion } from "#platform/server/database/tables.ts";

export const isActive = eq(memberships.status, "active");

const colleagues = prepared("members_colleagues", () =>
  orm
    .select({ userId: users.id, firstName: users.firstName, lastName: users.lastName, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(tenantFilter(memberships), isActive))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id)),
);

const memberByUser = prepared("member_by_user", () =>
  orm
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(tenantFilter(memberships), eq(memberships.userId, param("userId")), isActive)),
);

const groupNames = sql<Member["groups"]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
  from group_members gm join groups g on g.organization_id = gm.organization_id and g.id = gm.group_id
  where gm.organization_id = memberships.organization_id and gm.membership_id = memberships.id)`;

/** What a list shows of a member. The statement joins the user and the organization. */
export const memberFields = {
  id: memberships.id,
  userId: users.id,
  organizationId: memberships.organizationId,
  organizationName: sql<string>`${organizations.name}`.as("organization_name"),
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  profilePicURL: users.profilePicURL,
  role: memberships.role,
  groups: groupNames.as("groups"),
  emailConfirmed: users.emailConfirmed,
  mustChangePassword: users.mustChangePassword,
  createdAt: memberships.createdAt,
  version: memberships.version,
};

const memberById = prepared("member_by_id", () =>
  orm
    .select(memberFields)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        tenantFilter(memberships),
        isActive,
        or(eq(memberships.id, param("id")), eq(memberships.userId, param("id"))),
      ),
    ),
);

const organizationOf = prepared("member_organization_of", () =>
  orm
    .select({ organizationId: memberships.organizationId })
    .from(memberships)
    .where(and(isActive, or(eq(memberships.id, param("id")), eq(memberships.userId, param("id")))))
    .orderBy(desc(eq(memberships.organizationId, param("nearest"))), asc(memberships.createdAt), asc(memberships.id))
    .limit(1),
);

export interface MemberRow extends Member {
  readonly userId: string;
}

type SelectedMember = Awaited<ReturnType<typeof memberById.execute>>[number];

export function toMember({ organizationId, organizationName, ...row }: SelectedMember): MemberRow {
  return {
    ...row,
    organization: { id: organizationId, name: organizationName },
    status: "active",
    expiresAt: null,
  };
}

export function readColleagues(db: ReadDb, scope: Scope): Promise<Colleague[]> {
  return db.run(scope, colleagues);
}

/** Whether this user is an active member of the scope's organization. */
export async function isMember(db: ReadDb, scope: Scope, userId: string): Promise<boolean> {
  const rows = await db.run(scope, memberByUser, { userId });
  return rows.length > 0;
}

/** An active member, by membership id or user id. */
export async function readMember(db: ReadDb, scope: Scope, id: string): Promise<MemberRow | undefined> {
  const [row] = await db.run(scope, memberById, { id });
  return row && toMember(row);
}

/**
 * The organization of a member, read before the actor's access is known. For a user in several organizations it prefers
 * `nearest`.
 */
export async function readOrganizationOfMember(
  db: ReadDb,
  system: SystemScope,
  id: string,
  nearest: string,
): Promise<string | undefined> {
  const [row] = await db.run(system, organizationOf, { id, nearest });
  return row?.organizationId;
}

export async function hasMemberWithEmail(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(tenantFilter(memberships, scope), isActive, eq(users.emailKey, normalizeEmail(email))));
  return rows.length > 0;
}

export interface LockedMember {
  readonly id: string;
  readonly userId: string;
  readonly role: RoleName;
  readonly version: number;
  readonly isBreakGlass: boolean;
}

/** Locks the active members, so that they do not change before the commit. */
export function lockMembers(tx: Tx, scope: Scope): Promise<LockedMember[]> {
  return tx.orm
    .select({
      id: memberships.id,
      userId: memberships.userId,
      role: memberships.role,
      version: memberships.version,
      isBreakGlass: memberships.isBreakGlass,
    })
    .from(memberships)
    .where(and(tenantFilter(memberships, scope), isActive))
    .orderBy(asc(memberships.id))
    .for("update");
}

/** Adds a member or restores a former one. A restored member counts as the newest. */
export async function insertMember(
  tx: Tx,
  scope: Scope,
  member: { id: string; userId: string; role: RoleName; invitedBy: string },
): Promise<string> {
  const { role, invitedBy } = member;
  const [row] = await tx.orm
    .insert(memberships)
    .values({ ...member, organizationId: scope.organizationId, status: "active" })
    .onConflictDoUpdate({
      target: [memberships.organizationId, memberships.userId],
      set: { role, invitedBy, status: "active", createdAt: sql`now()`, ...bumpVersion(memberships) },
    })
    .returning({ id: memberships.id });
  return row!.id; // inserted or updated, so there is one
}

export async function updateMemberRow(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<typeof memberships.$inferInsert, "role" | "status" | "isBreakGlass">>,
): Promise<void> {
  await tx.orm
    .update(memberships)
    .set({ ...change, ...bumpVersion(memberships) })
    .where(and(tenantFilter(memberships, scope), eq(memberships.id, id)));
}

/** Whether there is a member who may invite now. */
export async function hasAdmin(tx: Tx, scope: Scope): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(tenantFilter(memberships, scope), isActive, inArray(memberships.role, ["admin", "root"])))
    .limit(1);
  return rows.length > 0;
}

/**
 * Replaces the groups with those that still exist, because one may have been deleted since. Under the lock of the
 * organization. Throws LIMIT_REACHED when a group is full.
 */
export async function replaceGroups(
  tx: Tx,
  scope: Scope,
  membershipId: string,
  groupIds: readonly string[],
): Promise<void> {
  const isTheirs = and(tenantFilter(groupMembers, scope), eq(groupMembers.membershipId, membershipId));
  const group = { groupId: groupMembers.groupId };
  const left = await tx.orm
    .delete(groupMembers)
    .where(and(isTheirs, notInArray(groupMembers.groupId, [...groupIds])))
    .returning(group);
  const there = await tx.orm
    .select({ groupId: groups.id, organizationId: groups.organizationId })
    .from(groups)
    .where(and(tenantFilter(groups, scope), inArray(groups.id, [...groupIds])))
    .for("key share"); // None is deleted before the commit.
  const rows = there.map((one) => ({ ...one, membershipId }));
  const joined =
    rows.length > 0 ? await tx.orm.insert(groupMembers).values(rows).onConflictDoNothing().returning(group) : [];
  await requireNoneTooBig(tx, scope, idsOf(joined));
  // A form of the group that was opened before becomes stale.
  await tx.orm
    .update(groups)
    .set(bumpVersion(groups))
    .where(and(tenantFilter(groups, scope), inArray(groups.id, idsOf([...left, ...joined]))));
}

function idsOf(rows: readonly { groupId: string }[]): string[] {
  return rows.map(({ groupId }) => groupId);
}

async function requireNoneTooBig(tx: Tx, scope: Scope, groupIds: readonly string[]): Promise<void> {
  const full = await tx.orm
    .select({ groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(and(tenantFilter(groupMembers, scope), inArray(groupMembers.groupId, [...groupIds])))
    .groupBy(groupMembers.groupId)
    .having(sql`count(*) > ${MEMBERS_PER_GROUP}`);
  if (full.length > 0) throw new AppError("LIMIT_REACHED");
}

/** Removes a user from every organization and every group in them. */
export async function removeMemberships(tx: Tx, _systemScope: SystemScope, userId: string): Promise<void> {
  const isTheirs = eq(memberships.userId, userId);
  const theirs = tx.orm.select({ id: memberships.id }).from(memberships).where(isTheirs);
  await tx.orm.delete(groupMembers).where(inArray(groupMembers.membershipId, theirs));
  await tx.orm
    .update(memberships)
    .set({ status: "removed", isBreakGlass: false, ...bumpVersion(memberships) })
    .where(isTheirs);
}
