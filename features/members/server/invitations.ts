// Owns how people are invited to an organization, and how an invitation is mailed again or taken back.
import { randomUUID } from "node:crypto";
import {
  INVITATIONS_PER_ADDRESS,
  INVITATIONS_PER_DAY,
  type Member,
  type MemberDetails,
} from "#features/members/contract.ts";
import { requireGroups } from "#features/groups/server/are-groups.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { RoleName } from "#kit/contract/who.ts";
import type { Actor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { MemberDeps } from "./deps.ts";
import * as store from "./invitation-store.ts";
import { countMails, countMailsTo, hasDeclined, noteMail } from "./mail-count-store.ts";
import { endOfLink, mailInvitation } from "./mails.ts";
import { readDetails } from "./members.ts";
import { recordIn, requireMayHandle, scopeOfPerson, takeOrganization } from "./rights.ts";
import { hasMemberWithEmail } from "./store.ts";

interface NewInvitation {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: RoleName;
  readonly groupIds: readonly string[];
}

/**
 * The answer is the same whether the address has an account or not; the same key again returns the first, while it is open.
 * Throws FORBIDDEN, NOT_FOUND, ALREADY_MEMBER, ALREADY_INVITED, LIMIT_REACHED.
 */
export async function inviteMember(deps: MemberDeps, actor: Actor, invitation: NewInvitation): Promise<Member> {
  const { scope, userId, idempotencyKey: key } = actor;
  requireMayHandle(actor, invitation.role);
  return deps.db.transaction(scope, async (tx) => {
    await takeOrganization(tx, scope, actor);
    const made = key && (await store.readInvitationByKey(tx, scope, userId, key));
    if (made) {
      if (!made.isOpen) throw new AppError("ALREADY_INVITED");
      return made.member;
    }
    const groupIds = await requireGroups(tx, scope, invitation.groupIds);
    if (await hasMemberWithEmail(tx, scope, invitation.email)) throw new AppError("ALREADY_MEMBER");
    if (await store.isInvited(tx, scope, invitation.email)) throw new AppError("ALREADY_INVITED");
    if (await hasDeclined(tx, scope, invitation.email)) throw new AppError("LIMIT_REACHED");
    await requireMailsLeft(tx, scope, invitation.email);
    const id = randomUUID();
    const life = { invitedBy: userId, expiresAt: endOfLink(), idempotencyKey: key };
    await store.insertInvitation(tx, scope, { ...invitation, groupIds, id, ...life });
    await recordIn(tx, scope, actor, "invitation.created", id, { role: invitation.role, groupIds });
    await deps.jobs.send(tx, mailInvitation, { organizationId: scope.organizationId, invitationId: id });
    const pending = await store.readOpenInvitation(tx, scope, id);
    if (!pending) throw new Error("an invitation just made is gone");
    return pending;
  });
}

/** The link before is dead at once. Throws NOT_FOUND, FORBIDDEN, LIMIT_REACHED. */
export async function resendInvitation(deps: MemberDeps, actor: Actor, { id }: { id: string }): Promise<MemberDetails> {
  const scope = await scopeOfPerson(deps, actor, id);
  await deps.db.transaction(scope, async (tx) => {
    const { email } = await takeInvitation(tx, scope, actor, id);
    await requireMailsLeft(tx, scope, email);
    await store.updateInvitation(tx, scope, id, { tokenHash: null, expiresAt: endOfLink() });
    await noteMail(tx, scope, id);
    await recordIn(tx, scope, actor, "invitation.resent", id);
    await deps.jobs.send(tx, mailInvitation, { organizationId: scope.organizationId, invitationId: id });
  });
  return readDetails(deps, scope, id);
}

/** Throws NOT_FOUND, FORBIDDEN. */
export async function revokeInvitation(deps: MemberDeps, actor: Actor, { id }: { id: string }): Promise<void> {
  const scope = await scopeOfPerson(deps, actor, id);
  await deps.db.transaction(scope, async (tx) => {
    await takeInvitation(tx, scope, actor, id);
    await store.updateInvitation(tx, scope, id, { endedAt: new Date().toISOString() });
    await recordIn(tx, scope, actor, "invitation.revoked", id);
  });
}

async function takeInvitation(tx: Tx, scope: Scope, actor: Actor, id: string): Promise<store.InvitationRow> {
  await takeOrganization(tx, scope, actor);
  const invitation = await store.lockInvitation(tx, scope, id);
  if (!invitation) throw new AppError("NOT_FOUND");
  requireMayHandle(actor, invitation.role);
  return invitation;
}

async function requireMailsLeft(tx: Tx, scope: Scope, email: string): Promise<void> {
  requireWithinLimit(await countMails(tx, scope), INVITATIONS_PER_DAY);
  requireWithinLimit(await countMailsTo(tx, scope, email), INVITATIONS_PER_ADDRESS);
}
