// Owns the fields of a borrower, for creating and editing alike.
import type { ReactNode } from "react";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Checkbox } from "#kit/web/form/Checkbox.tsx";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { PhoneField } from "#kit/web/form/PhoneField.tsx";
import { TextArea } from "#kit/web/form/TextArea.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import styles from "./BorrowerForm.module.css";
import { BorrowerFormDetails, type BorrowerFormValues } from "./borrower-values.ts";
import { CoBorrowerFields } from "./CoBorrowerFields.tsx";

const LOAN_NUMBER_FAULTS = {
  LOAN_NUMBER_TAKEN:
    "Another borrower of your organization has this loan number. Correct it, or leave it empty for now",
};

interface BorrowerFormProps {
  readonly defaults: BorrowerFormValues;
  readonly submit: string;
  readonly loading: boolean;
  readonly error: Error | null;
  /** Why it may not be sent now. */
  readonly barred: string | undefined;
  /** Where Cancel leads. */
  readonly cancelTo: string;
  /** Asks whether they are mailed their link at once. */
  readonly asksToInvite?: boolean;
  readonly onSubmit: (values: BorrowerFormValues) => void;
  /** What stands above the fields. */
  readonly children?: ReactNode;
}

export function BorrowerForm({ cancelTo, asksToInvite = false, children, ...form }: BorrowerFormProps) {
  return (
    <Form<BorrowerFormValues>
      {...form}
      schema={BorrowerFormDetails}
      explainError={explainRefusal}
      footer="sticky"
      cancel={{ to: cancelTo }}
    >
      {children}
      <FormRow>
        <TextField name="firstName" label="First name" autoComplete="off" />
        <TextField name="lastName" label="Last name" autoComplete="off" />
      </FormRow>
      <TextField name="email" label="Email" type="email" autoComplete="off" help="Where the invitation goes." />
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
          faults={LOAN_NUMBER_FAULTS}
        />
      </FormRow>
      <section className={styles.section} aria-labelledby="co-borrowers">
        <h2 id="co-borrowers">
          Co-borrowers <span className={styles.optional}>optional</span>
        </h2>
        <CoBorrowerFields />
      </section>
      <TextArea
        name="notes"
        label="Notes"
        isOptional
        help="For you and your colleagues; the borrower never sees them."
      />
      {asksToInvite && (
        <Checkbox name="invite" help="Each person on the loan gets a link of their own. You can mail it later, too.">
          Mail them their link now
        </Checkbox>
      )}
    </Form>
  );
}

function explainRefusal(error: Error): string {
  switch (codeOf(error)) {
    case "LIMIT_REACHED":
      return "Your organization holds as many borrowers as it may. Tell support to raise the limit.";
    case "STALE":
      return "This borrower was changed meanwhile, so nothing was saved yet. All you wrote is still here: press Save changes again.";
    default:
      return explain(error);
  }
}
