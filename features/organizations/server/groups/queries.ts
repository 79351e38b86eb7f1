import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { type Group, GROUP_COLORS, type GroupChoice, type GroupDetails } from "#features/organizations/contract.ts";
import { groupMembers, groups, memberships } from "#features/directory/server/schema.ts";
import { AppError } from "#platform/contract/errors.ts";
import { orm, type ReadDb, type Tx, violatedConstraint } from "#platform/server/database/database.ts";
import { prepared } from "#platform/server/database/prepared.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bumpVersion, param, tenantFilter } from "#platform/server/database/tables.ts";

type Color = (typeof GROUP_COLORS)[number];

// Column names are written out, because Drizzle omits the table name in a statement on one table.
const memberIds = sql<string[]>`(
  select coalesce(json_agg(m.user_id order by m.user_id), '[]')
  from group_members gm join memberships m on m.organization_id = gm.organization_id and m.id = gm.membership_id
  where gm.organization_id = groups.organization_id and gm.group_id = groups.id and m.status = 'active')`;

const fields = {
  id: groups.id,
  name: groups.name,
  description: groups.description,
  color: groups.color,
  memberIds: memberIds.as("member_ids"),
  isBilling: groups.isBilling,
  createdAt: groups.createdAt,
  updatedAt: groups.updatedAt,
  version: groups.version,
};
const byName = sql`lower(${groups.name})`;

const choices = prepared("group_choices", () =>
  orm
    .select({ id: groups.id, name: groups.name, color: groups.color })
    .from(groups)
    .where(tenantFilter(groups))
    .orderBy(byName),
);

const all = prepared("groups_by_name", () =>
  orm.select(fields).from(groups).where(tenantFilter(groups)).orderBy(byName),
);

const byId = prepared("group_by_id", () =>
  orm
    .select(fields)
    .from(groups)
    .where(and(tenantFilter(groups), eq(groups.id, param("id")))),
);

export async function readChoices(db: ReadDb, scope: Scope): Promise<GroupChoice[]> {
  const rows = await db.run(scope, choices);
  return rows.map((row) => ({ ...row, color: toColor(row.color) }));
}

export async function readGroups(db: ReadDb, scope: Scope): Promise<Group[]> {
  return (await db.run(scope, all)).map(toGroup);
}

export async function readGroup(db: ReadDb, scope: Scope, id: string): Promise<Group | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row && toGroup(row);
}

/** Locks the row until the transaction ends, so that changes of one group run one after another. */
export async function lockGroup(tx: Tx, scope: Scope, id: string): Promise<Group | undefined> {
  await tx.orm
    .select({ id: groups.id })
    .from(groups)
    .where(and(tenantFilter(groups, scope), eq(groups.id, id)))
    .for("update");
  return readGroup(tx, scope, id);
}

export async function countGroups(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(groups)
    .where(tenantFilter(groups, scope));
  return row?.count ?? 0;
}

/** Throws NAME_TAKEN. */
export async function insertGroup(tx: Tx, scope: Scope, id: string, details: GroupDetails): Promise<void> {
  const { organizationId } = scope;
  await tx.orm
    .insert(groups)
    .values({ organizationId, id, ...columnsOf(details) })
    .catch(explainTaken);
}

/** Throws NAME_TAKEN. */
export async function writeGroup(tx: Tx, scope: Scope, id: string, details: GroupDetails): Promise<void> {
  await tx.orm
    .update(groups)
    .set({ ...columnsOf(details), ...bumpVersion(groups) })
    .where(and(tenantFilter(groups, scope), eq(groups.id, id)))
    .catch(explainTaken);
}

export interface ActiveMember {
  readonly id: string;
  readonly userId: string;
}

/** Locks the active members, so that none of them leaves or changes groups before the commit. */
export function lockActiveMembers(tx: Tx, scope: Scope): Promise<ActiveMember[]> {
  return tx.orm
    .select({ id: memberships.id, userId: memberships.userId })
    .from(memberships)
    .where(and(tenantFilter(memberships, scope), eq(memberships.status, "active")))
    .orderBy(memberships.id)
    .for("update");
}

