import { randomUUID } from "node:crypto";
import { requireGroups } from "#features/organizations/server/groups/queries.ts";
import { lockOrganizationMembers } from "#features/organizations/server/members/rights.ts";
import { requireRecentAuthentication } from "#features/auth/server/sessions/sessions.ts";
import { SCIM_GROUPS_PER_ORGANIZATION, type MappedRole } from "#features/single-sign-on/contract.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import { withMappedRoles } from "./mapped-roles.ts";
import * as queries from "./queries.ts";
import type { GroupChange, MembersChange } from "./read-changes.ts";
import { ScimError } from "./scim-error.ts";

export interface ListedGroup extends queries.ScimGroupRow {
  readonly memberIds: readonly string[];
}

export async function listGroups({ db }: Context, { scope }: Actor, page: queries.Page, hasMembers: boolean) {
  const { rows, total } = await queries.readGroups(db, scope, page);
  return { rows: hasMembers ? await withMembers(db, scope, rows) : rows, total };
}

/** Throws NOT_FOUND. */
export async function findGroup({ db }: Context, { scope }: Actor, id: string): Promise<ListedGroup> {
  const page = { filter: [{ attribute: "id", value: id }], offset: 0, limit: 1 };
  const [group] = await withMembers(db, scope, (await queries.readGroups(db, scope, page)).rows);
  if (!group) throw new AppError("NOT_FOUND");
  return group;
}

/** It gives no role until an admin maps it. Throws ScimError, LIMIT_REACHED, FORBIDDEN. */
export async function createGroup(ctx: Context, actor: Actor, change: GroupChange): Promise<ListedGroup> {
  const { scope } = actor;
  const { displayName, externalId = null, members } = change;
  if (displayName === undefined) throw new ScimError(400, "invalidValue", "displayName is required.");
  const id = randomUUID();
  await ctx.db.transaction(scope, async (tx) => {
    await lockOrganizationMembers(tx, scope, actor);
    const { total } = await queries.readGroups(tx, scope, { filter: [], offset: 0, limit: 1 });
    requireWithinLimit(total, SCIM_GROUPS_PER_ORGANIZATION);
    await queries.insertGroup(tx, scope, { id, displayName, externalId });
    await queries.writeMembers(tx, scope, id, await requireUsers(tx, actor, changed(new Set(), members)));
    await record(tx, actor, "scim-group.created", id, { name: displayName });
  });
  return findGroup(ctx, actor, id);
}

/** Throws NOT_FOUND, ScimError, LAST_ADMIN, BREAK_GLASS_REQUIRED, LIMIT_REACHED, FORBIDDEN. */
export async function updateGroup(ctx: Context, actor: Actor, id: string, change: GroupChange): Promise<ListedGroup> {
  const { scope } = actor;
  const { members, ...names } = change;
  await ctx.db.transaction(scope, async (tx) => {
    const { group, memberIds } = await lockWithMembers(tx, actor, id);
    const isRenamed =
      (names.displayName ?? group.displayName) !== group.displayName ||
      (names.externalId === undefined ? group.externalId : names.externalId) !== group.externalId;
    if (isRenamed) await queries.updateGroup(tx, scope, id, names);
    const wanted = await requireUsers(tx, actor, changed(memberIds, members), memberIds);
    const [added, removed] = [without(wanted, memberIds), without(memberIds, wanted)];
    if (!isRenamed && added.length + removed.length === 0) return;
    const detail = { name: names.displayName ?? group.displayName, added, removed };
    await record(tx, actor, "scim-group.edited", id, detail);
    const write = () => queries.writeMembers(tx, scope, id, wanted);
    await withMappedRoles(ctx, tx, actor, [...wanted, ...removed], write);
  });
  return findGroup(ctx, actor, id);
}

/** Throws NOT_FOUND, LAST_ADMIN, BREAK_GLASS_REQUIRED, FORBIDDEN. */
export async function deleteGroup(ctx: Context, actor: Actor, id: string): Promise<void> {
  const { scope } = actor;
  await ctx.db.transaction(scope, async (tx) => {
    const { group, memberIds } = await lockWithMembers(tx, actor, id);
    await record(tx, actor, "scim-group.deleted", id, { name: group.displayName });
    await withMappedRoles(ctx, tx, actor, [...memberIds], () => queries.deleteGroup(tx, scope, id));
  });
}

/**
 * Its members get the role and the group right away. Throws NOT_FOUND, REAUTHENTICATION_REQUIRED, LAST_ADMIN,
 * BREAK_GLASS_REQUIRED, LIMIT_REACHED.
 */
export async function mapScimGroup(
  ctx: Context,
  actor: Actor,
  { id, role, groupId }: { id: string; role: MappedRole | null; groupId: string | null },
): Promise<void> {
  requireRecentAuthentication(actor);
  const { scope } = actor;
  await ctx.db.transaction(scope, async (tx) => {
    const { group, memberIds } = await lockWithMembers(tx, actor, id.toLowerCase());
    const [joined = null] = await requireGroups(tx, scope, groupId === null ? [] : [groupId]);
    await record(tx, actor, "scim-group.mapped", group.id, { name: group.displayName, role, groupId: joined });
    const write = () => queries.updateGroup(tx, scope, group.id, { role, groupId: joined });
    await withMappedRoles(ctx, tx, actor, [...memberIds], write);
  });
}

async function lockWithMembers(tx: Tx, actor: Actor, id: string) {
  await lockOrganizationMembers(tx, actor.scope, actor);
  const group = await queries.lockGroup(tx, actor.scope, id);
  if (!group) throw new AppError("NOT_FOUND");
  const memberIds = new Set((await queries.readMemberIds(tx, actor.scope, [id])).map((member) => member.id));
  return { group, memberIds };
}

function changed(ids: ReadonlySet<string>, changes: readonly MembersChange[]): Set<string> {
  let members = new Set(ids);
  for (const { kind, ids: named } of changes) {
    if (kind === "replace") members = new Set(named);
    else if (kind === "add") members = new Set([...members, ...named]);
    else members = new Set(without(members, new Set(named)));
  }
  return members;
}

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...ids].filter((id) => !others.has(id));
}

async function requireUsers(tx: Tx, { scope }: Actor, ids: Set<string>, known: ReadonlySet<string> = new Set()) {
  if (!(await queries.areUsers(tx, scope, without(ids, known))))
    throw new ScimError(400, "invalidValue", "A member isn't a user of this organization.");
  return ids;
}

async function withMembers(db: ReadDb, scope: Actor["scope"], rows: queries.ScimGroupRow[]): Promise<ListedGroup[]> {
  const all = await queries.readMemberIds(
    db,
    scope,
    rows.map(({ id }) => id),
  );
  const byGroup = Map.groupBy(all, ({ groupId }) => groupId);
  return rows.map((row) => ({ ...row, memberIds: (byGroup.get(row.id) ?? []).map(({ id }) => id) }));
}

function record(
  tx: Tx,
  actor: Actor,
  action: `scim-group.${string}`,
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "scim-group", objectId: id, detail });
}
