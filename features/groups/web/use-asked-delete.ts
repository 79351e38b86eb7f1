// Owns deleting a group, once the person has said that they are sure.
import type { Group } from "#features/groups/contract.ts";
import { confirm } from "#kit/web/confirm.ts";
import { showToast } from "#kit/web/toasts.ts";
import { useDeleteGroup } from "./data.ts";

export function useAskedDelete({ id, name }: Pick<Group, "id" | "name">, onDeleted?: () => void) {
  const { mutate, isPending, error } = useDeleteGroup();

  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: "Its people, borrowers and posts stay, without the group. A post that was for this group alone is then seen by its author and the admins.",
      confirm: "Delete the group",
      tone: "danger",
    });
    if (!isSure) return;
    mutate(
      { id },
      {
        onSuccess() {
          showToast("Group deleted", `${name} is gone.`, { autohide: true, closeOnClick: true });
          onDeleted?.();
        },
      },
    );
  }

  return { ask, isPending, error };
}
