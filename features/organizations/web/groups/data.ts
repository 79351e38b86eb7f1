import { createGroup, deleteGroup, listGroups, updateGroup, type Group } from "#features/organizations/contract.ts";
import { refreshSession } from "#features/auth/web/session/refresh-session.ts";
import { members, oneMember } from "#features/organizations/web/members/data.ts";
import { useChange } from "#platform/web/http/change.ts";
import { query } from "#platform/web/http/query.ts";
import { groupChoices } from "./group-choices.ts";

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
