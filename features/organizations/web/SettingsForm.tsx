// Owns the form of an organization's settings; what someone else saves meanwhile is neither lost nor undone.
import { useBar } from "#features/identity/web/session/use-bar.ts";
import {
  OrganizationDetails,
  updateOrganization,
  type OrganizationSettings,
} from "#features/organizations/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { PhoneField } from "#kit/web/form/PhoneField.tsx";
import { TextArea } from "#kit/web/form/TextArea.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { TheirChanges } from "#kit/web/form/TheirChanges.tsx";
import { useOvertaken } from "#kit/web/form/use-overtaken.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { showToast } from "#kit/web/toasts.ts";
import { useUpdateOrganization } from "./data.ts";
import { PolicyFields } from "./PolicyFields.tsx";
import { SETTINGS_FIELDS, valuesOf, type SettingsValues } from "./settings-values.ts";
import { TimeZoneField } from "./TimeZoneField.tsx";

interface SettingsFormProps {
  /** As stored now; they may change while the form is open. */
  readonly settings: OrganizationSettings;
  readonly onStale: () => void;
}

export function SettingsForm({ settings, onStale }: SettingsFormProps) {
  const update = useUpdateOrganization();
  const bar = useBar(updateOrganization);
  const { isOvertaken, base, theirs, version, error, goOnFrom, takeTheirs } = useOvertaken(settings, {
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
          showToast("Settings saved", `They hold for everyone in ${saved.name}.`, {
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
      explainError={explainRefusal}
      footer="sticky"
      barred={bar}
      onSubmit={submit}
    >
      {isOvertaken && (
        <TheirChanges
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
        help="As borrowers read it in mails and reports."
      />
      <FormRow>
        <TextField
          name="nmlsId"
          label="NMLS ID"
          autoComplete="off"
          inputMode="numeric"
          emptyAs={null}
          isOptional
          faults={{ INVALID_FORMAT: "Enter 1 to 12 digits" }}
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
        help="Where answers to your mails go."
      />
      <TextArea name="address" label="Address" rows={3} emptyAs={null} isOptional />
      <TimeZoneField name="timeZone" label="Time zone" />
      <PolicyFields />
    </Form>
  );
}

function explainRefusal(error: Error): string {
  switch (codeOf(error)) {
    case "STALE":
      return "These settings were changed meanwhile, so nothing was saved yet. All you wrote is still here: press Save again.";
    default:
      return explain(error);
  }
}
