// Owns what the form of a group holds, what people call its fields, and where it leads back to.
import type * as z from "zod/mini";
import { GROUP_COLORS, type Group, type GroupDetails } from "#features/groups/contract.ts";
import type { Colleague } from "#features/members/contract.ts";
import type { ToldField } from "#kit/web/form/merge-values.ts";
import { peopleCount } from "./group-words.ts";

export const GROUP_LIST = "/admin/groups";

export type GroupValues = z.input<typeof GroupDetails>;

/** A stored group as the form shows it; who has left meanwhile is not in it any more. */
export function valuesOf(
  { name, description, color, memberIds, flags }: Group,
  people: readonly Colleague[],
): GroupValues {
  const known = new Set(people.map(({ userId }) => userId));
  return { name, description, color, memberIds: memberIds.filter((id) => known.has(id)).sort(), flags };
}

export const COLOR_OPTIONS = GROUP_COLORS.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }));

/** In the order of the form. */
export const GROUP_FIELDS: readonly ToldField[] = [
  { name: "name", label: "Name" },
  { name: "description", label: "Description" },
  { name: "color", label: "Color" },
  { name: "memberIds", label: "People", inWords: (ids) => peopleCount(Array.isArray(ids) ? ids.length : 0) },
  { name: "flags.billing", label: "Billing" },
];
