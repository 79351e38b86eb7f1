import { useState } from "react";
import * as z from "zod/mini";
import { fullName } from "#features/borrowers/contract.ts";
import { type Need, type NeedsList, RequestNote } from "#features/borrower-portal/contract.ts";
import { NEEDS } from "#features/borrower-portal/labels.ts";
import { MESSAGES } from "#features/borrower-portal/messages.ts";
import { DOCUMENT_KINDS, DocumentKind } from "#features/underwriting/contract.ts";
import { DOCUMENT_KIND_LABELS } from "#features/underwriting/labels.ts";
import { ReviewForm } from "#features/underwriting/web/ReviewForm.tsx";
import { Day, Email } from "#platform/contract/fields.ts";
import { SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { UnsavedForms, useAskBeforeClosing } from "#platform/web/form/Form.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useChangeNeed, useRequestDocument } from "./api.ts";

const DAY_ERRORS = { INVALID_FORMAT: "Enter a date", INVALID_VALUE: "Enter a date" };

const Request = z.object({
  email: Email,
  kind: DocumentKind,
  note: z.nullable(RequestNote),
  dueOn: z.nullable(Day),
});
type Request = z.infer<typeof Request>;

interface RequestDocumentDialogProps {
  readonly borrowerId: string;
  readonly people: NeedsList["people"];
  readonly onClose: () => void;
}

export function RequestDocumentDialog({ borrowerId, people, onClose }: RequestDocumentDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  const request = useRequestDocument();
  // Pressing the button again after a lost reply requests nothing twice.
  const [requestId] = useState(() => crypto.randomUUID());

  function send(values: Request): void {
    const done = () => {
      showToast(NEEDS.asked, NEEDS.askedText, { autohide: true, closeOnClick: true });
      onClose();
    };
    request.mutate({ borrowerId, requestId, ...values }, { onSuccess: done });
  }

  return (
    <Dialog title={NEEDS.request} text={NEEDS.requestText} onClose={close}>
      <UnsavedForms value={forms}>
        <ReviewForm<Request>
          schema={Request}
          defaults={{ email: people[0]?.email ?? "", kind: "bank_statement", note: null, dueOn: null }}
          submit={NEEDS.send}
          isBusy={request.isPending}
          error={request.error}
          explainError={(error) => explain(error, MESSAGES.needs)}
          onSubmit={send}
          onCancel={close}
        >
          {people.length > 1 && (
            <SelectField
              name="email"
              label={NEEDS.who}
              options={people.map((person) => ({ value: person.email, label: fullName(person) }))}
            />
          )}
          <SelectField
            name="kind"
            label={NEEDS.kind}
            options={DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_KIND_LABELS[value] }))}
          />
          <TextArea name="note" label={NEEDS.note} rows={3} help={NEEDS.noteHelp} emptyAs={null} isOptional />
          <TextField
            name="dueOn"
            label={NEEDS.dueOn}
            type="date"
            autoComplete="off"
            emptyAs={null}
            errorTexts={DAY_ERRORS}
            isOptional
          />
        </ReviewForm>
      </UnsavedForms>
    </Dialog>
  );
}

const Due = z.object({ dueOn: z.nullable(Day) });
type Due = z.infer<typeof Due>;

interface DueDateDialogProps {
  readonly borrowerId: string;
  readonly need: Need;
  readonly title: string;
  readonly onClose: () => void;
}

export function DueDateDialog({ borrowerId, need, title, onClose }: DueDateDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  const change = useChangeNeed();
  const { email, kind, subject, dueOn } = need;
  return (
    <Dialog title={NEEDS.changeDue} text={title} onClose={close}>
      <UnsavedForms value={forms}>
        <ReviewForm<Due>
          schema={Due}
          defaults={{ dueOn }}
          submit={NEEDS.save}
          isBusy={change.isPending}
          error={change.error}
          explainError={(error) => explain(error, MESSAGES.needs)}
          onSubmit={(values) =>
            change.mutate({ borrowerId, email, kind, subject, isWaived: false, ...values }, { onSuccess: onClose })
          }
          onCancel={close}
        >
          <TextField
            name="dueOn"
            label={NEEDS.dueOn}
            type="date"
            autoComplete="off"
            emptyAs={null}
            errorTexts={DAY_ERRORS}
            isOptional
          />
        </ReviewForm>
      </UnsavedForms>
    </Dialog>
  );
}
