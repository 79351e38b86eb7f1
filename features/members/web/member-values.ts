// Owns what the form of a person holds, and what people call its fields.
import type * as z from "zod/mini";
import type { updateMember } from "#features/members/contract.ts";
import type { MemberDetails } from "#features/members/contract.ts";
import type { RoleName } from "#kit/contract/who.ts";
import type { ToldField } from "#kit/web/form/merge-values.ts";
import { ROLE_WORDS } from "./role-words.ts";

export type MemberValues = Omit<z.input<typeof updateMember.body>, "version">;

/** A stored person as the form shows them; the groups in one order, so that the same choice is no change. */
export function valuesOf({ role, groups }: MemberDetails): MemberValues {
  return { role, groupIds: groups.map(({ id }) => id).sort() };
}

/** In the order of the form. `groups`: those whose names are to be told. */
export function fieldsWith(groups: MemberDetails["groups"]): readonly ToldField[] {
  const names = (ids: unknown) =>
    groups.filter(({ id }) => Array.isArray(ids) && ids.includes(id)).map(({ name }) => name);
  return [
    { name: "role", label: "Role", inWords: (role) => ROLE_WORDS[role as RoleName].label }, // the schema's own
    { name: "groupIds", label: "Groups", inWords: (ids) => names(ids).join(", ") },
  ];
}
