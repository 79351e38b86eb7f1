import { useEffect, useRef, useState } from "react";
import { answerTask, type BorrowerSession, type BorrowerTask } from "#features/borrower-portal/contract.ts";
import { CHOICES, offeredLetter, PAGES, type Choice } from "#features/borrower-portal/labels.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { fileSize } from "#platform/text/text.ts";
import frame from "../BorrowerPortal.module.css";
import { SendFile } from "../SendFile.tsx";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { Name, text } from "#platform/contract/fields.ts";
import { RadioGroup } from "#platform/web/form/ChoiceGroup.tsx";
import { useAnswerTask } from "../api.ts";
import { explainToBorrower } from "../refusals.ts";

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

function TaskForm({ task, lender, name, token, onClose }: TaskFormProps) {
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
      explainError={explainToBorrower}
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
    <fieldset className={frame.donor}>
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

interface TaskDocumentsProps {
  readonly answer: NonNullable<BorrowerTask["answer"]>;
  /** The label of the file input. */
  readonly label: string;
  readonly mayAdd: boolean;
  readonly token: string;
}

function TaskDocuments({ answer: { evidenceId, documents }, label, mayAdd, token }: TaskDocumentsProps) {
  return (
    <div className={frame.papers}>
      {documents.length > 0 && (
        <ul aria-label={TEXTS.documents} className={frame.list}>
          {documents.map(({ id, name, bytes }) => (
            <li key={id}>{TEXTS.size(name, fileSize(bytes))}</li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <SendFile label={label} evidenceId={evidenceId} token={token}>
          {TEXTS.add}
        </SendFile>
      )}
    </div>
  );
}

interface TaskCardProps {
  readonly task: BorrowerTask;
  readonly lender: string;
  readonly name: string;
  readonly token: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function TaskCard({ task, lender, name, token, isOpen, onOpen }: TaskCardProps) {
  const { amountCents, date, description, institutionName, accountName, mask, answer } = task;
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsked = answer === null || answer.state === "rejected";
  const close = () => {
    onOpen(false);
    heading.current?.focus(); // the pressed button goes with the form
  };
  return (
    <li className={frame.card}>
      <div className={frame.taskTop}>
        <h3 ref={heading} tabIndex={-1}>
          {TEXTS.question(formatMoney(amountCents))}
        </h3>
        {answer && <AnswerState state={answer.state} />}
      </div>
      <p className={frame.taskFacts}>
        <DateText at={date} />
        <span>{TEXTS.where(institutionName, PAGES.connect.account(accountName, mask))}</span>
        <span className={frame.line}>{description}</span>
      </p>
      {answer?.state === "rejected" && (
        <Alert tone="ask" title={TEXTS.rejectedText(lender)}>
          {answer.reason ?? TEXTS.noReason}
        </Alert>
      )}
      {answer && !isOpen && (
        <>
          <details className={frame.quiet}>
            <summary>{TEXTS.signedBy(answer.signedName, formatDate(answer.signedAt))}</summary>
            <p className={frame.letter}>{answer.text}</p>
          </details>
          {answer.state === "proposed" && <p>{TEXTS.sentText(lender)}</p>}
          {answer.state === "accepted" && <p>{TEXTS.acceptedText}</p>}
          <TaskDocuments
            answer={answer}
            label={TEXTS.addLabel(formatMoney(amountCents))}
            mayAdd={answer.state !== "accepted"}
            token={token}
          />
        </>
      )}
      {isAsked && !isOpen && (
        <Button
          variant="primary"
          size="large"
          label={`${answer ? TEXTS.again : TEXTS.answer}: ${formatMoney(amountCents)}`}
          onClick={() => onOpen(true)}
        >
          {answer ? TEXTS.again : TEXTS.answer}
        </Button>
      )}
      {isAsked && isOpen && <TaskForm task={task} lender={lender} name={name} token={token} onClose={close} />}
    </li>
  );
}

function AnswerState({ state }: { readonly state: NonNullable<BorrowerTask["answer"]>["state"] }) {
  if (state === "accepted") return <StatusPill tone="green">{TEXTS.accepted}</StatusPill>;
  if (state === "rejected") return <StatusPill tone="amber">{TEXTS.rejected}</StatusPill>;
  return <StatusPill tone="blue">{TEXTS.sent}</StatusPill>;
}

interface TaskListProps {
  readonly session: BorrowerSession;
  readonly token: string;
  /** The visitor's name, for the signature. */
  readonly name: string;
}

export function TaskList({ session, token, name }: TaskListProps) {
  const [opened, open] = useState<string | null>(null);
  return (
    <Section title={PAGES.tasks.title}>
      <p className={frame.lead}>{PAGES.tasks.text}</p>
      <ul role="list" className={frame.tasks}>
        {session.tasks.map((task) => (
          <TaskCard
            key={task.transactionId}
            task={task}
            lender={session.lender.name}
            name={name}
            token={token}
            isOpen={opened === task.transactionId}
            onOpen={(isOpen) => open(isOpen ? task.transactionId : null)}
          />
        ))}
      </ul>
    </Section>
  );
}
