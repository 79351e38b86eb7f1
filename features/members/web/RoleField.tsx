// Owns the choice of a role, with a line on what the chosen one may do.
import { useFormContext, useWatch } from "react-hook-form";
import { useMembership } from "#features/identity/web/session/session.ts";
import type { RoleName } from "#kit/contract/who.ts";
import { SelectField } from "#kit/web/form/SelectField.tsx";
import { ROLE_WORDS, roleOptions } from "./role-words.ts";

export function RoleField() {
  const { control } = useFormContext<{ role: RoleName }>();
  const role = useWatch({ control, name: "role" });
  const ownRole = useMembership()?.role.name ?? null;
  return <SelectField name="role" label="Role" options={roleOptions(ownRole)} help={ROLE_WORDS[role].about} />;
}
