// Owns how a stored person becomes the signed-in one that token and pages carry.
import type { AuthUser } from "#features/identity/contract.ts";
import type { UserRow } from "./store.ts";

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
    memberships: user.memberships.map(({ id, organizationId, organizationName, timeZone, role, groups }) => ({
      id,
      organizationId,
      organization: { id: organizationId, name: organizationName, timeZone },
      role: { id: role, name: role },
      groups,
    })),
  };
}
