import type { AuthUser } from "#features/auth/contract.ts";
import type { Membership } from "#features/directory/contract.ts";
import type { MembershipJson } from "#features/directory/server/queries.ts";
import type { UserRow } from "./queries.ts";

export function toAuthUser(user: UserRow): AuthUser {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    emailConfirmed: user.emailConfirmed,
    hasSocialAuth: user.hasSocialAuth,
    profilePicURL: user.profilePicURL,
    activeMembershipID: user.memberships[0]?.id ?? null,
    memberships: user.memberships.map(toMembership),
  };
}

export function toMembership(membership: MembershipJson): Membership {
  const { id, organizationId, organizationName, timeZone, role, groups, isSoleMember } = membership;
  return {
    id,
    organizationId,
    organization: { id: organizationId, name: organizationName, timeZone },
    role: { id: role, name: role },
    groups,
    isSoleMember,
  };
}
