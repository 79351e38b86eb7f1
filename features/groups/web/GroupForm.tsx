// Owns the form of a group; what someone else saves meanwhile is neither lost nor undone.
import { useNavigate } from "@tanstack/react-router";
import { GroupDetails, updateGroup, type Group } from "#features/groups/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import type { Colleague } from "#features/members/contract.ts";
import { Checkbox } from "#kit/web/form/Checkbox.tsx";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { SelectField } from "#kit/web/form/SelectField.tsx";
import { TextArea } from "#kit/web/form/TextArea.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { TheirChanges } from "#kit/web/form/TheirChanges.tsx";
import { useOvertaken } from "#kit/web/form/use-overtaken.ts";
import { showToast } from "#kit/web/toasts.ts";
import { useUpdateGroup } from "./data.ts";
import { COLOR_OPTIONS, GROUP_FIELDS, GROUP_LIST, valuesOf, type GroupValues } from "./group-values.ts";
import { explainGroupRefusal, NAME_FAULTS } from "./group-words.ts";
import { PeopleField } from "./PeopleField.tsx";

interface GroupFormProps {
  /** As stored now; it may change while the form is open. */
  readonly group: Group;
  readonly people: readonly Colleague[];
  readonly onStale: () => void;
}

export function GroupForm({ group, people, onStale }: GroupFormProps) {
  const update = useUpdateGroup();
  const bar = useBar(updateGroup);
  const navigate = useNavigate();
  const { isOvertaken, base, theirs, version, error, goOnFrom, takeTheirs } = useOvertaken(group, {
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
      explainError={explainGroupRefusal}
      footer="sticky"
      cancel={{ to: GROUP_LIST }}
      barred={bar}
      onSubmit={submit}
    >
      {isOvertaken && (
        <TheirChanges what="this group" fields={GROUP_FIELDS} base={base} theirs={theirs} onMerged={takeTheirs} />
      )}
      <FormRow>
        <TextField name="name" label="Name" autoComplete="off" faults={NAME_FAULTS} />
        <SelectField name="color" label="Color" options={COLOR_OPTIONS} />
      </FormRow>
      <TextArea name="description" label="Description" rows={2} isOptional />
      <PeopleField name="memberIds" people={people} />
      <Checkbox
        name="flags.billing"
        help="Editors of this group may read the organization's bills and cancel its subscription."
      >
        Billing
      </Checkbox>
    </Form>
  );
}
