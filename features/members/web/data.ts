// Owns what pages ask about the people of an organization and what they change.
import { listGroups } from "#features/groups/contract.ts";
import { forgetInvitation } from "#features/identity/web/session/held-invitation.ts";
import { refreshSession } from "#features/identity/web/session/refresh-session.ts";
import { chooseMembership, readSession } from "#features/identity/web/session/session.ts";
import {
  acceptInvitation,
  declineInvitation,
  findMember,
  inviteMember,
  listColleagues,
  listMembers,
  readInvitation,
  removeMember,
  requirePasswordChange,
  resendInvitation,
  revokeInvitation,
  unlockMember,
  updateMember,
  type MemberDetails,
} from "#features/members/contract.ts";
import { faultsAt } from "#kit/web/http/api-error.ts";
import { useChange } from "#kit/web/http/change.ts";
import { query } from "#kit/web/http/query.ts";
import { sendWhole } from "#kit/web/http/send-whole.ts";

export const members = query(listMembers, sendWhole);
export const oneMember = query(findMember);
export const invitation = query(readInvitation);
export const colleagues = query(listColleagues);

/** Groups are shown with their people; named by the call, since what pages know of groups names people in turn. */
const lists = [members, colleagues, query(listGroups)];

const atEmail = faultsAt({ ALREADY_MEMBER: "email", ALREADY_INVITED: "email" });

export const useInviteMember = () =>
  useChange(inviteMember, { refreshes: lists, through: (ask) => ask().catch(atEmail) });

/** Who changes what they are themselves goes on with a token that says so. */
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

/** The new organization is the one to work in from then on. */
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

/** A page may have found them by either id. */
function asRead(member: MemberDetails) {
  const ids = [member.id, member.userId].filter((id) => id !== null);
  return ids.map((id) => [oneMember({ id }).queryKey, member] as const);
}
