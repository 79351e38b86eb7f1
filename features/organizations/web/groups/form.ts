import type * as z from "zod/mini";
import { GROUP_COLORS, type Colleague, type Group, type GroupDetails } from "#features/organizations/contract.ts";
import type { LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { formatCount } from "#platform/text/text.ts";
import { confirm } from "#platform/web/confirm.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useDeleteGroup } from "./api.ts";

export const GROUP_LIST = "/admin/groups";

export type GroupValues = z.input<typeof GroupDetails>;

/** The form values of a stored group. Members who have left since then are not in it. */
export function valuesOf(
  { name, description, color, memberIds, flags }: Group,
  people: readonly Colleague[],
): GroupValues {
  const known = new Set(people.map(({ userId }) => userId));
  return { name, description, color, memberIds: memberIds.filter((id) => known.has(id)).sort(), flags };
}

export const COLOR_OPTIONS = GROUP_COLORS.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }));

export function peopleCount(count: number): string {
  if (count === 0) return "No one yet";
  return formatCount(count, "person", "people");
}

/** In the order of the form. */
export const GROUP_FIELDS: readonly LabeledField[] = [
  { name: "name", label: "Name" },
  { name: "description", label: "Description" },
  { name: "color", label: "Color" },
  { name: "memberIds", label: "People", inWords: (ids) => peopleCount(Array.isArray(ids) ? ids.length : 0) },
  { name: "flags.billing", label: "Billing" },
];

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
