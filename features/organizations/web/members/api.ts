import {
  acceptInvitation,
  declineInvitation,
  findMember,
  inviteMember,
  listColleagues,
  listGroups,
  listMembers,
  readInvitation,
  removeMember,
  requirePasswordChange,
  resendInvitation,
  revokeInvitation,
  unlockMember,
  updateMember,
  type MemberDetails,
} from "#features/organizations/contract.ts";
import { forgetInvitation } from "#features/auth/web/session/held-invitation.ts";
import { refreshSession } from "#features/auth/web/session/keep-session.ts";
import { activeMembership, chooseMembership, isSoloOfficer, readSession } from "#features/auth/web/session/session.ts";
import { fieldErrorsAt } from "#platform/web/http/api-error.ts";
import { useChange, query, wholeQuery } from "#platform/web/http/query.ts";

export const members = query(listMembers);
export const allMembers = wholeQuery(listMembers);
export const oneMember = query(findMember);
export const invitation = query(readInvitation);
export const colleagues = query(listColleagues);

/**
 * Groups are shown with their members. The call is named here because the module for groups imports the one for
 * members.
 */
const lists = [members, colleagues, query(listGroups)];

const atEmail = fieldErrorsAt({ ALREADY_MEMBER: "email", ALREADY_INVITED: "email" });

/** The first invitation of a loan officer without colleagues changes their role. */
export const useInviteMember = () =>
  useChange(inviteMember, {
    refreshes: lists,
    through: (ask) => ask().catch(atEmail),
    onReply: () => (isSoloOfficer(activeMembership()) ? refreshSession() : undefined),
  });

/** A user who changed themselves continues with a token that reflects it. */
export const useUpdateMember = () =>
  useChange(updateMember, {
    refreshes: lists,
    puts: asRead,
    onReply: ({ userId }) => (userId === readSession()?.user.id ? refreshSession() : undefined),
  });

export const useRemoveMember = () => useChange(removeMember, { refreshes: lists });
export const useRequirePasswordChange = () => useChange(requirePasswordChange, { refreshes: lists, puts: asRead });
export const useUnlockMember = () => useChange(unlockMember, { refreshes: lists, puts: asRead });
export const useResendInvitation = () => useChange(resendInvitation, { refreshes: lists, puts: asRead });
export const useRevokeInvitation = () => useChange(revokeInvitation, { refreshes: lists });

/** The new organization becomes the active one. */
export function useAcceptInvitation() {
  return useChange(acceptInvitation, {
    refreshes: [],
    async onReply({ membershipId }) {
      await refreshSession();
      chooseMembership(membershipId);
      forgetInvitation();
    },
  });
}

export const useDeclineInvitation = () => useChange(declineInvitation, { refreshes: [], onReply: forgetInvitation });

/** A page may have loaded the member by either id. */
function asRead(member: MemberDetails) {
  const ids = [member.id, member.userId].filter((id) => id !== null);
  return ids.map((id) => [oneMember({ id }).queryKey, member] as const);
}