/** Replaces the members of the group. Also raises the version of every member who joins or leaves. */
export async function writeMembers(
  tx: Tx,
  scope: Scope,
  groupId: string,
  membershipIds: readonly string[],
): Promise<void> {
  const isOfGroup = and(tenantFilter(groupMembers, scope), eq(groupMembers.groupId, groupId));
  const membership = { id: groupMembers.membershipId };
  const gone = await tx.orm
    .delete(groupMembers)
    .where(and(isOfGroup, notInArray(groupMembers.membershipId, [...membershipIds])))
    .returning(membership);
  const { organizationId } = scope;
  const rows = membershipIds.map((membershipId) => ({ organizationId, groupId, membershipId }));
  const come =
    rows.length > 0 ? await tx.orm.insert(groupMembers).values(rows).onConflictDoNothing().returning(membership) : [];
  const changed = [...gone, ...come].map(({ id }) => id);
  await tx.orm
    .update(memberships)
    .set(bumpVersion(memberships))
    .where(and(tenantFilter(memberships, scope), inArray(memberships.id, changed)));
}

/** Whether only this group hides a borrower from other members of the organization. */
export async function guardsBorrowers(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(sql`
    select from organizations o join borrowers b on b.organization_id = o.id
    where o.id = ${scope.organizationId} and o.restrict_by_group and b.group_ids = array[${id}::uuid] limit 1`);
  return rows.length > 0;
}

/** Columns that contain group ids. An array cannot have a foreign key. */
const NAMED_IN = [
  ["borrowers", "group_ids"],
  ["posts", "audience_group_ids"],
  ["invitations", "group_ids"],
] as const;

/** Deletes the group with its memberships and every reference to it. */
export async function deleteGroup(tx: Tx, scope: Scope, id: string): Promise<void> {
  for (const [table, column] of NAMED_IN) {
    const ids = sql.identifier(column);
    await tx.orm.execute(
      sql`update ${sql.identifier(table)} set ${ids} = array_remove(${ids}, ${id}::uuid), updated_at = now(), version = version + 1
        where organization_id = ${scope.organizationId} and ${ids} @> array[${id}::uuid]`,
    );
  }
  await tx.orm.delete(groups).where(and(tenantFilter(groups, scope), eq(groups.id, id)));
}

function columnsOf({ name, description, color, flags }: GroupDetails) {
  return { name, description, color, isBilling: flags.billing };
}

function explainTaken(error: unknown): never {
  if (violatedConstraint(error) !== "groups_name") throw error;
  throw new AppError("NAME_TAKEN", { errors: [{ field: "name", code: "NAME_TAKEN" }] });
}

type SelectedRow = Awaited<ReturnType<typeof byId.execute>>[number];

function toGroup({ isBilling, color, ...row }: SelectedRow): Group {
  return { ...row, color: toColor(color), flags: { billing: isBilling } };
}

/** A color name of an older release shows as the plain color. */
function toColor(name: string): Color {
  return GROUP_COLORS.find((color) => color === name) ?? "gray";
}

/**
 * The ids as they are stored: without duplicates, in lower case. Throws NOT_FOUND unless all are groups of the
 * organization.
 */
export async function requireGroups(db: ReadDb, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const named = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!(await areGroups(db, scope, named))) throw new AppError("NOT_FOUND");
  return named;
}

export async function areGroups(db: ReadDb, scope: Scope, ids: readonly string[]): Promise<boolean> {
  const named = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (named.length === 0) return true;
  const found = await db.read(scope, (query) =>
    query
      .select({ id: groups.id })
      .from(groups)
      .where(and(tenantFilter(groups, scope), inArray(groups.id, named))),
  );
  return found.length === named.length;
}
