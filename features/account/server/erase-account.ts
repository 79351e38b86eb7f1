import { closeAccount } from "#features/billing/server/charges/close-account.ts";
import { hasOpenBorrower } from "#features/borrowers/server/store.ts";
import { recordAct } from "#features/identity/server/accounts/record.ts";
import { unlockAddress } from "#features/identity/server/guesses/lockout.ts";
import { requireRecentAuthentication } from "#features/identity/server/sessions/sessions.ts";
import { anonymizeUser, deleteCredentials, lockUser } from "#features/identity/server/store.ts";
import {
  endInvitationsBy,
  endInvitationsOf,
  forgetInvitations,
} from "#features/members/server/invitation-end-store.ts";
import { lockMembers, removeMemberships } from "#features/members/server/store.ts";
import { lockOrganization } from "#features/organizations/server/settings-store.ts";
import { anonymizeOrganization } from "#features/organizations/server/store.ts";
import { deleteAttempts, deleteConnections } from "#features/social/server/store.ts";
import { leaveSubscriptions } from "#features/subscriptions/server/running/abandon.ts";
import { forgetCardHolder } from "#features/subscriptions/server/store.ts";
import { forgetDecider } from "#features/underwriting/server/decision-store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { AccountDeps } from "./deps.ts";
import { deletePicture } from "./store.ts";

/** Throws REAUTHENTICATION_REQUIRED, LAST_ADMIN, BORROWERS_OPEN. */
export async function eraseAccount(deps: AccountDeps, person: SignedIn): Promise<void> {
  const { db, across } = deps;
  requireRecentAuthentication(person);
  const { userId } = person;
  await db.transaction(across, async (tx) => {
    // Before the person's lock, as whoever ends an attempt takes it before theirs.
    await deleteAttempts(tx, across, userId);
    // Organizations, what is counted against the address, the person, the members: in the order that all take them.
    const organizationIds = person.memberships.map(({ organizationId }) => organizationId);
    for (const id of organizationIds.toSorted()) await lockOrganization(tx, across.within(id));
    await unlockAddress(tx, across, person.email);
    const user = await lockUser(tx, across, userId);
    if (!user) throw new AppError("NO_USER");
    const abandoned: string[] = [];
    for (const organizationId of user.memberships.map((place) => place.organizationId).toSorted())
      if (await leavesNobody(tx, across, organizationId, userId)) abandoned.push(organizationId);
    await forgetCardHolder(tx, across, userId); // locked before the record, as by all who change a subscription
    await recordAct(tx, user, "user.erased", person);
    await deletePicture(tx, across, userId);
    await deleteConnections(tx, across, userId);
    await deleteCredentials(tx, across, userId);
    for (const { organizationId } of user.memberships)
      await endInvitationsBy(tx, across.within(organizationId), userId);
    await removeMemberships(tx, across, userId);
    const left = user.memberships.map(({ organizationId }) => organizationId);
    await leaveSubscriptions(deps, tx, { userId, address: person.address }, left);
    // Whoever never showed that the address is theirs takes nobody's invitations.
    if (user.emailConfirmed) await forgetInvitations(tx, across, user.email);
    const leaver = { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email };
    for (const organizationId of abandoned) {
      await closeAccount(deps, tx, { organizationId }, leaver); // what was used and not billed yet
      await endInvitationsOf(tx, across.within(organizationId));
      await anonymizeOrganization(tx, across, organizationId);
    }
    await forgetDecider(tx, across, userId);
    await anonymizeUser(tx, across, userId);
  });
}

/**
 * Whether the organization is without members then. Whoever is left must be able to go on, with an admin; where nobody
 * is, no open file may stay behind. Throws LAST_ADMIN, BORROWERS_OPEN.
 */
async function leavesNobody(
  tx: Tx,
  across: AccountDeps["across"],
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const members = await lockMembers(tx, across.within(organizationId));
  const others = members.filter((member) => member.userId !== userId);
  if (others.length === 0) {
    if (await hasOpenBorrower(tx, across.within(organizationId))) throw new AppError("BORROWERS_OPEN");
    return true;
  }
  const isAdmin = members.some((member) => member.userId === userId && member.role === "admin");
  if (isAdmin && !others.some(({ role }) => role === "admin")) throw new AppError("LAST_ADMIN");
  return false;
}
