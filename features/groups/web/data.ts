// Owns what pages ask about groups and what they change. A person's own groups stand in their token.
import { createGroup, deleteGroup, listGroups, updateGroup, type Group } from "#features/groups/contract.ts";
import { refreshSession } from "#features/identity/web/session/refresh-session.ts";
import { members, oneMember } from "#features/members/web/data.ts";
import { useChange } from "#kit/web/http/change.ts";
import { query } from "#kit/web/http/query.ts";
import { groupChoices } from "./group-choices.ts";

export const groups = query(listGroups);

/** People are shown with the groups that they are in. */
const refreshes = [groups, groupChoices, members, oneMember];

export const useCreateGroup = () => useChange(createGroup, { refreshes });
export const useUpdateGroup = () => useChange(updateGroup, { refreshes, puts: asListed, onReply: refreshSession });
export const useDeleteGroup = () => useChange(deleteGroup, { refreshes, onReply: refreshSession });

function asListed(group: Group) {
  const put = (known: Group[] | undefined) => known?.map((other) => (other.id === group.id ? group : other));
  return [[groups().queryKey, put]] as const;
}
