import { useState } from "react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import { formatList } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { DecisionReason, type Decision, type EvidenceDocument } from "#features/underwriting/contract.ts";
import type { Confirmation, Figures, Finding, LoanParty } from "#features/underwriting/rules/evaluation.ts";
import { CONFIRM_LABELS, CONFIRMED_LABELS } from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import { Cents } from "#platform/contract/fields.ts";
import { CheckboxGroup, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { MoneyField } from "#platform/web/form/NumberField.tsx";
import { TextArea } from "#platform/web/form/TextField.tsx";
import { UnsavedForms, useAskBeforeClosing, useUnsavedPart } from "#platform/web/form/Form.tsx";
import { formatDate } from "#platform/web/format/dates.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { evidenceOf, useConfirmFact } from "./api.ts";
import { ReviewForm } from "./ReviewForm.tsx";
import { isTransferShown, linesToConfirm, subjectOf } from "./decision-subject.ts";
import { DocumentDrop, RefusedDocuments, useSendDocuments } from "./DocumentDrop.tsx";
import type { ReportLine } from "./report-lines.ts";
import styles from "./ExplainDepositPanel.module.css";

interface ConfirmFactDialogProps {
  readonly borrowerId: string;
  readonly finding: Finding;
  readonly kind: Confirmation["kind"];
  readonly needsDocument: boolean;
  readonly lines: readonly ReportLine[];
  readonly people: readonly LoanParty[];
  readonly figures: Pick<Figures, "transfers">;
  /** The evaluation that the reviewer sees. */
  readonly evaluationNumber: number;
  readonly onDone: (decision: Decision) => void;
  readonly onClose: () => void;
}

const Values = z.object({
  transactionId: z.string(),
  person: z.string(),
  reason: DecisionReason,
  loanBalanceCents: z.nullable(Cents),
});
type Values = z.infer<typeof Values>;

export function ConfirmFactDialog({ onClose, ...props }: ConfirmFactDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  const { kind, finding } = props;
  return (
    <Dialog size="large" title={CONFIRM_LABELS[kind]} text={finding.text} onClose={close}>
      <div className={styles.bench}>
        <UnsavedForms value={forms}>
          <ConfirmFactForm {...props} onClose={close} />
        </UnsavedForms>
      </div>
    </Dialog>
  );
}

function ConfirmFactForm(props: ConfirmFactDialogProps) {
  const { borrowerId, finding, kind, people, figures, evaluationNumber, onDone, onClose } = props;
  const lines = linesToConfirm(kind, props.lines);
  const names = people.map(fullName);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  /** Uploaded for this decision already; a retry after a refusal must not upload them again. */
  const [uploaded, setUploaded] = useState<readonly string[]>([]);
  const { data: known } = useQuery(evidenceOf({ borrowerId }));
  const documents = known?.loose.filter(({ id }) => !uploaded.includes(id)) ?? [];
  const { upload, refused } = useSendDocuments(borrowerId);
  const confirm = useConfirmFact();
  useUnsavedPart(() => files.length > 0 && !send.isPending);

  const send = useMutation<Decision | null, Error, Values>({
    async mutationFn({ reason, loanBalanceCents, ...about }) {
      const { missed, ids } = await upload(null, files);
      const all = [...uploaded, ...ids];
      setUploaded(all);
      setFiles(missed.map(({ file }) => file));
      if (missed.length > 0) return null;
      return confirm.mutateAsync({
        borrowerId,
        kind,
        subject: subjectOf(kind, finding, about),
        reason,
        documentIds: [...all, ...chosen],
        loanBalanceCents: kind === "planTerms" ? loanBalanceCents : null,
        evaluationNumber,
      });
    },
    onSuccess: (decision) => decision !== null && onDone(decision),
  });

  const needsDocument = ({ transactionId }: Values) =>
    props.needsDocument || (kind === "ownTransfer" && !isTransferShown(figures, transactionId));
  const documentCount = files.length + chosen.length + uploaded.length;
  return (
    <ReviewForm<Values>
      schema={Values}
      defaults={{
        transactionId: lines[0]?.line.id ?? "",
        person: names[0] ?? "",
        reason: "",
        loanBalanceCents: null,
      }}
      submit="Confirm"
      disabledReason={(values) => {
        if (values.reason.trim().length < 3) return "Enter a reason first.";
        return needsDocument(values) && documentCount === 0 ? "Add a document first." : undefined;
      }}
      isBusy={send.isPending}
      error={send.error}
      explainError={(error) => explain(error, MESSAGES.decision)}
      onSubmit={(values) => send.mutate(values)}
      onCancel={onClose}
    >
      <div className={styles.statement}>
        <p>You confirm:</p>
        <p>
          <strong>{CONFIRMED_LABELS[kind]}.</strong>
          {finding.subject !== null && kind !== "borrower" && <span> {finding.subject}</span>}
        </p>
      </div>
      {lines.length > 1 && <SelectField name="transactionId" label="Bank line" options={lines.map(lineOption)} />}
      {kind === "borrower" && (
        <SelectField
          name="person"
          label={finding.subject === null ? "Who holds the account" : `“${finding.subject}” at the bank is`}
          options={names.map((name) => ({ value: name, label: name }))}
          help={`On the loan: ${formatList(names)}. The name then counts for all accounts and later reports.`}
        />
      )}
      {kind === "planTerms" && (
        <MoneyField
          name="loanBalanceCents"
          label="Loan balance against the plan"
          isOptional
          help="It is taken off the plan's value."
        />
      )}
      <TextArea
        name="reason"
        label="Reason"
        rows={3}
        help="Recorded with your name, your role and the time, and printed in the report."
        errorTexts={{ REQUIRED: "Enter a reason", TOO_SMALL: "Enter a reason" }}
      />
      {documents.length > 0 && (
        <CheckboxGroup
          legend="Documents already sent"
          options={documents.map(documentOption)}
          chosen={chosen}
          onToggle={(id, isChosen) => setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      )}
      {refused.length > 0 && !send.isPending && (
        <Alert tone="stop">
          <RefusedDocuments refused={refused} />
        </Alert>
      )}
      <DocumentDrop
        files={files}
        isBusy={send.isPending}
        onFiles={(more) => setFiles([...files, ...more])}
        onRemove={(at) => setFiles(files.filter((_, place) => place !== at))}
      />
      <DocumentHint needsDocument={needsDocument} kind={kind} />
    </ReviewForm>
  );
}

interface DocumentHintProps extends Pick<ConfirmFactDialogProps, "kind"> {
  readonly needsDocument: (values: Values) => boolean;
}

function DocumentHint({ needsDocument, kind }: DocumentHintProps) {
  const values = useWatch<Values>() as Values; // every field has a default
  if (!needsDocument(values)) return null;
  return (
    <p className={styles.hint}>
      {kind === "ownTransfer"
        ? "The other account isn't in this report. Add a document that shows the transfer."
        : "A document is required for this confirmation."}
    </p>
  );
}

function lineOption({ line, account }: ReportLine) {
  const amount = formatMoney(-line.amountCents, currencyOf(line, account));
  return { value: line.id, label: `${formatDate(line.date)}, ${amount}, ${line.description}` };
}

function documentOption({ id, name, isFromBorrower }: EvidenceDocument) {
  return { id, name: isFromBorrower ? `${name}, from the borrower` : name };
}
