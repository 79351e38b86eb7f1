import { memo } from "react";
import { useWatch } from "react-hook-form";
import { MAX_RESERVE_MONTHS, updateLoan, type Borrower } from "#features/borrowers/contract.ts";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import type { LoanField } from "#features/borrowers/labels.ts";
import { FocusOn } from "#platform/web/form/Field.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { MoneyField, NumberField } from "#platform/web/form/NumberField.tsx";
import { SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { useUpdateLoan } from "../api.ts";
import { isForPurpose, LOAN_FIELDS, optionsOf, SAVE_TERMS } from "./loan-fields.ts";
import { LeftOutFields, LiabilityFields, PartyFields, PropertyFields } from "./LoanListFields.tsx";
import styles from "./LoanTerms.module.css";
import { LoanFormSchema, loanOf, TOLD_FIELDS, valuesOf, type LoanFormValues } from "./form.ts";

const GROUPS: readonly { readonly title: string; readonly fields: readonly LoanField[] }[] = [
  {
    title: "Loan",
    fields: [
      "transactionType",
      "program",
      "underwriting",
      "loanAmount",
      "financedFees",
      "subordinateFinancing",
      "pitia",
    ],
  },
  {
    title: "Property",
    fields: ["occupancy", "units", "salesPrice", "payoff", "appraisedValue", "acquiredOn", "acquisitionCost"],
  },
  {
    title: "Costs and credits",
    fields: ["closingCosts", "prepaids", "credits", "lenderCredits", "inducements", "emd"],
  },
  { title: "Dates", fields: ["contractDate", "applicationDate", "noteDate", "disbursementDate"] },
  { title: "Reserves", fields: ["reserveMonthsRequired", "reserveReason", "ausReserves"] },
  { title: "Borrower", fields: ["monthlyIncome", "creditScore", "isFirstTimeBuyer", "isHomeReady"] },
];

interface LoanTermsFormProps {
  /** The stored borrower. It may change while the form is open. */
  readonly borrower: Borrower;
  /** The cursor starts in this field. */
  readonly focusOn?: LoanField | undefined;
  readonly onDone: () => void;
  readonly onStale: () => void;
}

const valuesOfBorrower = ({ loan }: Borrower) => valuesOf(loan);

export function LoanTermsForm({ borrower, focusOn = "transactionType", onDone, onStale }: LoanTermsFormProps) {
  const update = useUpdateLoan();
  const disabledReason = useDisabledReason(updateLoan);
  const { hasEditConflict, base, theirs, version, error, takeTheirs } = useEditConflict(borrower, {
    fields: TOLD_FIELDS,
    valuesOf: valuesOfBorrower,
    update,
  });

  function submit(values: LoanFormValues): void {
    update.mutate(
      { id: borrower.id, loan: loanOf(values), version },
      { onSuccess: onDone, onError: (refused) => codeOf(refused) === "STALE" && onStale() },
    );
  }

  return (
    <div className={styles.form}>
      <Form<LoanFormValues>
        schema={LoanFormSchema}
        defaults={base}
        submit={SAVE_TERMS}
        loading={update.isPending}
        error={error}
        explainError={(error) => explain(error, MESSAGES.loan)}
        disabledReason={disabledReason}
        footer="sticky"
        cancel={onDone}
        onSubmit={submit}
      >
        {hasEditConflict && (
          <ConflictNotice what="these terms" fields={TOLD_FIELDS} base={base} theirs={theirs} onMerged={takeTheirs} />
        )}
        <AllFields focusOn={focusOn} />
      </Form>
    </div>
  );
}

/** Not drawn again while the form is sent. */
const AllFields = memo(function AllFields({ focusOn }: { readonly focusOn: LoanField }) {
  return (
    <>
      <FocusOn field={focusOn} />
      {GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          <div className={styles.fields}>
            <TermFields fields={fields} focusOn={focusOn} />
          </div>
        </fieldset>
      ))}
      <PropertyFields />
      <PartyFields />
      <LiabilityFields />
      <LeftOutFields />
    </>
  );
});

interface TermFieldsProps {
  readonly fields: readonly LoanField[];
  /** Shown whatever the purpose. */
  readonly focusOn: LoanField;
}

/** Terms of the other purpose are left out once one is chosen. */
function TermFields({ fields, focusOn }: TermFieldsProps) {
  const purpose: unknown = useWatch({ name: "transactionType" });
  return fields
    .filter((field) => field === focusOn || isForPurpose(field, purpose))
    .map((field) => <TermField key={field} name={field} />);
}

function TermField({ name }: { readonly name: LoanField }) {
  const words = LOAN_FIELDS[name];
  const field = { name, label: words.label, help: "help" in words ? words.help : undefined };
  switch (words.kind) {
    case "choice":
    case "yesNo":
      return <SelectField {...field} options={optionsOf(name)} />;
    case "date":
      return <TextField {...field} type="date" autoComplete="off" />;
    case "months":
      return <NumberField {...field} least={0} most={MAX_RESERVE_MONTHS} />;
    case "score":
      return <NumberField {...field} least={300} most={850} />;
    case "text":
      return <TextField {...field} autoComplete="off" />;
    case "money":
      return <MoneyField {...field} />;
    case "list":
      return null; // lists have fields of their own below
  }
}
