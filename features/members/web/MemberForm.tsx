// Owns the form of a person's role and groups; what someone else saves meanwhile is neither lost nor undone.
import { lazy, Suspense } from "react";
import * as z from "zod/mini";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { updateMember, type MemberDetails } from "#features/members/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { useOvertaken } from "#kit/web/form/use-overtaken.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { showToast } from "#kit/web/toasts.ts";
import { useUpdateMember } from "./data.ts";
import { explainChange } from "./explain-refusal.ts";
import { GroupsField } from "./GroupsField.tsx";
import { fieldsWith, valuesOf, type MemberValues } from "./member-values.ts";
import { RoleField } from "./RoleField.tsx";

const TheirChanges = lazy(() =>
  import("#kit/web/form/TheirChanges.tsx").then((file) => ({ default: file.TheirChanges })),
);

const roleAndGroups = z.omit(updateMember.body, { version: true });

interface MemberFormProps {
  /** As stored now; it may change while the form is open. */
  readonly member: MemberDetails;
  readonly onStale: () => void;
}

export function MemberForm({ member, onStale }: MemberFormProps) {
  const update = useUpdateMember();
  const bar = useBar(updateMember);
  const fields = fieldsWith(member.groups);
  const { isOvertaken, base, theirs, version, error, goOnFrom, takeTheirs } = useOvertaken(member, {
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
      barred={bar}
      onSubmit={submit}
    >
      {isOvertaken && (
        <Suspense fallback={null}>
          <TheirChanges what="this user" fields={fields} base={base} theirs={theirs} onMerged={takeTheirs} />
        </Suspense>
      )}
      <RoleField />
      <GroupsField member={member} />
    </Form>
  );
}
