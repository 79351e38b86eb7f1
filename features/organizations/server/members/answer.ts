import { randomUUID } from "node:crypto";
import { normalizeEmail } from "#platform/text/text.ts";
import type { RegistrationPolicy } from "#features/auth/server/accounts/accounts.ts";
import type { Context } from "#platform/server/context.ts";
import { ORGANIZATIONS_PER_PERSON } from "#features/directory/contract.ts";
import { lockUser } from "#features/auth/server/queries.ts";
import type { Invitation } from "#features/organizations/contract.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { SignedIn, Visitor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { SystemScope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { appendAudit } from "#platform/server/audit.ts";
import * as queries from "./invitation-queries.ts";
import type { InvitationRow } from "./invitation-queries.ts";
import { recordIn } from "./rights.ts";
import { hasAdmin, insertMember, readMember, replaceGroups } from "./queries.ts";

interface Answer {
  readonly token: string;
}

/** Changes nothing, because mail readers open links too. Throws LINK_DEAD. */
export async function readInvitation(ctx: Context, { token }: Answer): Promise<Invitation> {
  const { inviterFirstName, inviterLastName, ...invitation } = await requireAlive(ctx, token);
  return { ...invitation, invitedBy: `${inviterFirstName} ${inviterLastName}` };
}

/**
 * Succeeds again when the same user repeats it. An existing member keeps their role. Throws LINK_DEAD,
 * INVITATION_FOR_ANOTHER, LIMIT_REACHED.
 */
export async function acceptInvitation(
  { db, system }: Context,
  person: SignedIn,
  { token }: Answer,
): Promise<{ membershipId: string; organizationName: string }> {
  return db.transaction(system, async (tx) => {
    await holdInviting(tx, system, token);
    // Under a lock, so that concurrent acceptances are all counted.
    const user = await lockUser(tx, system, person.userId);
    if (!user) throw new AppError("NO_USER");
    const invitation = await queries.lockByToken(tx, system, sha256(token));
    if (!invitation || !(isAlive(invitation) || invitation.acceptedAt)) throw new AppError("LINK_DEAD");
    // An unconfirmed address may belong to someone else.
    const isInvited = user.emailConfirmed && normalizeEmail(user.email) === invitation.emailKey;
    if (!isInvited) throw new AppError(invitation.acceptedAt ? "LINK_DEAD" : "INVITATION_FOR_ANOTHER");
    const scope = system.within(invitation.organizationId);
    const { name: organizationName } = await readOrganization(tx, scope);
    const there = await readMember(tx, scope, user.id);
    if (invitation.acceptedAt && !there) throw new AppError("LINK_DEAD"); // They were removed since then.
    if (there) {
      if (!invitation.acceptedAt) await markAccepted(tx, system, invitation);
      return { membershipId: there.id, organizationName };
    }
    requireWithinLimit(user.memberships.length, ORGANIZATIONS_PER_PERSON);
    return { membershipId: await join(tx, system, invitation, person), organizationName };
  });
}

/** Throws LINK_DEAD. */
export async function declineInvitation(
  { db, system }: Context,
  { address }: Visitor,
  { token }: Answer,
): Promise<void> {
  await db.transaction(system, async (tx) => {
    const invitation = await queries.lockByToken(tx, system, sha256(token));
    if (!invitation || !isAlive(invitation)) throw new AppError("LINK_DEAD");
    const { id, organizationId } = invitation;
    const now = new Date().toISOString();
    await queries.updateInvitation(tx, system.within(organizationId), id, { endedAt: now, declinedAt: now });
    const act = { action: "invitation.declined", objectType: "invitation", objectId: id };
    await appendAudit(tx, organizationId, { ...act, actorId: null, address });
  });
}

export const registrationPolicy: RegistrationPolicy = {
  async requireInvited(ctx, token, email) {
    const { emailKey } = await requireAlive(ctx, token);
    if (emailKey !== normalizeEmail(email)) throw new AppError("INVITATION_FOR_ANOTHER");
  },
  lockInviting: ({ system }, tx, token) => holdInviting(tx, system, token),
  async join({ system }, tx, token, person) {
    const invitation = await queries.lockByToken(tx, system, sha256(token));
    if (!invitation || !isAlive(invitation)) throw new AppError("LINK_DEAD");
    if (invitation.emailKey !== normalizeEmail(person.email)) throw new AppError("INVITATION_FOR_ANOTHER");
    await join(tx, system, invitation, person);
  },
};

async function holdInviting(tx: Tx, system: SystemScope, token: string): Promise<void> {
  const organizationId = await queries.readOrganizationByToken(tx, system, sha256(token));
  if (organizationId === undefined) throw new AppError("LINK_DEAD");
  await lockOrganization(tx, system.within(organizationId));
}

async function requireAlive({ db, system }: Context, token: string) {
  const invitation = await queries.readAliveInvitation(db, system, sha256(token));
  if (!invitation) throw new AppError("LINK_DEAD");
  return invitation;
}

async function join(
  tx: Tx,
  system: SystemScope,
  invitation: InvitationRow,
  person: { userId: string; address: string },
): Promise<string> {
  const { id: invitationId, organizationId, role, groupIds, invitedBy } = invitation;
  const scope = system.within(organizationId);
  // In an organization without an admin no one may decide who joins.
  if (!(await hasAdmin(tx, scope))) throw new AppError("LINK_DEAD");
  const id = await insertMember(tx, scope, { id: randomUUID(), userId: person.userId, role, invitedBy });
  await replaceGroups(tx, scope, id, groupIds);
  await markAccepted(tx, system, invitation);
  await recordIn(tx, scope, person, "member.joined", id, { invitationId, role, groupIds });
  return id;
}

function markAccepted(tx: Tx, system: SystemScope, { id, organizationId }: InvitationRow): Promise<void> {
  return queries.updateInvitation(tx, system.within(organizationId), id, { acceptedAt: new Date().toISOString() });
}

function isAlive({ acceptedAt, endedAt, expiresAt }: InvitationRow): boolean {
  return !acceptedAt && !endedAt && Date.parse(expiresAt) > Date.now();
}
