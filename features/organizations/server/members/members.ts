import { publish } from "#platform/server/events.ts";
import type { Context } from "#platform/server/context.ts";
import {
  inviteMember,
  MEMBER_COLUMNS,
  type Member,
  MEMBER_CHANGED,
  type MemberDetails,
  type MemberPage,
} from "#features/organizations/contract.ts";
import { requireGroups } from "#features/organizations/server/groups/queries.ts";
import { lockedUntil } from "#features/auth/server/login-attempts/lockout.ts";
import { readUser } from "#features/auth/server/queries.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import { MEMBER_COLUMN_TEXTS } from "#features/organizations/columns.ts";
import type { StreamedFile } from "#platform/server/http/file-reply.ts";
import { chosenColumns, exportList } from "#platform/server/list-export.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { announce } from "#platform/server/live/live.ts";
import { memberRemoved } from "../events.ts";
import { endInvitationsBy, endInvitationsTo } from "./invitation-end-queries.ts";
import { lockInvitation, readOpenInvitation, updateInvitation } from "./invitation-queries.ts";
import { readAllMembers, readMembers, wholeMembers, wholeMembersOfAll } from "./list-queries.ts";
import { lockOrganizationMembers, recordIn, requireAdminLeft, requireMayHandle, scopeOfPerson } from "./rights.ts";
import { type LockedMember, readMember, replaceGroups, updateMemberRow } from "./queries.ts";

/** Of the organization, or of all organizations if the call's reach allows. */
export function listMembers({ db, system }: Context, actor: Actor, page: MemberPage): Promise<Member[]> {
  return actor.reach === "all" ? readAllMembers(db, system, page) : readMembers(db, actor.scope, page);
}

/** As `listMembers`. */
export async function exportMembers(
  ctx: Context,
  actor: Actor,
  { columns, ...page }: MemberPage,
): Promise<StreamedFile> {
  const { db, system } = ctx;
  const { timeZone } = await readOrganization(db, actor.scope);
  return exportList(ctx, actor, {
    list: "users",
    columns: MEMBER_COLUMN_TEXTS,
    chosen: chosenColumns(columns, MEMBER_COLUMNS),
    known: { zone: timeZone },
    rows: actor.reach === "all" ? wholeMembersOfAll(db, system, page) : wholeMembers(db, actor.scope, page),
  });
}

/** A member or an invitation. Throws NOT_FOUND. */
export async function findMember(ctx: Context, actor: Actor, id: string): Promise<MemberDetails> {
  return readDetails(ctx, await scopeOfPerson(ctx, actor, id), id);
}

export async function readDetails({ db, system }: Context, scope: Scope, id: string): Promise<MemberDetails> {
  const member = await readMember(db, scope, id);
  if (member) {
    const user = await readUser(db, system, member.userId);
    const until = await lockedUntil(db, system, member.email);
    return { ...member, lockedUntil: until, hasSecondFactor: user?.hasSecondFactor ?? false };
  }
  const invitation = await readOpenInvitation(db, scope, id);
  if (!invitation) throw new AppError("NOT_FOUND");
  return { ...invitation, lockedUntil: null, hasSecondFactor: false };
}

interface MemberChange {
  readonly id: string;
  readonly role: RoleName;
  readonly groupIds: readonly string[];
  readonly version?: number | undefined;
}

/** Throws NOT_FOUND, STALE, FORBIDDEN, LAST_ADMIN, BREAK_GLASS_REQUIRED, and LIMIT_REACHED when a group is full. */
export async function updateMember(ctx: Context, actor: Actor, change: MemberChange): Promise<MemberDetails> {
  const scope = await scopeOfPerson(ctx, actor, change.id);
  await ctx.db.transaction(scope, async (tx) => {
    const members = await lockOrganizationMembers(tx, scope, actor);
    const member = members.find((one) => isMeant(one, change.id));
    if (member) await changeMember(ctx, tx, scope, actor, { members, member, change });
    else await changeInvitation(tx, scope, actor, change);
  });
  return readDetails(ctx, scope, change.id);
}

