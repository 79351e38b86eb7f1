import type * as z from "zod/mini";
import { GROUP_COLORS, type Colleague, type Group, type GroupDetails } from "#features/organizations/contract.ts";
import type { LabeledField } from "#platform/web/form/merge-values.ts";
import { peopleCount } from "./group-messages.ts";

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

/** In the order of the form. */
export const GROUP_FIELDS: readonly LabeledField[] = [
  { name: "name", label: "Name" },
  { name: "description", label: "Description" },
  { name: "color", label: "Color" },
  { name: "memberIds", label: "People", inWords: (ids) => peopleCount(Array.isArray(ids) ? ids.length : 0) },
  { name: "flags.billing", label: "Billing" },
];
