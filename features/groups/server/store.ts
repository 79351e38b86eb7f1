// Owns the SQL on groups; every statement carries the organization of the scope it runs under.
import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { GROUP_COLORS, type Group, type GroupChoice, type GroupDetails } from "#features/groups/contract.ts";
import { groupMembers, groups, memberships } from "#features/organizations/server/tables.ts";
import { AppError } from "#kit/contract/errors.ts";
import { orm, violatedConstraint, type Reads, type Tx } from "#kit/server/database/database.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { arg, inScope, touched } from "#kit/server/database/tables.ts";

type Color = (typeof GROUP_COLORS)[number];

// Names written out: in a statement of one table Drizzle would leave the table away.
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

const choices = orm
  .select({ id: groups.id, name: groups.name, color: groups.color })
  .from(groups)
  .where(inScope(groups))
  .orderBy(byName)
  .prepare("group_choices");

const all = orm.select(fields).from(groups).where(inScope(groups)).orderBy(byName).prepare("groups_by_name");

const byId = orm
  .select(fields)
  .from(groups)
  .where(and(inScope(groups), eq(groups.id, arg("id"))))
  .prepare("group_by_id");

export async function readChoices(db: Reads, scope: Scope): Promise<GroupChoice[]> {
  const rows = await db.run(scope, choices);
  return rows.map((row) => ({ ...row, color: toColor(row.color) }));
}

export async function readGroups(db: Reads, scope: Scope): Promise<Group[]> {
  return (await db.run(scope, all)).map(toGroup);
}

export async function readGroup(db: Reads, scope: Scope, id: string): Promise<Group | undefined> {
  const [row] = await db.run(scope, byId, { id });
  return row && toGroup(row);
}

/** Locks the row until the transaction ends, so that two changes of one group come one after the other. */
export async function lockGroup(tx: Tx, scope: Scope, id: string): Promise<Group | undefined> {
  await tx.orm
    .select({ id: groups.id })
    .from(groups)
    .where(and(inScope(groups, scope), eq(groups.id, id)))
    .for("update");
  return readGroup(tx, scope, id);
}

export async function countGroups(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx.orm
    .select({ count: sql<number>`count(*)::int` })
    .from(groups)
    .where(inScope(groups, scope));
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
    .set({ ...columnsOf(details), ...touched(groups) })
    .where(and(inScope(groups, scope), eq(groups.id, id)))
    .catch(explainTaken);
}

export interface ActiveMember {
  readonly id: string;
  readonly userId: string;
}

/** Who is in the organization, under a lock: none of them leaves, and none changes groups, before the commit. */
export function lockActiveMembers(tx: Tx, scope: Scope): Promise<ActiveMember[]> {
  return tx.orm
    .select({ id: memberships.id, userId: memberships.userId })
    .from(memberships)
    .where(and(inScope(memberships, scope), eq(memberships.status, "active")))
    .orderBy(memberships.id)
    .for("update");
}

/** Those alone are in the group from then on; whoever came or went is changed by it as well. */
export async function writeMembers(
  tx: Tx,
  scope: Scope,
  groupId: string,
  membershipIds: readonly string[],
): Promise<void> {
  const isOfGroup = and(inScope(groupMembers, scope), eq(groupMembers.groupId, groupId));
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
    .set(touched(memberships))
    .where(and(inScope(memberships, scope), inArray(memberships.id, changed)));
}

/** Whether the group alone keeps a borrower from the organization's other people. */
export async function guardsBorrowers(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(sql`
    select from organizations o join borrowers b on b.organization_id = o.id
    where o.id = ${scope.organizationId} and o.restrict_by_group and b.group_ids = array[${id}::uuid] limit 1`);
  return rows.length > 0;
}

/** Columns that name groups by their ids; no foreign key reaches into an array. */
const NAMED_IN = [
  ["borrowers", "group_ids"],
  ["posts", "audience_group_ids"],
  ["invitations", "group_ids"],
] as const;

/** Nobody is in it any more; what named it does so no more. */
export async function deleteGroup(tx: Tx, scope: Scope, id: string): Promise<void> {
  for (const [table, column] of NAMED_IN) {
    const ids = sql.identifier(column);
    await tx.orm.execute(
      sql`update ${sql.identifier(table)} set ${ids} = array_remove(${ids}, ${id}::uuid), updated_at = now(), version = version + 1
        where organization_id = ${scope.organizationId} and ${ids} @> array[${id}::uuid]`,
    );
  }
  await tx.orm.delete(groups).where(and(inScope(groups, scope), eq(groups.id, id)));
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

/** A name that an older release knew shows as the plain one. */
function toColor(name: string): Color {
  return GROUP_COLORS.find((color) => color === name) ?? "gray";
}
