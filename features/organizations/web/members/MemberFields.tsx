import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { groupChoices } from "#features/organizations/web/groups/data.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import type { Member } from "#features/organizations/contract.ts";
import { CheckboxGroup } from "#platform/web/form/CheckboxGroup.tsx";
import { FieldNote, useFieldError } from "#platform/web/form/Field.tsx";
import { errorText } from "#platform/web/form/error-text.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import type { RoleName } from "#platform/contract/who.ts";
import { SelectField } from "#platform/web/form/SelectField.tsx";
import { ROLE_LABELS, roleOptions } from "./role-labels.ts";

interface GroupsFieldProps {
  /** The member whose groups these are. Absent for a new member of the active organization. */
  readonly member?: Pick<Member, "groups" | "organization">;
}

export function GroupsField({ member }: GroupsFieldProps) {
  const ownId = useMembership()?.organizationId;
  // Root may open members of other organizations and can only remove their groups.
  const isHere = member === undefined || member.organization.id === ownId;
  const { data, error, refetch } = useQuery({ ...groupChoices(), enabled: isHere });
  const { field } = useController({ name: "groupIds" });
  const chosen = field.value as readonly string[]; // typed by the schema
  const noteId = useId();
  const fault = useFieldError("groupIds");
  const text = fault && errorText("Groups", fault.message ?? "");
  const known = isHere ? data : member.groups;

  function toggle(id: string, isChosen: boolean): void {
    // Without groups deleted since then, which have no box. Sorted, so that the same selection is not a change.
    const others = chosen.filter((other) => other !== id && known?.some((group) => group.id === other));
    field.onChange((isChosen ? [...others, id] : others).sort());
  }

  return (
    <CheckboxGroup
      legend="Groups"
      options={known ?? []}
      chosen={chosen}
      onToggle={toggle}
      {...(known && { empty: "No groups yet." })}
      describedBy={text && noteId}
      firstRef={field.ref}
      before={!known && (error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <Skeleton lines={2} />)}
    >
      <FieldNote id={noteId} fault={text} />
    </CheckboxGroup>
  );
}

function NotLoaded({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <Alert
      tone="stop"
      title="We couldn't load the groups"
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {explain(error)}
    </Alert>
  );
}

export function RoleField() {
  const { control } = useFormContext<{ role: RoleName }>();
  const role = useWatch({ control, name: "role" });
  const ownRole = useMembership()?.role.name ?? null;
  return <SelectField name="role" label="Role" options={roleOptions(ownRole)} help={ROLE_LABELS[role].about} />;
}
