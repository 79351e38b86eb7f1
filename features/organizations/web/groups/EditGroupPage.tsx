import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { GroupDetails, updateGroup, type Colleague, type Group } from "#features/organizations/contract.ts";
import { colleagues } from "#features/organizations/web/members/api.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { useParam } from "#platform/web/use-param.ts";
import { groups, useUpdateGroup } from "./api.ts";
import { COLOR_OPTIONS, GROUP_FIELDS, GROUP_LIST, useAskedDelete, valuesOf, type GroupValues } from "./form.ts";
import { MESSAGES } from "#features/organizations/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { Checkbox, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow, FieldNote, useFieldError } from "#platform/web/form/Field.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { ROLE_LABELS } from "#features/organizations/web/members/role-labels.ts";
import { errorText } from "#platform/web/form/schema-resolver.ts";
import fieldStyles from "#platform/web/form/Field.module.css";
import styles from "./Groups.module.css";

export function EditGroupPage() {
  const id = useParam("id");
  const all = useQuery(groups());
  const people = useQuery(colleagues());
  const group = all.data?.find((one) => one.id === id);
  return (
    <Page title="Edit Group" back={{ to: GROUP_LIST, label: "Groups" }} action={group && <DeleteGroup group={group} />}>
      <QueryBoundary query={all} failed="We couldn't load the group">
        {() =>
          group ? (
            <PageCard size="large">
              <QueryBoundary query={people} failed="We couldn't load the people">
                {(known: Colleague[]) => (
                  <GroupForm key={id} group={group} people={known} onStale={() => void all.refetch()} />
                )}
              </QueryBoundary>
            </PageCard>
          ) : (
            <EmptyState title="Group not found" action={<LinkButton to={GROUP_LIST}>See all groups</LinkButton>}>
              It was deleted, or belongs to another organization.
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function DeleteGroup({ group }: { readonly group: Group }) {
  const navigate = useNavigate();
  const { ask, isPending, error } = useAskedDelete(
    group,
    () => void navigate({ to: GROUP_LIST, ignoreBlocker: true }), // the group is deleted, so input cannot be saved
  );
  return (
    <>
      {error && <Alert tone="stop">{explain(error, MESSAGES.group)}</Alert>}
      <Button isBusy={isPending} onClick={() => void ask()}>
        Delete group
      </Button>
    </>
  );
}

const ERROR_TEXTS = { TOO_BIG: "Too many people. Create a second group for some of them" };

/** More than a user reads through. A search is quicker. */
const SHOWN = 100;

interface PeopleFieldProps {
  readonly name: string;
  readonly people: readonly Colleague[];
}

function PeopleField({ name, people }: PeopleFieldProps) {
  const { field } = useController({ name });
  const [search, setSearch] = useState("");
  const [searchId, noteId] = [useId(), useId()];
  const error = useFieldError(name);
  const text = error && errorText("People", error.message ?? "", ERROR_TEXTS);
  const chosen = new Set(field.value as readonly string[]); // typed by the schema
  const found = people.filter((person) => matches(person, search));
  const hidden = found.length - SHOWN;

  function toggle(userId: string, isIn: boolean): void {
    const others = [...chosen].filter((id) => id !== userId);
    field.onChange((isIn ? [...others, userId] : others).sort()); // Sorted, so that the same selection is not a change.
  }

  return (
    <fieldset className={styles.people} aria-describedby={text && noteId}>
      <legend>People</legend>
      <label htmlFor={searchId} className="visually-hidden">
        Find people
      </label>
      <input
        id={searchId}
        type="search"
        className={fieldStyles.control}
        placeholder="Find people"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()} // Enter would save the group.
      />
      <div className={styles.found}>
        {found.slice(0, SHOWN).map(({ userId, firstName, lastName, role }, at) => (
          <label key={userId}>
            <input
              ref={at === 0 ? field.ref : undefined}
              type="checkbox"
              checked={chosen.has(userId)}
              onBlur={field.onBlur}
              onChange={({ target }) => toggle(userId, target.checked)}
            />
            {firstName} {lastName}
            <span className={styles.about}>{ROLE_LABELS[role].label}</span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.about}>No one with this name is in your organization.</p>}
        {hidden > 0 && <p className={styles.about}>{hidden} more. Type part of a name to find them.</p>}
      </div>
      <p className={styles.about} role="status">
        {chosen.size} chosen
      </p>
      <FieldNote id={noteId} error={text} />
    </fieldset>
  );
}

function matches({ firstName, lastName }: Colleague, search: string): boolean {
  const [name, words] = [`${firstName} ${lastName}`, search.trim()].map((text) => text.toLowerCase());
  return name?.includes(words ?? "") ?? true;
}

interface GroupFormProps {
  /** The stored group. It may change while the form is open. */
  readonly group: Group;
  readonly people: readonly Colleague[];
  readonly onStale: () => void;
}

function GroupForm({ group, people, onStale }: GroupFormProps) {
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
      explainError={(error) => explain(error, MESSAGES.group)}
      footer="sticky"
      cancel={{ to: GROUP_LIST }}
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      {hasEditConflict && (
        <ConflictNotice what="this group" fields={GROUP_FIELDS} base={base} theirs={theirs} onMerged={takeTheirs} />
      )}
      <FormRow>
        <TextField name="name" label="Name" autoComplete="off" errorTexts={MESSAGES.groupName} />
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
