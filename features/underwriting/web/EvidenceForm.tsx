import { useMemo, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { formatMoney } from "#platform/money/money.ts";
import { KIND_LABELS, letterWords } from "#features/underwriting/labels.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Checkbox, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { FocusOn, FormRow } from "#platform/web/form/Field.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { MoneyField } from "#platform/web/form/NumberField.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import {
  AMOUNTS,
  asksForClearing,
  asksForPeriod,
  detailsOf,
  evidenceSchema,
  labelOf,
  type EvidenceValues,
  type Subject,
} from "./form.ts";
import styles from "./ExplainDepositPanel.module.css";
import { missingGiftParts, type GiftLetter } from "#features/underwriting/rules/gifts.ts";

interface EvidenceFormProps {
  readonly defaults: EvidenceValues;
  readonly subject: Subject;
  readonly submit: string;
  readonly loading: boolean;
  readonly error: Error | null;
  /** It replaces the button that opened it. */
  readonly takesFocus: boolean;
  readonly onSubmit: (values: EvidenceValues) => void;
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
}

export function EvidenceForm({ subject, takesFocus, onCancel, children, ...form }: EvidenceFormProps) {
  const { transactionId, accountId, accountKey, restCents } = subject;
  const schema = useMemo(
    () => evidenceSchema({ transactionId, accountId, accountKey, restCents }),
    [transactionId, accountId, accountKey, restCents],
  );
  return (
    <Form<EvidenceValues>
      {...form}
      schema={schema}
      explainError={(error) => explain(error, MESSAGES.evidence)}
      {...(onCancel && { cancel: onCancel })}
    >
      {takesFocus && <FocusOn field={firstField(subject)} />}
      <KindFields subject={subject} />
      <TextArea name="note" label={labelOf("note")} rows={2} isOptional help="Only your organization can see it." />
      {children}
    </Form>
  );
}

function firstField({ kinds, transactionId }: Subject): string {
  if (kinds.length > 1) return "kind";
  switch (kinds[0]) {
    case "gift":
      return transactionId === null ? "donor.name" : "sourcedCents";
    case "statement":
      return "periodFrom";
    case "access_letter":
      return "person";
    case "letter":
      return "note";
    default:
      return "sourcedCents";
  }
}

function KindFields({ subject }: Pick<EvidenceFormProps, "subject">) {
  const { transactionId, kinds } = subject;
  const values = useWatch<EvidenceValues>() as EvidenceValues; // every field has a default
  const { kind } = values;
  const isGiftToCome = kind === "gift" && transactionId === null;
  return (
    <>
      {(kinds.length > 1 || kind === "") && (
        <SelectField
          name="kind"
          label={labelOf("kind")}
          options={[
            { value: "", label: "Choose what it is" },
            ...kinds.map((value) => ({ value, label: KIND_LABELS[value] })),
          ]}
          errorTexts={{ INVALID_VALUE: "Choose what it is" }}
        />
      )}
      {kind !== "" && !isGiftToCome && <Amount subject={subject} kind={kind} />}
      {kind === "access_letter" && (
        <TextField
          name="person"
          label="Account holder who signed the letter"
          autoComplete="off"
          help="The letter gives the borrower full access to the money."
        />
      )}
      {asksForPeriod(values) && (
        <FormRow>
          <TextField
            name="periodFrom"
            label={labelOf("periodFrom")}
            type="date"
            autoComplete="off"
            errorTexts={{ TOO_BIG: "This day is in the future" }}
          />
          <TextField
            name="periodTo"
            label={labelOf("periodTo")}
            type="date"
            autoComplete="off"
            errorTexts={{ BEFORE_START: "The last day is before the first", TOO_BIG: "This day is in the future" }}
          />
        </FormRow>
      )}
      {asksForClearing(values, subject) && (
        <TextField
          name="clearedOn"
          label={labelOf("clearedOn")}
          type="date"
          autoComplete="off"
          isOptional
          errorTexts={{ TOO_BIG: "This day is in the future" }}
          help="The day the payment left the account, from the canceled check or bank statement. The receipt counts in full once that is before the bank data was read."
        />
      )}
      {kind === "gift" && <GiftFields values={values} subject={subject} />}
    </>
  );
}

interface AmountProps {
  readonly subject: Subject;
  readonly kind: Exclude<EvidenceValues["kind"], "">;
}

function Amount({ subject: { transactionId, restCents }, kind }: AmountProps) {
  if (transactionId === null) {
    const amount = AMOUNTS[kind];
    return amount && <MoneyField name="sourcedCents" {...amount} />;
  }
  const rest = restCents === null ? undefined : formatMoney(restCents);
  return (
    <MoneyField
      name="sourcedCents"
      label={kind === "emd_receipt" ? "Amount on the receipt" : "Amount it explains"}
      help={rest === undefined ? undefined : `Up to ${rest}, the amount not explained yet.`}
      errorTexts={rest === undefined ? {} : { TOO_BIG: `Only ${rest} is left to explain` }}
    />
  );
}

function GiftFields({ values, subject }: { readonly values: EvidenceValues; readonly subject: Subject }) {
  return (
    <fieldset className={styles.donor}>
      <legend>Gift letter</legend>
      <FormRow>
        <TextField name="donor.name" label={labelOf("donor.name")} autoComplete="off" />
        <TextField
          name="donor.relationship"
          label={labelOf("donor.relationship")}
          autoComplete="off"
          help="To the borrower, such as mother, fiancé or employer."
        />
      </FormRow>
      <FormRow>
        <TextField name="donor.address" label={labelOf("donor.address")} autoComplete="off" />
        <TextField name="donor.phone" label={labelOf("donor.phone")} type="tel" autoComplete="off" />
      </FormRow>
      <MoneyField name="amountCents" label={labelOf("amountCents")} />
      <Checkbox name="noRepayment">The letter says that no repayment is expected</Checkbox>
      <Checkbox name="transferEvidence">The transfer from the donor&apos;s account is documented</Checkbox>
      <Checkbox name="donor.sharesHome">
        The donor has lived with the borrower for 12 months and will live in the home
      </Checkbox>
      <Checkbox name="donor.isInterestDocumented">
        The donor is a friend whose interest in the borrower is documented
      </Checkbox>
      <LetterState letter={detailsOf(values, subject)} />
    </fieldset>
  );
}

export function LetterState({ letter }: { readonly letter: GiftLetter }) {
  return (
    <p className={styles.missing} data-complete={missingGiftParts(letter).length === 0} role="status">
      {letterWords(letter)}
    </p>
  );
}
