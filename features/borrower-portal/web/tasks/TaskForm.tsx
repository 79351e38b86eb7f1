import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { BorrowerTask } from "#features/borrower-portal/contract.ts";
import { PAGES, type Choice } from "#features/borrower-portal/labels/pages.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea } from "#platform/web/form/TextArea.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { useAnswerTask } from "../data.ts";
import { sendTrouble } from "../error-messages.ts";
import { KindChoice } from "./KindChoice.tsx";
import { useOfferedLetter } from "./use-offered-letter.ts";
import { TaskAnswer, type TaskAnswerValues } from "./task-answer.ts";
import styles from "./TaskForm.module.css";

const TEXTS = PAGES.tasks;

interface TaskFormProps {
  readonly task: BorrowerTask;
  readonly lender: string;
  readonly name: string;
  readonly token: string;
  readonly onClose: () => void;
}

export function TaskForm({ task, lender, name, token, onClose }: TaskFormProps) {
  const send = useAnswerTask(token);
  const { transactionId, answer, letter } = task;

  function submit({ kind, text, signedName, donor }: TaskAnswerValues): void {
    const asked = { transactionId, kind, text, signedName, ...(kind === "gift" && donor && { donor }) };
    send.mutate(asked, { onSuccess: onClose });
  }

  return (
    <Form<TaskAnswerValues>
      schema={TaskAnswer}
      // No kind is selected at first. The choice shows its own error for that.
      defaults={{ ...(answer && { kind: answer.kind }), text: answer?.text ?? letter, signedName: "" }}
      submit={TEXTS.send}
      loading={send.isPending}
      error={send.error}
      explainError={(error) => sendTrouble(error).text}
      cancel={onClose}
      onSubmit={submit}
    >
      <KindChoice legend={TEXTS.kind} />
      <Explanation task={task} lender={lender} name={name} />
    </Form>
  );
}

/** One question after the other: the next one depends on the choice. */
function Explanation({ task, ...who }: Pick<TaskFormProps, "task" | "lender" | "name">) {
  const { setFocus } = useFormContext<{ kind: Choice }>();
  useOfferedLetter(task, who);
  const kind: unknown = useWatch({ name: "kind" });
  // A user who opened the form continues in it.
  useEffect(() => setFocus("kind"), [setFocus]);
  if (typeof kind !== "string") return null; // a group without a selection is null
  return (
    <>
      {kind === "gift" && <DonorFields />}
      <TextArea
        name="text"
        label={TEXTS.letter}
        rows={12}
        help={TEXTS.letterHelp}
        errorTexts={{ REQUIRED: TEXTS.letterMissing, BLANKS: TEXTS.blanks }}
      />
      <TextField
        name="signedName"
        label={TEXTS.sign}
        autoComplete="name"
        help={TEXTS.signHelp(who.name)}
        errorTexts={{ REQUIRED: TEXTS.signMissing }}
      />
    </>
  );
}

function DonorFields() {
  return (
    <fieldset className={styles.donor}>
      <legend>{TEXTS.gift}</legend>
      <TextField
        name="donor.name"
        label={TEXTS.donorName}
        autoComplete="off"
        errorTexts={{ REQUIRED: TEXTS.donorNameMissing }}
      />
      <TextField
        name="donor.relationship"
        label={TEXTS.donorRelationship}
        autoComplete="off"
        help={TEXTS.donorRelationshipHelp}
        errorTexts={{ REQUIRED: TEXTS.donorRelationshipMissing }}
      />
      <TextField
        name="donor.address"
        label={TEXTS.donorAddress}
        autoComplete="off"
        errorTexts={{ REQUIRED: TEXTS.donorAddressMissing }}
      />
      <TextField
        name="donor.phone"
        label={TEXTS.donorPhone}
        type="tel"
        autoComplete="off"
        errorTexts={{ REQUIRED: TEXTS.donorPhoneMissing }}
      />
    </fieldset>
  );
}
