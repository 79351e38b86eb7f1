import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import {
  OrganizationDetails,
  updateOrganization,
  type OrganizationSettings,
} from "#features/organizations/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/FormRow.tsx";
import { PhoneField } from "#platform/web/form/PhoneField.tsx";
import { TextArea } from "#platform/web/form/TextArea.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { showToast } from "#platform/web/toasts.ts";
import { Field, type FieldProps } from "#platform/web/form/Field.tsx";
import { useUpdateOrganization } from "./data.ts";
import { PolicyFields } from "./PolicyFields.tsx";
import { SETTINGS_FIELDS, valuesOf, type SettingsValues } from "./settings-values.ts";
import styles from "#platform/web/form/Field.module.css";

const LABELS = "Choose a time zone from the list, such as America/New_York";
const FAULTS = { REQUIRED: LABELS, INVALID_FORMAT: LABELS, INVALID_VALUE: LABELS };

function TimeZoneField(field: FieldProps) {
  const { register } = useFormContext();
  const listId = useId();
  return (
    <Field {...field} errorTexts={FAULTS} help="Type a city to find it. Dates are shown in this zone.">
      {({ control }) => (
        <>
          <input
            {...control}
            {...register(field.name)}
            className={styles.control}
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <datalist id={listId}>
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} label={zone.replaceAll("_", " ")} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

interface SettingsFormProps {
  /** The stored settings. They may change while the form is open. */
  readonly settings: OrganizationSettings;
  readonly onStale: () => void;
}

export function SettingsForm({ settings, onStale }: SettingsFormProps) {
  const update = useUpdateOrganization();
  const disabledReason = useDisabledReason(updateOrganization);
  const { hasEditConflict, base, theirs, version, error, goOnFrom, takeTheirs } = useEditConflict(settings, {
    fields: SETTINGS_FIELDS,
    valuesOf,
    update,
  });

  function submit(values: SettingsValues): void {
    update.mutate(
      { ...values, version },
      {
        onSuccess(saved) {
          goOnFrom(saved);
          showToast("Settings saved", `They apply to everyone in ${saved.name}.`, {
            autohide: true,
            closeOnClick: true,
          });
        },
        onError: (refused) => codeOf(refused) === "STALE" && onStale(),
      },
    );
  }

  return (
    <Form<SettingsValues>
      schema={OrganizationDetails}
      defaults={base}
      submit="Save"
      loading={update.isPending}
      error={error}
      explainError={errorMessage}
      footer="sticky"
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      {hasEditConflict && (
        <ConflictNotice
          what="these settings"
          fields={SETTINGS_FIELDS}
          base={base}
          theirs={theirs}
          onMerged={takeTheirs}
        />
      )}
      <TextField
        name="name"
        label="Name"
        autoComplete="organization"
        help="As borrowers see it in emails and reports."
      />
      <FormRow>
        <TextField
          name="nmlsId"
          label="NMLS ID"
          autoComplete="off"
          inputMode="numeric"
          emptyAs={null}
          isOptional
          errorTexts={{ INVALID_FORMAT: "Enter 1 to 12 digits" }}
        />
        <PhoneField name="phone" label="Phone" isOptional />
      </FormRow>
      <TextField
        name="replyTo"
        label="Reply-to address"
        type="email"
        autoComplete="off"
        emptyAs={null}
        isOptional
        help="Where replies to your emails go."
      />
      <TextArea name="address" label="Address" rows={3} emptyAs={null} isOptional />
      <TimeZoneField name="timeZone" label="Time zone" />
      <PolicyFields />
    </Form>
  );
}

function errorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "STALE":
      return "Someone else updated these settings. Your changes aren't saved yet: review them, then save again.";
    default:
      return explain(error);
  }
}
