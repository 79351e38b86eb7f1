import { useNavigate } from "@tanstack/react-router";
import { GroupDetails, updateGroup, type Colleague, type Group } from "#features/organizations/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { Checkbox } from "#platform/web/form/Checkbox.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/FormRow.tsx";
import { SelectField } from "#platform/web/form/SelectField.tsx";
import { TextArea } from "#platform/web/form/TextArea.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { showToast } from "#platform/web/toasts.ts";
import { useUpdateGroup } from "./data.ts";
import { COLOR_OPTIONS, GROUP_FIELDS, GROUP_LIST, valuesOf, type GroupValues } from "./group-values.ts";
import { groupErrorMessage, NAME_ERRORS } from "./group-messages.ts";
import { PeopleField } from "./PeopleField.tsx";

interface GroupFormProps {
  /** The stored group. It may change while the form is open. */
  readonly group: Group;
  readonly people: readonly Colleague[];
  readonly onStale: () => void;
}

export function GroupForm({ group, people, onStale }: GroupFormProps) {
  const update = useUpdateGroup();
  const disabledReason = useDisabledReason(updateGroup);
  const navigate = useNavigate();
  const { hasEditConflict, base, theirs, version, error, goOnFrom, takeTheirs } = useEditConflict(group, {
    fields: GROUP_FIELDS,
    valuesOf: (stored) => valuesOf(stored, people),
    update,
  });

  function submit(values: GroupValues): void {
    update.mutate(
      { ...values, id: group.id, version },
      {
        onSuccess(saved) {
          goOnFrom(saved);
          showToast("Changes saved", `${saved.name} is up to date.`, { autohide: true, closeOnClick: true });
          void navigate({ to: GROUP_LIST });
        },
        onError: onStale,
      },
    );
  }

  return (
    <Form<GroupValues>
      schema={GroupDetails}
      defaults={base}
      submit="Save"
      loading={update.isPending}
      error={error}
      explainError={groupErrorMessage}
      footer="sticky"
      cancel={{ to: GROUP_LIST }}
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      {hasEditConflict && (
        <ConflictNotice what="this group" fields={GROUP_FIELDS} base={base} theirs={theirs} onMerged={takeTheirs} />
      )}
      <FormRow>
        <TextField name="name" label="Name" autoComplete="off" errorTexts={NAME_ERRORS} />
        <SelectField name="color" label="Color" options={COLOR_OPTIONS} />
      </FormRow>
      <TextArea name="description" label="Description" rows={2} isOptional />
      <PeopleField name="memberIds" people={people} />
      <Checkbox name="flags.billing" help="Editors in this group can view bills and cancel the subscription.">
        Billing
      </Checkbox>
    </Form>
  );
}
