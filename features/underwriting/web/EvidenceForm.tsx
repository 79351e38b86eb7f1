import { useMemo, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Checkbox } from "#kit/web/form/Checkbox.tsx";
import { FocusOn } from "#kit/web/form/FocusOn.tsx";
import { Form } from "#kit/web/form/Form.tsx";
import { FormRow } from "#kit/web/form/FormRow.tsx";
import { MoneyField } from "#kit/web/form/MoneyField.tsx";
import { SelectField } from "#kit/web/form/SelectField.tsx";
import { TextArea } from "#kit/web/form/TextArea.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { formatMoney } from "#kit/web/format/money.ts";
import { detailsOf, evidenceSchema, labelOf, type EvidenceValues, type Subject } from "./evidence-values.ts";
import { KIND_OPTIONS } from "./evidence-words.ts";
import { LetterState } from "./LetterState.tsx";
import styles from "./Workbench.module.css";

interface EvidenceFormProps {
  readonly defaults: EvidenceValues;
  readonly subject: Subject;
  readonly submit: string;
  readonly loading: boolean;
  readonly error: Error | null;
  /** It may be accepted as it is written down. */
  readonly mayAccept?: boolean;
  /** It took the place of the button that opened it. */
  readonly takesFocus: boolean;
  readonly onSubmit: (values: EvidenceValues) => void;
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
}

export function EvidenceForm({
  subject,
  mayAccept = false,
  takesFocus,
  onCancel,
  children,
  ...form
}: EvidenceFormProps) {
  const { transactionId, restCents } = subject;
  const schema = useMemo(() => evidenceSchema({ transactionId, restCents }), [transactionId, restCents]);
  const isGiftToCome = transactionId === null;
  return (
    <Form<EvidenceValues>
      {...form}
      schema={schema}
      explainError={explainRefusal}
      {...(onCancel && { cancel: onCancel })}
    >
      {takesFocus && <FocusOn field={isGiftToCome ? "donor.name" : "kind"} />}
      {!isGiftToCome && (
        <FormRow>
          <SelectField name="kind" label={labelOf("kind")} options={KIND_OPTIONS} />
          <MoneyField
            name="sourcedCents"
            label={labelOf("sourcedCents")}
            help={`At most ${formatMoney(restCents)}, what nothing explains yet.`}
            faults={{ TOO_BIG: `Only ${formatMoney(restCents)} of the deposit is left to explain` }}
          />
        </FormRow>
      )}
      <GiftFields />
      <TextArea name="note" label={labelOf("note")} rows={2} isOptional help="For you and your colleagues." />
      {children}
      {mayAccept && <Checkbox name="isAccepted">Accept it at once</Checkbox>}
    </Form>
  );
}

function GiftFields() {
  const values = useWatch<EvidenceValues>() as EvidenceValues; // every field has a default
  if (values.kind !== "gift") return null;
  return (
    <fieldset className={styles.donor}>
      <legend>Gift letter</legend>
      <FormRow>
        <TextField name="donor.name" label={labelOf("donor.name")} autoComplete="off" />
        <TextField
          name="donor.relationship"
          label={labelOf("donor.relationship")}
          autoComplete="off"
          help="To the borrower: mother, fiancé, domestic partner."
        />
      </FormRow>
      <FormRow>
        <TextField name="donor.address" label={labelOf("donor.address")} autoComplete="off" />
        <TextField name="donor.phone" label={labelOf("donor.phone")} type="tel" autoComplete="off" />
      </FormRow>
      <MoneyField name="amountCents" label={labelOf("amountCents")} />
      <Checkbox name="noRepayment">The letter says that nothing is to be repaid</Checkbox>
      <Checkbox name="transferEvidence">The transfer from the donor&apos;s account is shown</Checkbox>
      <LetterState letter={detailsOf(values, null)} />
    </fieldset>
  );
}

function explainRefusal(error: Error): string {
  switch (codeOf(error)) {
    case "STALE":
      return "This was changed meanwhile, so nothing was saved yet. All you wrote is still here: press Save again.";
    case "LIMIT_REACHED":
      return "This borrower has as much evidence as one can have. Write it into a source that is there.";
    default:
      return explain(error);
  }
}
