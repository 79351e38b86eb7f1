// Owns the answer to one question: what it is, then a letter to make one's own and a signature by typing.
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { VisitTask } from "#features/visits/contract.ts";
import { PAGES, type Choice } from "#features/visits/words/pages.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextArea } from "#kit/web/form/TextArea.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { useAnswerTask } from "../data.ts";
import { sendTrouble } from "../troubles.ts";
import { KindChoice } from "./KindChoice.tsx";
import { useOfferedLetter } from "./use-offered-letter.ts";
import { TaskAnswer, type TaskAnswerValues } from "./task-answer.ts";
import styles from "./TaskForm.module.css";

const WORDS = PAGES.tasks;

interface TaskFormProps {
  readonly task: VisitTask;
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
      // No kind is chosen at first: that is a fault of its own, told by the choice.
      defaults={{ ...(answer && { kind: answer.kind }), text: answer?.text ?? letter, signedName: "" }}
      submit={WORDS.send}
      loading={send.isPending}
      error={send.error}
      explainError={(error) => sendTrouble(error).text}
      cancel={onClose}
      onSubmit={submit}
    >
      <KindChoice legend={WORDS.kind} />
      <Explanation task={task} lender={lender} name={name} />
    </Form>
  );
}

/** One thing after the other: what is asked depends on the choice. */
function Explanation({ task, ...who }: Pick<TaskFormProps, "task" | "lender" | "name">) {
  const { setFocus } = useFormContext<{ kind: Choice }>();
  useOfferedLetter(task, who);
  const kind: unknown = useWatch({ name: "kind" });
  // Whoever opened the form goes on in it.
  useEffect(() => setFocus("kind"), [setFocus]);
  if (typeof kind !== "string") return null; // a group of which none is chosen is null
  return (
    <>
      {kind === "gift" && <DonorFields />}
      <TextArea
        name="text"
        label={WORDS.letter}
        rows={12}
        help={WORDS.letterHelp}
        faults={{ REQUIRED: WORDS.letterMissing, BLANKS: WORDS.blanks }}
      />
      <TextField
        name="signedName"
        label={WORDS.sign}
        autoComplete="name"
        help={WORDS.signHelp(who.name)}
        faults={{ REQUIRED: WORDS.signMissing }}
      />
    </>
  );
}

function DonorFields() {
  return (
    <fieldset className={styles.donor}>
      <legend>{WORDS.gift}</legend>
      <TextField
        name="donor.name"
        label={WORDS.donorName}
        autoComplete="off"
        faults={{ REQUIRED: WORDS.donorNameMissing }}
      />
      <TextField
        name="donor.relationship"
        label={WORDS.donorRelationship}
        autoComplete="off"
        help={WORDS.donorRelationshipHelp}
        faults={{ REQUIRED: WORDS.donorRelationshipMissing }}
      />
      <TextField
        name="donor.address"
        label={WORDS.donorAddress}
        autoComplete="off"
        faults={{ REQUIRED: WORDS.donorAddressMissing }}
      />
      <TextField
        name="donor.phone"
        label={WORDS.donorPhone}
        type="tel"
        autoComplete="off"
        faults={{ REQUIRED: WORDS.donorPhoneMissing }}
      />
    </fieldset>
  );
}
