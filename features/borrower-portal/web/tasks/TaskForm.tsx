import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatMoney } from "#platform/money/money.ts";
import { answerTask, type BorrowerTask } from "#features/borrower-portal/contract.ts";
import { type Choice, CHOICES, offeredLetter, PAGES } from "#features/borrower-portal/labels/pages.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea } from "#platform/web/form/TextArea.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Name, text } from "#platform/contract/fields.ts";
import { RadioGroup } from "#platform/web/form/RadioGroup.tsx";
import { formatDate } from "#platform/web/format/dates.ts";
import { useAnswerTask } from "../data.ts";
import { sendTrouble } from "../error-messages.ts";
import styles from "./TaskForm.module.css";

const KINDS = CHOICES.map((value) => ({ value, label: PAGES.tasks.kinds[value] }));

interface KindChoiceProps {
  readonly legend: string;
}

function KindChoice({ legend }: KindChoiceProps) {
  const { setValue } = useFormContext<{ donor?: unknown }>();

  function choose(kind: Choice): void {
    // A field that is no longer shown must not be invalid.
    if (kind !== "gift") setValue("donor", undefined);
  }

  return (
    <RadioGroup
      name="kind"
      legend={legend}
      options={KINDS}
      errorTexts={{ REQUIRED: PAGES.tasks.choose }}
      onChoose={choose}
    />
  );
}

const { kind, text: letter, signedName } = answerTask.body.shape;

const TaskAnswer = z.object({
  kind,
  text: letter,
  signedName,
  /** Present while the form asks for it. */
  donor: z.optional(
    z.object({ name: Name, relationship: text(60), address: text(300, { multiline: true }), phone: text(40) }),
  ),
});
type TaskAnswerValues = z.infer<typeof TaskAnswer>;

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

interface Writer {
  readonly lender: string;
  /** The visitor's name. */
  readonly name: string;
}

/** The fields that fill the letter. */
interface Said {
  readonly kind: Choice | null;
  readonly donor?: { readonly name?: string; readonly relationship?: string } | undefined;
}

function letterFor(task: BorrowerTask, who: Writer, { kind, donor }: Said): string {
  const shown = { amount: formatMoney(task.amountCents), date: formatDate(task.date) };
  return kind === null ? task.letter : offeredLetter(task, { ...who, donor }, kind, shown);
}

/** Keeps the field `text` equal to the offered letter until the user edits it. */
function useOfferedLetter(task: BorrowerTask, who: Writer): void {
  const { getValues, setValue } = useFormContext<{ text: string }>();
  const [chosen, name, relationship] = useWatch({ name: ["kind", "donor.name", "donor.relationship"] }) as unknown[];
  const kind = CHOICES.find((one) => one === chosen) ?? null;
  const letter = letterFor(task, who, { kind, donor: { name: words(name), relationship: words(relationship) } });
  const offered = useRef(letter);
  useEffect(() => {
    const isUntouched = getValues("text") === offered.current;
    if (isUntouched && letter !== offered.current) setValue("text", letter, { shouldDirty: true });
    offered.current = letter;
  }, [getValues, setValue, letter]);
}

function words(typed: unknown): string {
  return typeof typed === "string" ? typed : "";
}
