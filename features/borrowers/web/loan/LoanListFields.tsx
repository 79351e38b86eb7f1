// Owns the lists among a loan's terms: debts that stand in the application, and people who gain from the sale.
import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { DEBTS_PER_LOAN, INTERESTED_PARTIES_PER_LOAN } from "#features/loans/contract.ts";
import { MoneyField } from "#kit/web/form/MoneyField.tsx";
import { SelectField } from "#kit/web/form/SelectField.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import type { LoanFormValues } from "./loan-values.ts";
import styles from "./LoanTerms.module.css";

const TYPES = [
  { value: "installment", label: "Installment" },
  { value: "revolving", label: "Revolving" },
  { value: "other", label: "Other" },
];

export function LiabilityFields() {
  const { fields, append, remove } = useFieldArray<LoanFormValues, "disclosedLiabilities">({
    name: "disclosedLiabilities",
  });
  return (
    <fieldset className={styles.group}>
      <legend>Disclosed debts</legend>
      <div className={styles.items}>
        {fields.map(({ id }, at) => (
          <div key={id} role="group" aria-label={`Debt ${at + 1}`} className={styles.item}>
            <TextField name={`disclosedLiabilities.${at}.creditor`} label="Creditor" autoComplete="off" />
            <MoneyField name={`disclosedLiabilities.${at}.monthlyPayment`} label="Monthly payment" />
            <SelectField name={`disclosedLiabilities.${at}.type`} label="Type" options={TYPES} />
            <Remove label={`Remove debt ${at + 1}`} onClick={() => remove(at)} />
          </div>
        ))}
        <Add
          barred={fields.length >= DEBTS_PER_LOAN ? `A loan holds at most ${DEBTS_PER_LOAN} debts here.` : undefined}
          onClick={() => append({ creditor: "", monthlyPayment: null, type: "installment" })}
        >
          Add debt
        </Add>
      </div>
    </fieldset>
  );
}

export function PartyFields() {
  const { fields, append, remove } = useFieldArray<LoanFormValues, "interestedParties">({ name: "interestedParties" });
  return (
    <fieldset className={styles.group}>
      <legend>Interested parties</legend>
      <div className={styles.items}>
        {fields.map(({ id }, at) => (
          <div key={id} role="group" aria-label={`Interested party ${at + 1}`} className={styles.item}>
            <TextField
              name={`interestedParties.${at}.name`}
              label="Name"
              autoComplete="off"
              help="A seller, an agent, a builder: no gift may come from them."
            />
            <Remove label={`Remove interested party ${at + 1}`} onClick={() => remove(at)} />
          </div>
        ))}
        <Add
          barred={
            fields.length >= INTERESTED_PARTIES_PER_LOAN
              ? `A loan holds at most ${INTERESTED_PARTIES_PER_LOAN} of them here.`
              : undefined
          }
          onClick={() => append({ name: "" })}
        >
          Add interested party
        </Add>
      </div>
    </fieldset>
  );
}

interface ActProps {
  readonly onClick: () => void;
}

function Add({
  barred,
  onClick,
  children,
}: ActProps & { readonly barred: string | undefined; readonly children: string }) {
  return (
    <div>
      <Button size="small" icon={<Plus aria-hidden="true" />} barred={barred} onClick={onClick}>
        {children}
      </Button>
    </div>
  );
}

function Remove({ label, onClick }: ActProps & { readonly label: string }) {
  return (
    <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} label={label} onClick={onClick}>
      Remove
    </Button>
  );
}
