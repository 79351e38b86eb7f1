import type { SystemScope } from "#platform/server/database/scope.ts";
import type { Context } from "#platform/server/context.ts";
import { closeAccount } from "#features/billing/server/charges/close-account.ts";
import { hasOpenBorrower } from "#features/borrowers/server/queries.ts";
import { recordUserEvent } from "#features/auth/server/accounts/accounts.ts";
import { unlockAddress } from "#features/auth/server/login-attempts/lockout.ts";
import { requireRecentAuthentication } from "#features/auth/server/sessions/sessions.ts";
import { anonymizeUser, deleteCredentials, lockUser } from "#features/auth/server/queries.ts";
import {
  endInvitationsBy,
  endInvitationsOf,
  forgetInvitations,
} from "#features/organizations/server/members/invitation-end-queries.ts";
import { deleteNotificationsOf } from "#features/notifications/server/queries.ts";
import { lockMembers, removeMemberships } from "#features/organizations/server/members/queries.ts";
import { requireAdminLeft } from "#features/organizations/server/members/rights.ts";
import { anonymizeOrganization, lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { deleteAttempts, deleteConnections } from "#features/auth/server/social/queries.ts";
import { leaveSubscriptions } from "#features/billing/server/subscriptions/running/cancel-on-delete.ts";
import { forgetCardHolder } from "#features/billing/server/subscriptions/queries.ts";
import { forgetScimUser } from "#features/single-sign-on/server/scim/queries.ts";
import { forgetDecider } from "#features/underwriting/server/decision-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { SignedIn } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { deletePicture } from "./queries.ts";

/** Throws REAUTHENTICATION_REQUIRED, LAST_ADMIN, BORROWERS_OPEN. */
export async function eraseAccount(ctx: Context, person: SignedIn): Promise<void> {
  const { db, system } = ctx;
  requireRecentAuthentication(person);
  const { userId } = person;
  await db.transaction(system, async (tx) => {
    // Before the lock on the user, because code that ends an attempt takes its lock first.
    await deleteAttempts(tx, system, userId);
    // The same lock order as everywhere: organizations, login attempts for the address, user, members.
    const organizationIds = person.memberships.map(({ organizationId }) => organizationId);
    for (const id of organizationIds.toSorted()) await lockOrganization(tx, system.within(id));
    await unlockAddress(tx, system, person.email);
    const user = await lockUser(tx, system, userId);
    if (!user) throw new AppError("NO_USER");
    const abandoned: string[] = [];
    for (const organizationId of user.memberships.map((place) => place.organizationId).toSorted())
      if (await leavesNobody(tx, system, organizationId, userId)) abandoned.push(organizationId);
    await forgetCardHolder(tx, system, userId); // locks the subscription before the audit log
    await recordUserEvent(tx, user, "user.erased", person);
    await deletePicture(tx, system, userId);
    await deleteConnections(tx, system, userId);
    await deleteCredentials(tx, system, userId);
    for (const { organizationId } of user.memberships)
      await endInvitationsBy(tx, system.within(organizationId), userId);
    await forgetScimUser(tx, system, userId);
    await removeMemberships(tx, system, userId);
    await deleteNotificationsOf(tx, system, userId);
    const left = user.memberships.map(({ organizationId }) => organizationId);
    await leaveSubscriptions(ctx, tx, { userId, address: person.address }, left);
    // A user with an unconfirmed address must not delete invitations to that address.
    if (user.emailConfirmed) await forgetInvitations(tx, system, user.email);
    const leaver = { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email };
    for (const organizationId of abandoned) {
      await closeAccount(ctx, tx, { organizationId }, leaver); // usage that is not billed yet
      await endInvitationsOf(tx, system.within(organizationId));
      await anonymizeOrganization(tx, system, organizationId);
    }
    await forgetDecider(tx, system, userId);
    await anonymizeUser(tx, system, userId);
  });
}

/**
 * Returns whether the organization has no members afterwards. The remaining members need an admin, and an organization
 * without members must have no open borrowers. Throws LAST_ADMIN, BREAK_GLASS_REQUIRED, BORROWERS_OPEN.
 */
async function leavesNobody(tx: Tx, system: SystemScope, organizationId: string, userId: string): Promise<boolean> {
  const members = await lockMembers(tx, system.within(organizationId));
  const others = members.filter((member) => member.userId !== userId);
  if (others.length === 0) {
    if (await hasOpenBorrower(tx, system.within(organizationId))) throw new AppError("BORROWERS_OPEN");
    return true;
  }
  for (const member of members) if (member.userId === userId) requireAdminLeft(members, member);
  return false;
}
