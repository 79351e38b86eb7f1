import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { MESSAGES } from "#features/organizations/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import {
  BANK_DATA_PRODUCTS,
  OrganizationDetails,
  REPORT_DAYS,
  updateOrganization,
  type OrganizationSettings,
} from "#features/organizations/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow, Field, type FieldProps } from "#platform/web/form/Field.tsx";
import { PhoneField, TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useUpdateOrganization } from "./api.ts";
import { PRODUCT_LABELS, SETTINGS_FIELDS, valuesOf, type SettingsValues } from "./form.ts";
import styles from "#platform/web/form/Field.module.css";
import { Checkbox, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { MoneyField, NumberField } from "#platform/web/form/NumberField.tsx";

function PolicyFields() {
  return (
    <section className={styles.policies} aria-labelledby="policies">
      <h2 id="policies">Policies</h2>
      <FormRow>
        <NumberField
          name="policy.nsfReview"
          label="Fees to review"
          least={1}
          most={100}
          help="Reports ask for a review from this many returned-item and overdraft fees in 12 months."
        />
        <NumberField
          name="policy.nsfBlocker"
          label="Fees to block"
          least={1}
          most={100}
          help="From this many, they block closing."
          errorTexts={{ TOO_SMALL: "Enter at least as many as the fees to review" }}
        />
      </FormRow>
      <FormRow>
        <NumberField
          name="policy.defaultDays"
          label="Days in a report"
          least={REPORT_DAYS.least}
          most={REPORT_DAYS.most}
          help="How far back a report reads by default."
        />
      </FormRow>
      <MoneyField
        name="policy.spendCap"
        label="Spend cap"
        isOptional
        help="Monthly limit for reports, in dollars. We email you at 80% and 100%, and stop paid reports that would exceed it. Leave empty for no cap."
      />
      <Checkbox
        name="policy.restrictByGroup"
        help="Editors and observers see only borrowers in their groups or in no group."
      >
        Restrict by group
      </Checkbox>
      <Checkbox
        name="policy.requireSecondFactor"
        help="Admins without it can only open their own settings until they set it up. Set up yours first."
        errorTexts={MESSAGES.secondFactor}
      >
        Require two-factor authentication for admins
      </Checkbox>
      <Checkbox name="policy.borrowerMaySeeReport" help="They see what you see, except notes.">
        Borrowers may see their report
      </Checkbox>
      <Checkbox
        name="policy.connectInPerson"
        help="A borrower who sits with the loan officer may agree and sign in at their bank on the officer's screen. Officers never enter a borrower's bank login."
      >
        Connect in person
      </Checkbox>
      <Checkbox
        name="policy.generateOnConnect"
        help="Each new bank connection requests a report at its usual price. The spend cap applies."
      >
        Generate a report when a bank connects
      </Checkbox>
      <SelectField
        name="policy.bankDataProduct"
        label="Report product"
        options={BANK_DATA_PRODUCTS.map((value) => ({ value, label: PRODUCT_LABELS[value] }))}
        help="Applies to banks connected from now on; banks connected before have to be connected again for the next report. Consumer Report comes from Plaid Check, a consumer reporting agency. Borrowers accept a different consent text and enter their date of birth and address."
      />
      <Checkbox
        name="policy.secondPersonAccepts"
        help="Evidence, confirmations and waivers count once someone else accepts them. Only admins can accept a waiver, so you need two. What was accepted before stays accepted."
        errorTexts={MESSAGES.secondPerson}
      >
        Second person accepts
      </Checkbox>
    </section>
  );
}

function RetentionFields() {
  return (
    <section className={styles.policies} aria-labelledby="retention">
      <h2 id="retention">Retention</h2>
      <p>
        Days count from the day a borrower is closed or, if not closed, from the last activity. Nothing that a borrower
        shared is stored longer than they were promised. A legal hold stops all deletion.
      </p>
      <FormRow>
        <NumberField
          name="policy.retentionDays"
          label="Bank data (days)"
          least={30}
          most={3650}
          help="The bank's original data and connected accounts. Open connections end then too."
        />
        <NumberField
          name="policy.documentDays"
          label="Documents (days)"
          least={30}
          most={3650}
          help="Uploaded documents, letters and evidence."
        />
      </FormRow>
      <FormRow>
        <NumberField
          name="policy.reportDays"
          label="Reports (days)"
          least={30}
          most={3650}
          help="Reports with their transactions, findings and files."
        />
        <NumberField
          name="policy.closedBorrowerDays"
          label="Closed borrowers (days)"
          least={30}
          most={3650}
          help="Then the borrower is deleted. Charges and activity stay."
          errorTexts={{ TOO_SMALL: "Enter at least as many as for bank data, documents and reports" }}
        />
      </FormRow>
    </section>
  );
}

const LABELS = "Choose a time zone from the list, such as America/New_York";
const ERROR_TEXTS = { REQUIRED: LABELS, INVALID_FORMAT: LABELS, INVALID_VALUE: LABELS };

function TimeZoneField(field: FieldProps) {
  const { register } = useFormContext();
  const listId = useId();
  return (
    <Field {...field} errorTexts={ERROR_TEXTS} help="Type a city to find it. Dates are shown in this zone.">
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
      explainError={(error) => explain(error, MESSAGES.settings)}
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
      <RetentionFields />
    </Form>
  );
}
