import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";
import {
  DEBTS_PER_LOAN,
  FINANCED_PROPERTIES_PER_LOAN,
  INTERESTED_PARTIES_PER_LOAN,
} from "#features/borrowers/contract.ts";
import { LOAN_LABELS } from "#features/borrowers/labels.ts";
import { Checkbox, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { MoneyField } from "#platform/web/form/NumberField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { leftOutWords } from "./loan-fields.ts";
import type { LoanFormValues } from "./form.ts";
import styles from "./LoanTerms.module.css";

const TYPES = [
  { value: "installment", label: "Installment" },
  { value: "revolving", label: "Revolving" },
  { value: "other", label: "Other" },
];

export function PropertyFields() {
  const { fields, append, remove } = useFieldArray<LoanFormValues, "financedProperties">({
    name: "financedProperties",
  });
  return (
    <List
      legend={LOAN_LABELS.financedProperties}
      help="Every other property with a mortgage, without this one. Second homes and investment properties need it for reserves."
      count={fields.length}
      most={FINANCED_PROPERTIES_PER_LOAN}
      add="Add property"
      onAdd={() => append({ unpaidPrincipal: null, monthlyPayment: null, isPrincipal: false })}
    >
      {fields.map(({ id }, at) => (
        <div key={id} role="group" aria-label={`Property ${at + 1}`} className={styles.item}>
          <MoneyField name={`financedProperties.${at}.unpaidPrincipal`} label="Unpaid principal" />
          <MoneyField name={`financedProperties.${at}.monthlyPayment`} label="Monthly payment" />
          <Checkbox name={`financedProperties.${at}.isPrincipal`}>The borrower&apos;s principal home</Checkbox>
          <Remove label={`Remove property ${at + 1}`} onClick={() => remove(at)} />
        </div>
      ))}
    </List>
  );
}

export function PartyFields() {
  const { fields, append, remove } = useFieldArray<LoanFormValues, "interestedParties">({ name: "interestedParties" });
  return (
    <List
      legend={LOAN_LABELS.interestedParties}
      help="Sellers, agents, builders and others who gain from the sale. No gift may come from them."
      count={fields.length}
      most={INTERESTED_PARTIES_PER_LOAN}
      add="Add interested party"
      onAdd={() => append({ name: "", role: "" })}
    >
      {fields.map(({ id }, at) => (
        <div key={id} role="group" aria-label={`Interested party ${at + 1}`} className={styles.item}>
          <TextField name={`interestedParties.${at}.name`} label="Name" autoComplete="off" />
          <TextField name={`interestedParties.${at}.role`} label="Role" isOptional autoComplete="off" />
          <Remove label={`Remove interested party ${at + 1}`} onClick={() => remove(at)} />
        </div>
      ))}
    </List>
  );
}

export function LiabilityFields() {
  const { fields, append, remove } = useFieldArray<LoanFormValues, "disclosedLiabilities">({
    name: "disclosedLiabilities",
  });
  return (
    <List
      legend={LOAN_LABELS.disclosedLiabilities}
      help="Debts on the application. Recurring payments to others are findings."
      count={fields.length}
      most={DEBTS_PER_LOAN}
      add="Add debt"
      onAdd={() => append({ creditor: "", monthlyPayment: null, type: "installment" })}
    >
      {fields.map(({ id }, at) => (
        <div key={id} role="group" aria-label={`Debt ${at + 1}`} className={styles.item}>
          <TextField name={`disclosedLiabilities.${at}.creditor`} label="Creditor" autoComplete="off" />
          <MoneyField name={`disclosedLiabilities.${at}.monthlyPayment`} label="Monthly payment" />
          <SelectField name={`disclosedLiabilities.${at}.type`} label="Type" options={TYPES} />
          <Remove label={`Remove debt ${at + 1}`} onClick={() => remove(at)} />
        </div>
      ))}
    </List>
  );
}

/** Accounts are left out on the report page; here they are counted again. */
export function LeftOutFields() {
  const { fields, remove } = useFieldArray<LoanFormValues, "leftOutAccounts">({ name: "leftOutAccounts" });
  if (fields.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{LOAN_LABELS.leftOutAccounts}</legend>
      <ul role="list" className={styles.items}>
        {fields.map(({ id, key }, at) => (
          <li key={id} className={styles.leftOut}>
            <span>{leftOutWords(key)}</span>
            <Button size="small" label={`Count ${leftOutWords(key)} again`} onClick={() => remove(at)}>
              Count again
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface ListProps {
  readonly legend: string;
  readonly help: string;
  readonly count: number;
  readonly most: number;
  /** The button's words. */
  readonly add: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

function List({ legend, help, count, most, add, onAdd, children }: ListProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <p className={styles.help}>{help}</p>
      <div className={styles.items}>
        {children}
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden="true" />}
            disabledReason={count >= most ? `You can add up to ${most}.` : undefined}
            onClick={onAdd}
          >
            {add}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function Remove({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} label={label} onClick={onClick}>
      Remove
    </Button>
  );
}
