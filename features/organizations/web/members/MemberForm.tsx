import { lazy, Suspense } from "react";
import * as z from "zod/mini";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { type MemberDetails, updateMember } from "#features/organizations/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { showToast } from "#platform/web/toasts.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { LabeledField } from "#platform/web/form/merge-values.ts";
import { useUpdateMember } from "./data.ts";
import { explainChange } from "./error-messages.ts";
import { GroupsField, RoleField } from "./MemberFields.tsx";
import { ROLE_LABELS } from "./role-labels.ts";

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
      explainError={explainChange}
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
