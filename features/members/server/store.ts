// Owns the SQL on the people of an organization.
import { and, asc, desc, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import { MEMBERS_PER_GROUP } from "#features/groups/contract.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { users } from "#features/identity/server/tables.ts";
import type { Colleague, Member } from "#features/members/contract.ts";
import { groupMembers, groups, memberships, organizations } from "#features/organizations/server/tables.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { RoleName } from "#kit/contract/who.ts";
import { orm, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { AcrossScope, Scope } from "#kit/server/database/scope.ts";
import { arg, inScope, touched } from "#kit/server/database/tables.ts";

export const isActive = eq(memberships.status, "active");

const colleagues = orm
  .select({ userId: users.id, firstName: users.firstName, lastName: users.lastName, role: memberships.role })
  .from(memberships)
  .innerJoin(users, eq(users.id, memberships.userId))
  .where(and(inScope(memberships), isActive))
  .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
  .prepare("members_colleagues");

const memberByUser = orm
  .select({ id: memberships.id })
  .from(memberships)
  .where(and(inScope(memberships), eq(memberships.userId, arg("userId")), isActive))
  .prepare("member_by_user");

const groupNames = sql<Member["groups"]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
  from group_members gm join groups g on g.organization_id = gm.organization_id and g.id = gm.group_id
  where gm.organization_id = memberships.organization_id and gm.membership_id = memberships.id)`;

/** What a list shows of a member; the statement joins the person and the organization. */
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

const memberById = orm
  .select(memberFields)
  .from(memberships)
  .innerJoin(users, eq(users.id, memberships.userId))
  .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
  .where(and(inScope(memberships), isActive, or(eq(memberships.id, arg("id")), eq(memberships.userId, arg("id")))))
  .prepare("member_by_id");

const organizationOf = orm
  .select({ organizationId: memberships.organizationId })
  .from(memberships)
  .where(and(isActive, or(eq(memberships.id, arg("id")), eq(memberships.userId, arg("id")))))
  .orderBy(desc(eq(memberships.organizationId, arg("nearest"))), asc(memberships.createdAt), asc(memberships.id))
  .limit(1)
  .prepare("member_organization_of");

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

export function readColleagues(db: Reads, scope: Scope): Promise<Colleague[]> {
  return db.run(scope, colleagues);
}

/** Whether this person is an active member of the scope's organization. */
export async function isMember(db: Reads, scope: Scope, userId: string): Promise<boolean> {
  const rows = await db.run(scope, memberByUser, { userId });
  return rows.length > 0;
}

/** An active member, by the membership or by the person. */
export async function readMember(db: Reads, scope: Scope, id: string): Promise<MemberRow | undefined> {
  const [row] = await db.run(scope, memberById, { id });
  return row && toMember(row);
}

/** Where such a member is, before anybody's right to them is known; of a person in several organizations, the nearest. */
export async function readOrganizationOfMember(
  db: Reads,
  across: AcrossScope,
  id: string,
  nearest: string,
): Promise<string | undefined> {
  const [row] = await db.run(across, organizationOf, { id, nearest });
  return row?.organizationId;
}

export async function hasMemberWithEmail(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inScope(memberships, scope), isActive, eq(users.emailKey, emailKeyOf(email))));
  return rows.length > 0;
}

export interface LockedMember {
  readonly id: string;
  readonly userId: string;
  readonly role: RoleName;
  readonly version: number;
}

/** The active members under a lock: who they are cannot change before the commit. */
export function lockMembers(tx: Tx, scope: Scope): Promise<LockedMember[]> {
  return tx.orm
    .select({ id: memberships.id, userId: memberships.userId, role: memberships.role, version: memberships.version })
    .from(memberships)
    .where(and(inScope(memberships, scope), isActive))
    .orderBy(asc(memberships.id))
    .for("update");
}

/** Comes in, or comes back; whoever is back is new here, so their place is the newest. */
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
      set: { role, invitedBy, status: "active", createdAt: sql`now()`, ...touched(memberships) },
    })
    .returning({ id: memberships.id });
  return row!.id; // inserted or updated, there is one
}

export async function updateMemberRow(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<typeof memberships.$inferInsert, "role" | "status">>,
): Promise<void> {
  await tx.orm
    .update(memberships)
    .set({ ...change, ...touched(memberships) })
    .where(and(inScope(memberships, scope), eq(memberships.id, id)));
}

/** Whether somebody is there who could invite today. */
export async function hasAdmin(tx: Tx, scope: Scope): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(inScope(memberships, scope), isActive, inArray(memberships.role, ["admin", "root"])))
    .limit(1);
  return rows.length > 0;
}

/**
 * In these groups and no other, as far as they are there: a group may have gone since it was named. Under the lock of
 * the organization. Throws LIMIT_REACHED where a group is full.
 */
export async function replaceGroups(
  tx: Tx,
  scope: Scope,
  membershipId: string,
  groupIds: readonly string[],
): Promise<void> {
  const isTheirs = and(inScope(groupMembers, scope), eq(groupMembers.membershipId, membershipId));
  const group = { groupId: groupMembers.groupId };
  const left = await tx.orm
    .delete(groupMembers)
    .where(and(isTheirs, notInArray(groupMembers.groupId, [...groupIds])))
    .returning(group);
  const there = await tx.orm
    .select({ groupId: groups.id, organizationId: groups.organizationId })
    .from(groups)
    .where(and(inScope(groups, scope), inArray(groups.id, [...groupIds])))
    .for("key share"); // none is deleted before the commit
  const rows = there.map((one) => ({ ...one, membershipId }));
  const joined =
    rows.length > 0 ? await tx.orm.insert(groupMembers).values(rows).onConflictDoNothing().returning(group) : [];
  await requireNoneTooBig(tx, scope, idsOf(joined));
  // A form of the group that was opened before is stale by it.
  await tx.orm
    .update(groups)
    .set(touched(groups))
    .where(and(inScope(groups, scope), inArray(groups.id, idsOf([...left, ...joined]))));
}

function idsOf(rows: readonly { groupId: string }[]): string[] {
  return rows.map(({ groupId }) => groupId);
}

async function requireNoneTooBig(tx: Tx, scope: Scope, groupIds: readonly string[]): Promise<void> {
  const full = await tx.orm
    .select({ groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(and(inScope(groupMembers, scope), inArray(groupMembers.groupId, [...groupIds])))
    .groupBy(groupMembers.groupId)
    .having(sql`count(*) > ${MEMBERS_PER_GROUP}`);
  if (full.length > 0) throw new AppError("LIMIT_REACHED");
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
