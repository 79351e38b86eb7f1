import type { Group } from "#features/organizations/contract.ts";
import { confirm } from "#platform/web/confirm.ts";
import { showToast } from "#platform/web/toasts.ts";
import { useDeleteGroup } from "./data.ts";

export function useAskedDelete({ id, name }: Pick<Group, "id" | "name">, onDeleted?: () => void) {
  const { mutate, isPending, error } = useDeleteGroup();

  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: "Its people, borrowers and posts stay. Posts for this group only will be visible to their author and the admins.",
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
