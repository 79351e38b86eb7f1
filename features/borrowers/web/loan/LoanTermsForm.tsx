// Owns the form of a loan's terms; what someone else saves meanwhile is neither lost nor undone.
import { updateLoan, type Borrower } from "#features/borrowers/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { RESERVE_MONTHS_MOST } from "#features/loans/contract.ts";
import type { LoanField } from "#features/loans/words.ts";
import { FocusOn } from "#kit/web/form/FocusOn.tsx";
import { Form } from "#kit/web/form/Form.tsx";
import { MoneyField } from "#kit/web/form/MoneyField.tsx";
import { NumberField } from "#kit/web/form/NumberField.tsx";
import { SelectField } from "#kit/web/form/SelectField.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { TheirChanges } from "#kit/web/form/TheirChanges.tsx";
import { useOvertaken } from "#kit/web/form/use-overtaken.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { useUpdateLoan } from "../data.ts";
import { LOAN_FIELDS, optionsOf } from "./loan-fields.ts";
import { LiabilityFields, PartyFields } from "./LoanListFields.tsx";
import styles from "./LoanTerms.module.css";
import { loanOf, LoanFormSchema, TOLD_FIELDS, valuesOf, type LoanFormValues } from "./loan-values.ts";

const GROUPS: readonly { readonly title: string; readonly fields: readonly LoanField[] }[] = [
  { title: "What it is for", fields: ["transactionType", "program", "occupancy", "units"] },
  { title: "Price and loan", fields: ["salesPrice", "payoff", "appraisedValue", "loanAmount"] },
  { title: "Each month", fields: ["monthlyIncome", "pitia", "reserveMonthsRequired"] },
  { title: "At closing", fields: ["closingCosts", "prepaids", "credits", "inducements", "emd"] },
  { title: "Dates", fields: ["applicationDate", "noteDate"] },
];

interface LoanTermsFormProps {
  /** As stored now; it may change while the form is open. */
  readonly borrower: Borrower;
  /** Whoever was sent to a field finds the cursor in it. */
  readonly focusOn?: LoanField | undefined;
  readonly onDone: () => void;
  readonly onStale: () => void;
}

const valuesOfBorrower = ({ loan }: Borrower) => valuesOf(loan);

export function LoanTermsForm({ borrower, focusOn = "transactionType", onDone, onStale }: LoanTermsFormProps) {
  const update = useUpdateLoan();
  const bar = useBar(updateLoan);
  const { isOvertaken, base, theirs, version, error, takeTheirs } = useOvertaken(borrower, {
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
        submit="Save terms"
        loading={update.isPending}
        error={error}
        explainError={explainRefusal}
        barred={bar}
        cancel={onDone}
        onSubmit={submit}
      >
        {isOvertaken && (
          <TheirChanges what="these terms" fields={TOLD_FIELDS} base={base} theirs={theirs} onMerged={takeTheirs} />
        )}
        <FocusOn field={focusOn} />
        {GROUPS.map(({ title, fields }) => (
          <fieldset key={title} className={styles.group}>
            <legend>{title}</legend>
            <div className={styles.fields}>
              {fields.map((field) => (
                <TermField key={field} name={field} />
              ))}
            </div>
          </fieldset>
        ))}
        <LiabilityFields />
        <PartyFields />
      </Form>
    </div>
  );
}

function TermField({ name }: { readonly name: LoanField }) {
  const words = LOAN_FIELDS[name];
  const field = { name, label: words.label, help: "help" in words ? words.help : undefined };
  switch (name) {
    case "transactionType":
    case "program":
    case "occupancy":
    case "units":
      return <SelectField {...field} options={optionsOf(name)} />;
    case "applicationDate":
    case "noteDate":
      return <TextField {...field} type="date" autoComplete="off" />;
    case "reserveMonthsRequired":
      return <NumberField {...field} least={0} most={RESERVE_MONTHS_MOST} />;
    default:
      return <MoneyField {...field} />;
  }
}

function explainRefusal(error: Error): string {
  if (codeOf(error) === "STALE")
    return "This loan was changed meanwhile, so nothing was saved yet. All you wrote is still here: press Save terms again.";
  return explain(error);
}
