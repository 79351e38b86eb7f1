import { lazy, Suspense, useId } from "react";
import * as z from "zod/mini";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { updateMember, type Member, type MemberDetails } from "#features/organizations/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { useEditConflict, type LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import type { RoleName } from "#platform/contract/who.ts";
import { useUpdateMember } from "./api.ts";
import { MESSAGES } from "#features/organizations/messages.ts";
import { ROLE_LABELS, roleOptions } from "./role-labels.ts";
import { useQuery } from "@tanstack/react-query";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { groupChoices } from "#features/organizations/web/groups/api.ts";
import { CheckboxGroup, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { FieldNote, useFieldError } from "#platform/web/form/Field.tsx";
import { errorText } from "#platform/web/form/schema-resolver.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";

const ConflictNotice = lazy(() =>
  import("#platform/web/form/ConflictNotice.tsx").then((file) => ({ default: file.ConflictNotice })),
);

const roleAndGroups = z.omit(updateMember.body, { version: true });

interface MemberFormProps {
  /** The stored member. It may change while the form is open. */
  readonly member: MemberDetails;
  readonly onStale: () => void;
}

export function MemberForm({ member, onStale }: MemberFormProps) {
  const update = useUpdateMember();
  const disabledReason = useDisabledReason(updateMember);
  const fields = fieldsWith(member.groups);
  const { hasEditConflict, base, theirs, version, error, goOnFrom, takeTheirs } = useEditConflict(member, {
    fields,
    valuesOf,
    update,
  });

  function submit(values: MemberValues): void {
    update.mutate(
      { ...values, id: member.id, version },
      {
        onSuccess(saved) {
          goOnFrom(saved);
          showToast("Changes saved", `${saved.email} is up to date.`, { autohide: true, closeOnClick: true });
        },
        onError: (refused) => codeOf(refused) === "STALE" && onStale(),
      },
    );
  }

  return (
    <Form<MemberValues>
      schema={roleAndGroups}
      defaults={base}
      submit="Save"
      loading={update.isPending}
      error={error}
      explainError={(error) => explain(error, MESSAGES.member)}
      footer="sticky"
      cancel={{ to: "/admin/users" }}
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      {hasEditConflict && (
        <Suspense fallback={null}>
          <ConflictNotice what="this user" fields={fields} base={base} theirs={theirs} onMerged={takeTheirs} />
        </Suspense>
      )}
      <RoleField />
      <GroupsField member={member} />
    </Form>
  );
}

type MemberValues = Omit<z.input<typeof updateMember.body>, "version">;

/** The form values of a stored member. Groups are sorted, so that the same selection is not a change. */
function valuesOf({ role, groups }: MemberDetails): MemberValues {
  return { role, groupIds: groups.map(({ id }) => id).sort() };
}

/** In the order of the form. `groups`: those whose names are shown. */
function fieldsWith(groups: MemberDetails["groups"]): readonly LabeledField[] {
  const names = (ids: unknown) =>
    groups.filter(({ id }) => Array.isArray(ids) && ids.includes(id)).map(({ name }) => name);
  return [
    { name: "role", label: "Role", inWords: (role) => ROLE_LABELS[role as RoleName].label }, // typed by the schema
    { name: "groupIds", label: "Groups", inWords: (ids) => names(ids).join(", ") },
  ];
}

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
  const fieldError = useFieldError("groupIds");
  const text = fieldError && errorText("Groups", fieldError.message ?? "");
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
      <FieldNote id={noteId} error={text} />
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
