// Separate from the calls that change groups, which would add the calls for members and accounts to the bundle.
import {
  createGroup,
  deleteGroup,
  listGroupChoices,
  listGroups,
  updateGroup,
  type Group,
} from "#features/organizations/contract.ts";
import { refreshSession } from "#features/auth/web/session/keep-session.ts";
import { members, oneMember } from "#features/organizations/web/members/api.ts";
import { useChange, query } from "#platform/web/http/query.ts";

export const groupChoices = query(listGroupChoices);

export const groups = query(listGroups);

/** Members are shown with their groups, so their queries refresh too. */
const refreshes = [groups, groupChoices, members, oneMember];

export const useCreateGroup = () => useChange(createGroup, { refreshes });
export const useUpdateGroup = () => useChange(updateGroup, { refreshes, puts: asListed, onReply: refreshSession });
export const useDeleteGroup = () => useChange(deleteGroup, { refreshes, onReply: refreshSession });

function asListed(group: Group) {
  const put = (known: Group[] | undefined) => known?.map((other) => (other.id === group.id ? group : other));
  return [[groups().queryKey, put]] as const;
}
