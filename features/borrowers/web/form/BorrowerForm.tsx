import type { ReactNode } from "react";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useFieldArray } from "react-hook-form";
import * as z from "zod/mini";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Checkbox } from "#platform/web/form/ChoiceGroup.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/Field.tsx";
import type { LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { PhoneField, TextArea, TextField } from "#platform/web/form/TextField.tsx";
import {
  BorrowerDetails,
  CO_BORROWERS_PER_LOAN,
  fullName,
  uniqueEmails,
  type Borrower,
} from "#features/borrowers/contract.ts";
import { phoneText } from "#platform/text/phone.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import styles from "./BorrowerForm.module.css";

/** The schema of the form. Only a new borrower has the choice to email the link right away. */
export const BorrowerFormDetails = z
  .extend(z.omit(BorrowerDetails, { loan: true }), {
    invite: z.optional(z.boolean()),
  })
  .check(uniqueEmails);
export type BorrowerFormValues = z.input<typeof BorrowerFormDetails>;

export const EMPTY_BORROWER = {
  firstName: "",
  middleName: null,
  lastName: "",
  suffix: null,
  email: "",
  phone: null,
  loanNumber: null,
  coBorrowers: [],
  notes: "",
} satisfies BorrowerFormValues;

/** A stored borrower as the form shows it. */
export function valuesOf(borrower: Borrower): BorrowerFormValues {
  const names = Object.keys(EMPTY_BORROWER) as (keyof typeof EMPTY_BORROWER)[];
  return { ...EMPTY_BORROWER, ...Object.fromEntries(names.map((name) => [name, borrower[name]])) };
}

/** In the order of the form. */
export const BORROWER_FIELDS: readonly LabeledField[] = [
  { name: "firstName", label: "First name" },
  { name: "lastName", label: "Last name" },
  { name: "email", label: "Email" },
  { name: "middleName", label: "Middle name" },
  { name: "suffix", label: "Suffix" },
  { name: "phone", label: "Phone", inWords: (phone) => phoneText(typeof phone === "string" ? phone : "") },
  { name: "loanNumber", label: "Loan number" },
  {
    name: "coBorrowers",
    label: "Co-borrowers",
    inWords: (people) => (people as Borrower["coBorrowers"]).map(fullName).join(", "), // the form's own
  },
  { name: "notes", label: "Notes" },
];

const FULL = `A loan can have up to ${CO_BORROWERS_PER_LOAN} co-borrowers.`;
const SAME_ADDRESS = "Someone else on this loan has this email. Each borrower needs their own email for their own link";

function CoBorrowerFields() {
  const { fields, append, remove } = useFieldArray<BorrowerFormValues, "coBorrowers">({ name: "coBorrowers" });
  return (
    <div className={styles.people}>
      {fields.map(({ id }, at) => (
        <div key={id} role="group" aria-labelledby={id} className={styles.group}>
          <div className={styles.groupTop}>
            <h3 id={id}>Co-borrower {at + 1}</h3>
            <Button
              size="small"
              variant="quiet"
              icon={<X aria-hidden="true" />}
              label={`Remove co-borrower ${at + 1}`}
              onClick={() => remove(at)}
            >
              Remove
            </Button>
          </div>
          <FormRow>
            <TextField name={`coBorrowers.${at}.firstName`} label="First name" autoComplete="off" />
            <TextField name={`coBorrowers.${at}.lastName`} label="Last name" autoComplete="off" />
          </FormRow>
          <TextField
            name={`coBorrowers.${at}.email`}
            label="Email"
            type="email"
            autoComplete="off"
            errorTexts={{ SAME_ADDRESS }}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus aria-hidden="true" />}
          disabledReason={fields.length >= CO_BORROWERS_PER_LOAN ? FULL : undefined}
          onClick={() => append({ firstName: "", lastName: "", email: "" })}
        >
          Add co-borrower
        </Button>
      </div>
    </div>
  );
}

interface BorrowerFormProps {
  readonly defaults: BorrowerFormValues;
  readonly submit: string;
  readonly loading: boolean;
  readonly error: Error | null;
  /** Why the form cannot be submitted now. */
  readonly disabledReason: string | undefined;
  /** The page that Cancel opens. */
  readonly cancelTo: string;
  /** Whether the form asks to email the link right away. */
  readonly asksToInvite?: boolean;
  readonly onSubmit: (values: BorrowerFormValues) => void;
  /** Shown above the fields. */
  readonly children?: ReactNode;
}

export function BorrowerForm({ cancelTo, asksToInvite = false, children, ...form }: BorrowerFormProps) {
  return (
    <Form<BorrowerFormValues>
      {...form}
      schema={BorrowerFormDetails}
      explainError={(error) => explain(error, MESSAGES.borrower)}
      footer="sticky"
      cancel={{ to: cancelTo }}
    >
      {children}
      <FormRow>
        <TextField name="firstName" label="First name" autoComplete="off" />
        <TextField name="lastName" label="Last name" autoComplete="off" />
      </FormRow>
      <TextField name="email" label="Email" type="email" autoComplete="off" help="We'll send the invitation here." />
      <FormRow>
        <TextField name="middleName" label="Middle name" autoComplete="off" emptyAs={null} isOptional />
        <TextField name="suffix" label="Suffix" autoComplete="off" emptyAs={null} isOptional help="Jr., Sr., III" />
      </FormRow>
      <FormRow>
        <PhoneField name="phone" label="Phone" isOptional />
        <TextField
          name="loanNumber"
          label="Loan number"
          autoComplete="off"
          emptyAs={null}
          isOptional
          errorTexts={MESSAGES.loanNumber}
        />
      </FormRow>
      <section className={styles.section} aria-labelledby="co-borrowers">
        <h2 id="co-borrowers">
          Co-borrowers <span className={styles.optional}>optional</span>
        </h2>
        <CoBorrowerFields />
      </section>
      <TextArea name="notes" label="Notes" isOptional help="Internal only. Borrowers can't see notes." />
      {asksToInvite && (
        <Checkbox name="invite" help="Each person on the loan gets their own secure link. You can also send it later.">
          Send the invitation now
        </Checkbox>
      )}
    </Form>
  );
}
