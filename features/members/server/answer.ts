// Owns how an invitation is answered by whoever holds its link: read, accepted with the invited address, or declined.
import { randomUUID } from "node:crypto";
import { ORGANIZATIONS_PER_PERSON } from "#features/account/contract.ts";
import { emailKeyOf, lockUser } from "#features/identity/server/store.ts";
import type { Invitation } from "#features/members/contract.ts";
import { lockOrganization } from "#features/organizations/server/settings-store.ts";
import { readOrganization } from "#features/organizations/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn, Visitor } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { AcrossScope } from "#kit/server/database/scope.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import { appendAudit } from "#kit/server/audit.ts";
import { requireWithinLimit } from "#kit/server/http/limit.ts";
import type { MemberDeps } from "./deps.ts";
import * as store from "./invitation-store.ts";
import type { InvitationRow } from "./invitation-store.ts";
import { recordIn } from "./rights.ts";
import { hasAdmin, insertMember, readMember, replaceGroups } from "./store.ts";

interface Answer {
  readonly token: string;
}

/** Changes nothing: mail readers open links too. Throws LINK_DEAD. */
export async function readInvitation({ db, across }: MemberDeps, { token }: Answer): Promise<Invitation> {
  const { inviterFirstName, inviterLastName, ...invitation } = await requireAlive({ db, across }, token);
  return { ...invitation, invitedBy: `${inviterFirstName} ${inviterLastName}` };
}

/**
 * Accepted again by the same person it says yes again. Whoever is a member already stays what they are.
 * Throws LINK_DEAD, INVITATION_FOR_ANOTHER, LIMIT_REACHED.
 */
export async function acceptInvitation(
  { db, across }: MemberDeps,
  person: SignedIn,
  { token }: Answer,
): Promise<{ membershipId: string; organizationName: string }> {
  return db.transaction(across, async (tx) => {
    await holdInviting(tx, across, token);
    // Under a lock, so that those accepted at once are all counted.
    const user = await lockUser(tx, across, person.userId);
    if (!user) throw new AppError("NO_USER");
    const invitation = await store.lockByToken(tx, across, sha256(token));
    if (!invitation || !(isAlive(invitation) || invitation.acceptedAt)) throw new AppError("LINK_DEAD");
    // An address that was never shown to be theirs may be anybody's.
    const isInvited = user.emailConfirmed && emailKeyOf(user.email) === invitation.emailKey;
    if (!isInvited) throw new AppError(invitation.acceptedAt ? "LINK_DEAD" : "INVITATION_FOR_ANOTHER");
    const scope = across.within(invitation.organizationId);
    const { name: organizationName } = await readOrganization(tx, scope);
    const there = await readMember(tx, scope, user.id);
    if (invitation.acceptedAt && !there) throw new AppError("LINK_DEAD"); // they were taken out since
    if (there) {
      if (!invitation.acceptedAt) await markAccepted(tx, across, invitation);
      return { membershipId: there.id, organizationName };
    }
    requireWithinLimit(user.memberships.length, ORGANIZATIONS_PER_PERSON);
    return { membershipId: await join(tx, across, invitation, person), organizationName };
  });
}

/** Throws LINK_DEAD. */
export async function declineInvitation(
  { db, across }: MemberDeps,
  { address }: Visitor,
  { token }: Answer,
): Promise<void> {
  await db.transaction(across, async (tx) => {
    const invitation = await store.lockByToken(tx, across, sha256(token));
    if (!invitation || !isAlive(invitation)) throw new AppError("LINK_DEAD");
    const { id, organizationId } = invitation;
    const now = new Date().toISOString();
    await store.updateInvitation(tx, across.within(organizationId), id, { endedAt: now, declinedAt: now });
    const act = { action: "invitation.declined", objectType: "invitation", objectId: id };
    await appendAudit(tx, organizationId, { ...act, actorId: null, address });
  });
}

/** What registering asks of an invitation: that it is alive and this address's, and that the new person joins by it. */
export function openInvitations({ db, across }: Pick<MemberDeps, "db" | "across">) {
  return {
    /** Throws LINK_DEAD, INVITATION_FOR_ANOTHER. */
    async requireFor(token: string, email: string): Promise<void> {
      const { emailKey } = await requireAlive({ db, across }, token);
      if (emailKey !== emailKeyOf(email)) throw new AppError("INVITATION_FOR_ANOTHER");
    },
    /** Holds the organization that invites, before anything else is locked. Throws LINK_DEAD. */
    hold: (tx: Tx, token: string) => holdInviting(tx, across, token),
    /** Throws the same, where it ended meanwhile; LIMIT_REACHED where a group is full. */
    async join(tx: Tx, token: string, person: { userId: string; email: string; address: string }): Promise<void> {
      const invitation = await store.lockByToken(tx, across, sha256(token));
      if (!invitation || !isAlive(invitation)) throw new AppError("LINK_DEAD");
      if (invitation.emailKey !== emailKeyOf(person.email)) throw new AppError("INVITATION_FOR_ANOTHER");
      await join(tx, across, invitation, person);
    },
  };
}

async function holdInviting(tx: Tx, across: AcrossScope, token: string): Promise<void> {
  const organizationId = await store.readOrganizationByToken(tx, across, sha256(token));
  if (organizationId === undefined) throw new AppError("LINK_DEAD");
  await lockOrganization(tx, across.within(organizationId));
}

async function requireAlive({ db, across }: Pick<MemberDeps, "db" | "across">, token: string) {
  const invitation = await store.readAliveInvitation(db, across, sha256(token));
  if (!invitation) throw new AppError("LINK_DEAD");
  return invitation;
}

async function join(
  tx: Tx,
  across: AcrossScope,
  invitation: InvitationRow,
  person: { userId: string; address: string },
): Promise<string> {
  const { id: invitationId, organizationId, role, groupIds, invitedBy } = invitation;
  const scope = across.within(organizationId);
  // Of an organization that was given up since, nobody may say who belongs to it.
  if (!(await hasAdmin(tx, scope))) throw new AppError("LINK_DEAD");
  const id = await insertMember(tx, scope, { id: randomUUID(), userId: person.userId, role, invitedBy });
  await replaceGroups(tx, scope, id, groupIds);
  await markAccepted(tx, across, invitation);
  await recordIn(tx, scope, person, "member.joined", id, { invitationId, role, groupIds });
  return id;
}

function markAccepted(tx: Tx, across: AcrossScope, { id, organizationId }: InvitationRow): Promise<void> {
  return store.updateInvitation(tx, across.within(organizationId), id, { acceptedAt: new Date().toISOString() });
}

function isAlive({ acceptedAt, endedAt, expiresAt }: InvitationRow): boolean {
  return !acceptedAt && !endedAt && Date.parse(expiresAt) > Date.now();
}
