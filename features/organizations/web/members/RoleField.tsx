import { useFormContext, useWatch } from "react-hook-form";
import { useMembership } from "#features/auth/web/session/session.ts";
import type { RoleName } from "#platform/contract/who.ts";
import { SelectField } from "#platform/web/form/SelectField.tsx";
import { ROLE_LABELS, roleOptions } from "./role-labels.ts";

export function RoleField() {
  const { control } = useFormContext<{ role: RoleName }>();
  const role = useWatch({ control, name: "role" });
  const ownRole = useMembership()?.role.name ?? null;
  return <SelectField name="role" label="Role" options={roleOptions(ownRole)} help={ROLE_LABELS[role].about} />;
}
