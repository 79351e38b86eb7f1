import { changeMember } from "#features/organizations/server/members/members.ts";
import { lockOrganizationMembers } from "#features/organizations/server/members/rights.ts";
import { ROLES, type RoleName } from "#platform/contract/who.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import * as queries from "./queries.ts";

interface Given {
  /** `null`: no group gives one. */
  readonly role: RoleName | null;
  readonly groupIds: ReadonlySet<string>;
}

/**
 * Makes a change of the directory's groups, then gives these members the strongest role that their groups give, and the
 * groups that are mapped. Who leaves the last group that gave a role has the default one. Throws LAST_ADMIN,
 * BREAK_GLASS_REQUIRED, LIMIT_REACHED.
 */
export async function withMappedRoles(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  const { scope } = actor;
  let members = await lockOrganizationMembers(tx, scope, actor);
  const before = await readGiven(tx, actor, ids);
  await change();
  const after = await readGiven(tx, actor, ids);
  const current = await readGroupsOf(tx, actor, ids);
  const defaultRole = await queries.readDefaultRole(tx, scope);
  const targets = members.flatMap((member) => {
    const given = after.get(member.id);
    if (!given || member.role === "root") return [];
    const had = before.get(member.id)!; // both hold all ids
    const role = given.role ?? (had.role === null ? member.role : defaultRole);
    const groupIds = (current.get(member.id) ?? []).filter((id) => !had.groupIds.has(id) || given.groupIds.has(id));
    const wanted = [...new Set([...groupIds, ...given.groupIds])];
    const isSame = role === member.role && wanted.length === (current.get(member.id) ?? []).length;
    return isSame && wanted.every((id) => current.get(member.id)!.includes(id)) ? [] : [{ member, role, wanted }];
  });
  // Admins first, so that one may follow another.
  for (const { member, role, wanted } of targets.toSorted((a, b) => rankOf(a.role) - rankOf(b.role))) {
    const groupsOf = { id: member.id, role, groupIds: wanted };
    await changeMember(ctx, tx, scope, actor, { members, member, change: groupsOf });
    members = members.map((one) =>
      one.id === member.id ? { ...one, role, isBreakGlass: one.isBreakGlass && role === "admin" } : one,
    );
  }
}

/** The role of a member who comes or comes back, and the groups to join. */
export async function readMapped(tx: Tx, actor: Actor, id: string): Promise<{ role: RoleName; groupIds: string[] }> {
  const given = (await readGiven(tx, actor, [id])).get(id)!; // it holds all ids
  return {
    role: given.role ?? (await queries.readDefaultRole(tx, actor.scope)),
    groupIds: [...given.groupIds],
  };
}

async function readGiven(tx: Tx, { scope }: Actor, ids: readonly string[]): Promise<Map<string, Given>> {
  const rows = Map.groupBy(await queries.readGiven(tx, scope, ids), ({ id }) => id);
  return new Map(
    ids.map((id) => {
      const given = rows.get(id) ?? [];
      const roles = given.flatMap(({ role }) => role ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
      return [id, { role: roles[0] ?? null, groupIds: new Set(given.flatMap(({ groupId }) => groupId ?? [])) }];
    }),
  );
}

async function readGroupsOf(tx: Tx, { scope }: Actor, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = Map.groupBy(await queries.readGroupsOf(tx, scope, ids), ({ id }) => id);
  return new Map([...rows].map(([id, theirs]) => [id, theirs.map(({ groupId }) => groupId)]));
}

function rankOf(role: RoleName): number {
  return ROLES.indexOf(role);
}
