import type * as z from "zod/mini";
import type { MemberDetails, updateMember } from "#features/organizations/contract.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { LabeledField } from "#platform/web/form/merge-values.ts";
import { ROLE_LABELS } from "./role-labels.ts";

export type MemberValues = Omit<z.input<typeof updateMember.body>, "version">;

/** The form values of a stored member. Groups are sorted, so that the same selection is not a change. */
export function valuesOf({ role, groups }: MemberDetails): MemberValues {
  return { role, groupIds: groups.map(({ id }) => id).sort() };
}

/** In the order of the form. `groups`: those whose names are shown. */
export function fieldsWith(groups: MemberDetails["groups"]): readonly LabeledField[] {
  const names = (ids: unknown) =>
    groups.filter(({ id }) => Array.isArray(ids) && ids.includes(id)).map(({ name }) => name);
  return [
    { name: "role", label: "Role", inWords: (role) => ROLE_LABELS[role as RoleName].label }, // typed by the schema
    { name: "groupIds", label: "Groups", inWords: (ids) => names(ids).join(", ") },
  ];
}