/** Under the lock of the organization's members. Throws STALE, FORBIDDEN, LAST_ADMIN, BREAK_GLASS_REQUIRED, LIMIT_REACHED. */
export async function changeMember(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  actor: Actor,
  { members, member, change }: { members: readonly LockedMember[]; member: LockedMember; change: MemberChange },
): Promise<void> {
  const { role, groupIds } = change;
  requireVersion(change, member);
  requireMayHandle(actor, member.role, role);
  if (role !== "admin") requireAdminLeft(members, member);
  const named = await requireGroups(tx, scope, groupIds);
  await updateMemberRow(tx, scope, member.id, { role, isBreakGlass: member.isBreakGlass && role === "admin" });
  await replaceGroups(tx, scope, member.id, named);
  // No one may join by an invitation whose sender could no longer send it.
  const isLowered = mayInvite(member.role) && role !== member.role && role !== "root";
  const endedInvitations = isLowered ? await endInvitationsBy(tx, scope, member.userId) : [];
  const detail = { userId: member.userId, from: member.role, to: role, groupIds: named, endedInvitations };
  await recordIn(tx, scope, actor, "member.edited", member.id, detail);
  if (role === member.role) return;
  await publish(ctx, tx, memberRemoved, { scope, actor });
  await announceChange(tx, scope, actor, member);
}

/**
 * Mainly for the member's own pages: their connection ends when they lose access, and they reload what they may do. A
 * user who changed themselves learns it from the reply.
 */
async function announceChange(
  tx: Tx,
  scope: Scope,
  actor: Actor,
  { id, userId, version }: LockedMember,
): Promise<void> {
  if (userId === actor.userId && actor.apiKey === null) return;
  const event = { type: MEMBER_CHANGED, id, version: version + 1 };
  await announce(tx, { organizationId: scope.organizationId, to: [userId], event });
}

async function changeInvitation(tx: Tx, scope: Scope, actor: Actor, change: MemberChange): Promise<void> {
  const { id, role, groupIds } = change;
  const invitation = await lockInvitation(tx, scope, id);
  if (!invitation) throw new AppError("NOT_FOUND");
  requireVersion(change, invitation);
  requireMayHandle(actor, invitation.role, role);
  const named = await requireGroups(tx, scope, groupIds);
  await updateInvitation(tx, scope, id, { role, groupIds: named });
  await recordIn(tx, scope, actor, "invitation.edited", id, { from: invitation.role, to: role, groupIds: named });
}

function mayInvite(role: RoleName): boolean {
  return inviteMember.who.some((one) => one === role);
}

/**
 * Borrowers stay assigned to them. Invitations that they sent or received end. Throws NOT_FOUND, FORBIDDEN, LAST_ADMIN.
 */
export async function removeMember(ctx: Context, actor: Actor, { id }: { id: string }): Promise<void> {
  const scope = await scopeOfPerson(ctx, actor, id);
  await ctx.db.transaction(scope, async (tx) => {
    const members = await lockOrganizationMembers(tx, scope, actor);
    const member = members.find((one) => isMeant(one, id));
    if (!member) throw new AppError("NOT_FOUND");
    await endMembership(ctx, tx, scope, actor, { members, member });
  });
}

/** Under the lock of the organization's members. Throws FORBIDDEN, LAST_ADMIN, BREAK_GLASS_REQUIRED. */
export async function endMembership(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  actor: Actor,
  { members, member }: { members: readonly LockedMember[]; member: LockedMember },
): Promise<void> {
  requireMayHandle(actor, member.role);
  requireAdminLeft(members, member);
  await updateMemberRow(tx, scope, member.id, { status: "removed", isBreakGlass: false });
  await replaceGroups(tx, scope, member.id, []);
  const { userId, role } = member;
  const endedInvitations = [
    ...(await endInvitationsBy(tx, scope, userId)),
    ...(await endInvitationsTo(tx, scope, userId)),
  ];
  await recordIn(tx, scope, actor, "member.removed", member.id, { userId, role, endedInvitations });
  await publish(ctx, tx, memberRemoved, { scope, actor });
  await announceChange(tx, scope, actor, member);
}

export function isMeant(member: Pick<LockedMember, "id" | "userId">, id: string): boolean {
  return [member.id, member.userId].includes(id.toLowerCase());
}

function requireVersion({ version }: MemberChange, there: { readonly version: number }): void {
  if (version !== undefined && version !== there.version) throw new AppError("STALE");
}
