import * as z from "zod/mini";
import { type BorrowerDocument, ReviewReason } from "#features/underwriting/contract.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { FocusOn } from "#platform/web/form/Field.tsx";
import { UnsavedForms, useAskBeforeClosing } from "#platform/web/form/Form.tsx";
import { TextArea } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { useReviewDocument } from "../api.ts";
import { ReviewForm } from "../ReviewForm.tsx";
import styles from "./DocumentsPanel.module.css";

const Values = z.object({ reason: ReviewReason });
type Values = z.infer<typeof Values>;

interface RejectDialogProps {
  readonly document: BorrowerDocument;
  readonly onClose: () => void;
}

export function RejectDialog({ document: { id, name, version, isFromBorrower }, onClose }: RejectDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  const review = useReviewDocument();
  return (
    <Dialog title={`Reject ${name}`} onClose={close}>
      <div className={styles.dialog}>
        <UnsavedForms value={forms}>
          <ReviewForm<Values>
            schema={Values}
            defaults={{ reason: "" }}
            submit="Reject"
            variant="danger"
            disabledReason={({ reason }) => (reason.trim() === "" ? "Enter a reason first." : undefined)}
            isBusy={review.isPending}
            error={review.error}
            explainError={(error) => explain(error, MESSAGES.document)}
            onSubmit={({ reason }) => review.mutate({ id, state: "rejected", reason, version }, { onSuccess: onClose })}
            onCancel={close}
          >
            <FocusOn field="reason" />
            <TextArea
              name="reason"
              label="Reason"
              rows={3}
              help={isFromBorrower ? "The borrower sees it. Say what to send instead." : "Shown with the document."}
              errorTexts={{ REQUIRED: "Enter a reason" }}
            />
          </ReviewForm>
        </UnsavedForms>
      </div>
    </Dialog>
  );
}
