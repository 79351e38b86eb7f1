import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { normalizeEmail } from "#platform/text/text.ts";
import type { Context } from "#platform/server/context.ts";
import {
  INVITATIONS_PER_ADDRESS,
  INVITATIONS_PER_DAY,
  type Member,
  type MemberDetails,
} from "#features/organizations/contract.ts";
import { requireGroups } from "#features/organizations/server/groups/queries.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import * as queries from "./invitation-queries.ts";
import { emailInvitation, endOfLink } from "./emails.ts";
import { readDetails } from "./members.ts";
import { lockOrganizationMembers, recordIn, requireMayHandle, scopeOfPerson } from "./rights.ts";
import { hasMemberWithEmail, type LockedMember, updateMemberRow } from "./queries.ts";
import { invitations } from "../schema.ts";

const aDayAgo = sql`now() - interval '24 hours'`;

/** Whether the owner of the address declined an invitation of the organization within 24 hours. */
async function hasDeclined(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        tenantFilter(invitations, scope),
        eq(invitations.emailKey, normalizeEmail(email)),
        sql`${invitations.declinedAt} > ${aDayAgo}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Emails to this address requested within 24 hours by all organizations. Locks the address until the commit. */
async function countEmailsTo(tx: Tx, _scope: Scope, email: string): Promise<number> {
  const { rows } = await tx.orm.execute<{ count: number }>(
    sql`select invitation_mails_to(${normalizeEmail(email)}) as count`,
  );
  return rows[0]!.count; // a function returns one row
}

/** Emails requested within 24 hours, whatever happened to their invitations. */
async function countEmails(tx: Tx, scope: Scope): Promise<number> {
  const { rows } = await tx.orm.execute<{ count: number }>(sql`
    select count(*)::int as count from invitations i, unnest(i.mails) mail
    where i.organization_id = ${scope.organizationId}::uuid and i.updated_at > ${aDayAgo} and mail > ${aDayAgo}`);
  return rows[0]!.count; // count(*) returns one row
}

/** Records one more email and deletes those that no longer count. */
async function recordEmail(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.orm
    .update(invitations)
    .set({ emails: sql`array(select mail from unnest(mails) mail where mail > ${aDayAgo}) || now()` })
    .where(and(tenantFilter(invitations, scope), eq(invitations.id, id)));
}

interface NewInvitation {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: RoleName;
  readonly groupIds: readonly string[];
}

/**
 * The reply is the same with or without an account. The first invitation of a sole member makes them admin. The same key returns the first invitation while it is open. Throws
 * FORBIDDEN, NOT_FOUND, ALREADY_MEMBER, ALREADY_INVITED, LIMIT_REACHED.
 */
export async function inviteMember(ctx: Context, actor: Actor, invitation: NewInvitation): Promise<Member> {
  const { scope, userId, idempotencyKey: key } = actor;
  requireMayHandle(actor, invitation.role);
  return ctx.db.transaction(scope, async (tx) => {
    const members = await lockOrganizationMembers(tx, scope, actor);
    const made = key && (await queries.readInvitationByKey(tx, scope, userId, key));
    if (made) {
      if (!made.isOpen) throw new AppError("ALREADY_INVITED");
      return made.member;
    }
    const groupIds = await requireGroups(tx, scope, invitation.groupIds);
    if (await hasMemberWithEmail(tx, scope, invitation.email)) throw new AppError("ALREADY_MEMBER");
    if (await queries.isInvited(tx, scope, invitation.email)) throw new AppError("ALREADY_INVITED");
    if (await hasDeclined(tx, scope, invitation.email)) throw new AppError("LIMIT_REACHED");
    await requireEmailsLeft(tx, scope, invitation.email);
    const id = randomUUID();
    const life = { invitedBy: userId, expiresAt: endOfLink(), idempotencyKey: key };
    await makeAdmin(tx, scope, actor, members);
    await queries.insertInvitation(tx, scope, { ...invitation, groupIds, id, ...life });
    await recordIn(tx, scope, actor, "invitation.created", id, { role: invitation.role, groupIds });
    await ctx.jobs.send(tx, emailInvitation, { organizationId: scope.organizationId, invitationId: id });
    const pending = await queries.readOpenInvitation(tx, scope, id);
    if (!pending) throw new Error("an invitation just made is gone");
    return pending;
  });
}

/** A loan officer who worked alone leads the organization from their first invitation on. Throws FORBIDDEN. */
async function makeAdmin(tx: Tx, scope: Scope, actor: Actor, members: readonly LockedMember[]): Promise<void> {
  const self = members.find(({ userId }) => userId === actor.userId);
  if (self?.role !== "registered") return;
  if (members.length > 1) throw new AppError("FORBIDDEN");
  await updateMemberRow(tx, scope, self.id, { role: "admin" });
  await recordIn(tx, scope, actor, "member.became-admin", self.id, { userId: self.userId });
}

/** The previous link is dead at once. Throws NOT_FOUND, FORBIDDEN, LIMIT_REACHED. */
export async function resendInvitation(ctx: Context, actor: Actor, { id }: { id: string }): Promise<MemberDetails> {
  const scope = await scopeOfPerson(ctx, actor, id);
  await ctx.db.transaction(scope, async (tx) => {
    const { email } = await lockOpenInvitation(tx, scope, actor, id);
    await requireEmailsLeft(tx, scope, email);
    await queries.updateInvitation(tx, scope, id, { tokenHash: null, expiresAt: endOfLink() });
    await recordEmail(tx, scope, id);
    await recordIn(tx, scope, actor, "invitation.resent", id);
    await ctx.jobs.send(tx, emailInvitation, { organizationId: scope.organizationId, invitationId: id });
  });
  return readDetails(ctx, scope, id);
}

/** Throws NOT_FOUND, FORBIDDEN. */
export async function revokeInvitation(ctx: Context, actor: Actor, { id }: { id: string }): Promise<void> {
  const scope = await scopeOfPerson(ctx, actor, id);
  await ctx.db.transaction(scope, async (tx) => {
    await lockOpenInvitation(tx, scope, actor, id);
    await queries.updateInvitation(tx, scope, id, { endedAt: new Date().toISOString() });
    await recordIn(tx, scope, actor, "invitation.revoked", id);
  });
}

async function lockOpenInvitation(tx: Tx, scope: Scope, actor: Actor, id: string): Promise<queries.InvitationRow> {
  await lockOrganizationMembers(tx, scope, actor);
  const invitation = await queries.lockInvitation(tx, scope, id);
  if (!invitation) throw new AppError("NOT_FOUND");
  requireMayHandle(actor, invitation.role);
  return invitation;
}

async function requireEmailsLeft(tx: Tx, scope: Scope, email: string): Promise<void> {
  requireWithinLimit(await countEmails(tx, scope), INVITATIONS_PER_DAY);
  requireWithinLimit(await countEmailsTo(tx, scope, email), INVITATIONS_PER_ADDRESS);
}
