import * as z from "zod/mini";
import { type BorrowerDocument, DOCUMENT_KINDS, DocumentKind, type Evidence } from "#features/underwriting/contract.ts";
import { DOCUMENT_KIND_LABELS, KIND_LABELS } from "#features/underwriting/labels.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { formatMoney } from "#platform/money/money.ts";
import { SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { UnsavedForms, useAskBeforeClosing } from "#platform/web/form/Form.tsx";
import { formatDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { useChangeDocument } from "../api.ts";
import { centsOf } from "../form.ts";
import { ReviewForm } from "../ReviewForm.tsx";
import styles from "./DocumentsPanel.module.css";

/** "Gift of $6,000.00, added Nov 20, 2026" */
export function evidenceName(evidence: Evidence): string {
  const cents = centsOf(evidence);
  const amount = cents === undefined ? "" : ` of ${formatMoney(cents)}`;
  return `${KIND_LABELS[evidence.kind]}${amount}, added ${formatDate(evidence.createdAt)}`;
}

const NONE = "";
const Values = z.object({ kind: DocumentKind, evidenceId: z.string() });
type Values = z.infer<typeof Values>;

interface EditDocumentDialogProps {
  readonly document: BorrowerDocument;
  /** All of the borrower's. */
  readonly evidence: readonly Evidence[];
  readonly onClose: () => void;
}

export function EditDocumentDialog({ document, evidence, onClose }: EditDocumentDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  const change = useChangeDocument();
  const { id, name, version, kind, evidenceId } = document;

  function save(values: Values): void {
    change.mutate({ id, version, kind: values.kind, evidenceId: values.evidenceId || null }, { onSuccess: onClose });
  }

  return (
    <Dialog title={`Edit ${name}`} onClose={close}>
      <div className={styles.dialog}>
        <UnsavedForms value={forms}>
          <ReviewForm<Values>
            schema={Values}
            defaults={{ kind, evidenceId: evidenceId ?? NONE }}
            submit="Save"
            isBusy={change.isPending}
            error={change.error}
            explainError={(error) => explain(error, MESSAGES.document)}
            onSubmit={save}
            onCancel={close}
          >
            <SelectField
              name="kind"
              label="Type"
              options={DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_KIND_LABELS[value] }))}
            />
            <SelectField
              name="evidenceId"
              label="Evidence"
              help="The evidence for a finding that this document supports. Evidence is added in the asset report."
              options={[
                { value: NONE, label: "None" },
                ...evidence.map((one) => ({ value: one.id, label: evidenceName(one) })),
              ]}
            />
          </ReviewForm>
        </UnsavedForms>
      </div>
    </Dialog>
  );
}
