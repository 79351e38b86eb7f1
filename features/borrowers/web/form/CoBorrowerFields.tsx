import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { CO_BORROWERS_PER_LOAN } from "#features/borrowers/contract.ts";
import { FormRow } from "#platform/web/form/FormRow.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import type { BorrowerFormValues } from "./borrower-values.ts";
import styles from "./BorrowerForm.module.css";

const FULL = `A loan can have up to ${CO_BORROWERS_PER_LOAN} co-borrowers.`;
const SAME_ADDRESS = "Someone else on this loan has this email. Each borrower needs their own email for their own link";

export function CoBorrowerFields() {
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
