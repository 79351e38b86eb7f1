import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import {
  GROUPS_PER_ORGANIZATION,
  type Group,
  type GroupChoice,
  type GroupDetails,
} from "#features/organizations/contract.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import * as queries from "./queries.ts";

export function listGroupChoices({ db }: Context, { scope }: Actor): Promise<GroupChoice[]> {
  return queries.readChoices(db, scope);
}

export function listGroups({ db }: Context, { scope }: Actor): Promise<Group[]> {
  return queries.readGroups(db, scope);
}

/** Throws NAME_TAKEN, LIMIT_REACHED, and NOT_FOUND when a given user is not an active member. */
export async function createGroup({ db }: Context, actor: Actor, details: GroupDetails): Promise<Group> {
  const { scope } = actor;
  const id = randomUUID();
  return db.transaction(scope, async (tx) => {
    // Under a lock, so that concurrent groups are all counted.
    await lockOrganization(tx, scope);
    requireWithinLimit(await queries.countGroups(tx, scope), GROUPS_PER_ORGANIZATION);
    const membershipIds = membershipsOf(await queries.lockActiveMembers(tx, scope), details.memberIds);
    await queries.insertGroup(tx, scope, id, details);
    await queries.writeMembers(tx, scope, id, membershipIds);
    await record(tx, actor, "group.created", id, { name: details.name });
    return (await queries.readGroup(tx, scope, id))!; // just inserted
  });
}

/** Throws NOT_FOUND, STALE, NAME_TAKEN. */
export async function updateGroup(
  { db }: Context,
  actor: Actor,
  { id, version, ...details }: GroupDetails & { id: string; version: number },
): Promise<Group> {
  const { scope } = actor;
  return db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const active = await queries.lockActiveMembers(tx, scope); // before the group, as in changes of a member
    const before = await queries.lockGroup(tx, scope, id);
    if (!before) throw new AppError("NOT_FOUND");
    if (before.version !== version) throw new AppError("STALE");
    const membershipIds = membershipsOf(active, details.memberIds);
    await queries.writeGroup(tx, scope, id, details);
    await queries.writeMembers(tx, scope, id, membershipIds);
    const after = (await queries.readGroup(tx, scope, id))!; // locked, so it still exists
    await record(tx, actor, "group.edited", id, {
      fields: changedFields(before, after),
      added: after.memberIds.filter((userId) => !before.memberIds.includes(userId)),
      removed: before.memberIds.filter((userId) => !after.memberIds.includes(userId)),
    });
    return after;
  });
}

/** Throws NOT_FOUND, and GROUP_IN_USE when the deletion would show its borrowers to all members. */
export async function deleteGroup({ db }: Context, actor: Actor, id: string): Promise<void> {
  const { scope } = actor;
  await db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    await queries.lockActiveMembers(tx, scope); // before the group, as in `updateGroup`
    const group = await queries.lockGroup(tx, scope, id);
    if (!group) throw new AppError("NOT_FOUND");
    if (await queries.guardsBorrowers(tx, scope, id)) throw new AppError("GROUP_IN_USE");
    await queries.writeMembers(tx, scope, id, []);
    await queries.deleteGroup(tx, scope, id);
    await record(tx, actor, "group.deleted", id, { name: group.name });
  });
}

/** The memberships of all given users. Throws NOT_FOUND if one is missing. */
function membershipsOf(active: readonly queries.ActiveMember[], memberIds: readonly string[]): string[] {
  const userIds = new Set(memberIds.map((id) => id.toLowerCase()));
  const found = active.filter(({ userId }) => userIds.has(userId));
  if (found.length !== userIds.size) throw new AppError("NOT_FOUND");
  return found.map(({ id }) => id);
}

function changedFields(before: Group, after: Group): string[] {
  const fields = ["name", "description", "color", "flags"] as const;
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function record(tx: Tx, actor: Actor, action: string, id: string, detail: Record<string, unknown>): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "group", objectId: id, detail });
}
