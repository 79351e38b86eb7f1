import { useEffect, useRef, useState } from "react";
import { answerTask, askDonor, type BorrowerSession, type BorrowerTask } from "#features/borrower-portal/contract.ts";
import { CHOICES, offeredLetter, type Choice, type LetterKind } from "#features/borrower-portal/labels.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { fileSize } from "#platform/text/text.ts";
import { type PortalTexts, useTexts } from "../language.ts";
import frame from "../BorrowerPortal.module.css";
import { SendFile } from "../SendFile.tsx";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { RadioGroup } from "#platform/web/form/ChoiceGroup.tsx";
import { useAnswerTask, useAskDonor } from "../api.ts";
import { isOpenTask } from "../portal-parts.ts";
import { Signature, SignatureFields } from "../SignatureFields.tsx";
import { explainToBorrower } from "../refusals.ts";

const { text: letter } = answerTask.body.shape;
const { donorName, relationship, email } = askDonor.body.shape;

const OWN_KINDS = CHOICES.filter((one): one is LetterKind => one !== "gift");

/** The borrower signs what they explain themself. A gift is signed by its donor. */
const TaskAnswer = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(OWN_KINDS), text: letter, ...Signature }),
  z.object({ kind: z.literal("gift"), donorName, relationship, email }),
]);
type TaskAnswerValues = z.infer<typeof TaskAnswer>;

interface TaskFormProps {
  readonly task: BorrowerTask;
  readonly lender: string;
  readonly name: string;
  readonly token: string;
  readonly onClose: () => void;
}

function TaskForm({ task, lender, name, token, onClose }: TaskFormProps) {
  const { pages, disclosure } = useTexts();
  const TEXTS = pages.tasks;
  const send = useAnswerTask(token);
  const ask = useAskDonor(token);
  const [isGift, setGift] = useState(false);
  const { transactionId, answer, letter } = task;
  const kind = answer?.kind === "gift" ? undefined : answer?.kind;

  function submit(given: TaskAnswerValues): void {
    if (given.kind === "gift") {
      const { donorName, relationship, email } = given;
      ask.mutate({ transactionId, donorName, relationship, email }, { onSuccess: onClose });
    } else {
      const { kind, text, signedName } = given;
      const signed = { transactionId, kind, text, signedName, disclosureVersion: disclosure.version };
      send.mutate(signed, { onSuccess: onClose });
    }
  }

  return (
    <Form<TaskAnswerValues>
      schema={TaskAnswer}
      // No kind is selected at first. The choice shows its own error for that.
      defaults={{ ...(kind && { kind: kind as LetterKind }), text: (kind && answer?.text) ?? letter }}
      submit={isGift ? TEXTS.askDonor : TEXTS.send}
      loading={send.isPending || ask.isPending}
      error={isGift ? ask.error : send.error}
      explainError={explainToBorrower}
      cancel={onClose}
      onSubmit={submit}
    >
      <RadioGroup
        name="kind"
        legend={TEXTS.kind}
        options={CHOICES.map((value) => ({ value, label: TEXTS.kinds[value] }))}
        errorTexts={{ REQUIRED: TEXTS.choose, INVALID_VALUE: TEXTS.choose, INVALID_TYPE: TEXTS.choose }}
      />
      <Explanation task={task} lender={lender} name={name} onKind={(kind) => setGift(kind === "gift")} />
    </Form>
  );
}

interface ExplanationProps extends Pick<TaskFormProps, "task" | "lender" | "name"> {
  readonly onKind: (kind: unknown) => void;
}

/** One question after the other: the next one depends on the choice. */
function Explanation({ task, onKind, ...who }: ExplanationProps) {
  const TEXTS = useTexts().pages.tasks;
  const { setFocus } = useFormContext<{ kind: Choice }>();
  useOfferedLetter(task, who);
  const kind: unknown = useWatch({ name: "kind" });
  // A user who opened the form continues in it.
  useEffect(() => setFocus("kind"), [setFocus]);
  useEffect(() => onKind(kind)); // the form's button depends on it
  if (typeof kind !== "string") return null; // a group without a selection is null
  if (kind === "gift") return <DonorFields />;
  return (
    <>
      <TextArea
        name="text"
        label={TEXTS.letter}
        rows={12}
        help={TEXTS.letterHelp}
        errorTexts={{ REQUIRED: TEXTS.letterMissing, BLANKS: TEXTS.blanks }}
      />
      <SignatureFields
        lender={who.lender}
        label={TEXTS.sign}
        help={TEXTS.signHelp(who.name)}
        errorTexts={{ REQUIRED: TEXTS.signMissing }}
      />
    </>
  );
}

function DonorFields() {
  const TEXTS = useTexts().pages.tasks;
  return (
    <fieldset className={frame.donor}>
      <legend>{TEXTS.gift}</legend>
      <p>{TEXTS.giftHelp}</p>
      <TextField
        name="donorName"
        label={TEXTS.donorName}
        autoComplete="off"
        errorTexts={{
          REQUIRED: TEXTS.donorNameMissing,
          OWN_NAME: TEXTS.donorNameOwn,
          INTERESTED_PARTY: TEXTS.donorInvolved,
        }}
      />
      <TextField
        name="relationship"
        label={TEXTS.donorRelationship}
        autoComplete="off"
        help={TEXTS.donorRelationshipHelp}
        errorTexts={{
          REQUIRED: TEXTS.donorRelationshipMissing,
          DONOR_NOT_ACCEPTED: TEXTS.donorRelationshipRefused,
        }}
      />
      <TextField
        name="email"
        label={TEXTS.donorEmail}
        type="email"
        autoComplete="off"
        errorTexts={{
          REQUIRED: TEXTS.donorEmailMissing,
          INVALID_FORMAT: TEXTS.donorEmailInvalid,
          OWN_EMAIL: TEXTS.donorEmailOwn,
        }}
      />
    </fieldset>
  );
}

interface Writer {
  readonly lender: string;
  /** The visitor's name. */
  readonly name: string;
}

function letterFor(texts: PortalTexts, task: BorrowerTask, who: Writer, kind: LetterKind | undefined): string {
  const shown = { amount: formatMoney(task.amountCents), date: formatDate(task.date) };
  return kind === undefined ? task.letter : offeredLetter(texts, task, who, kind, shown);
}

/** Keeps the field `text` equal to the offered letter until the user edits it. */
function useOfferedLetter(task: BorrowerTask, who: Writer): void {
  const { getValues, setValue } = useFormContext<{ text: string }>();
  const chosen: unknown = useWatch({ name: "kind" });
  const letter = letterFor(
    useTexts(),
    task,
    who,
    OWN_KINDS.find((one) => one === chosen),
  );
  const offered = useRef(letter);
  useEffect(() => {
    const isUntouched = getValues("text") === offered.current;
    if (isUntouched && letter !== offered.current) setValue("text", letter, { shouldDirty: true });
    offered.current = letter;
  }, [getValues, setValue, letter]);
}

interface TaskDocumentsProps {
  readonly answer: NonNullable<BorrowerTask["answer"]>;
  /** The label of the file input. */
  readonly label: string;
  readonly mayAdd: boolean;
  readonly token: string;
}

function TaskDocuments({ answer: { evidenceId, documents }, label, mayAdd, token }: TaskDocumentsProps) {
  const TEXTS = useTexts().pages.tasks;
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
  const { pages } = useTexts();
  const TEXTS = pages.tasks;
  const { amountCents, date, description, institutionName, accountName, mask, gift } = task;
  const answer = gift === null ? task.answer : null; // the donor's letter is the newer answer
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsked = isOpenTask(task);
  const again = answer !== null || gift !== null;
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
        {gift && <GiftPill state={gift.state} />}
      </div>
      <p className={frame.taskFacts}>
        <DateText at={date} />
        <span>{TEXTS.where(institutionName, pages.connect.account(accountName, mask))}</span>
        <span className={frame.line}>{description}</span>
      </p>
      {answer?.state === "rejected" && (
        <Alert tone="ask" title={TEXTS.rejectedText(lender)}>
          {answer.reason ?? TEXTS.noReason}
        </Alert>
      )}
      {gift && !isOpen && <GiftProgress gift={gift} lender={lender} />}
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
          label={`${again ? TEXTS.again : TEXTS.answer}: ${formatMoney(amountCents)}`}
          onClick={() => onOpen(true)}
        >
          {again ? TEXTS.again : TEXTS.answer}
        </Button>
      )}
      {gift?.state === "asked" && !isOpen && (
        <Button label={`${TEXTS.askAgain}: ${formatMoney(amountCents)}`} onClick={() => onOpen(true)}>
          {TEXTS.askAgain}
        </Button>
      )}
      {(isAsked || gift?.state === "asked") && isOpen && (
        <TaskForm task={task} lender={lender} name={name} token={token} onClose={close} />
      )}
    </li>
  );
}

function AnswerState({ state }: { readonly state: NonNullable<BorrowerTask["answer"]>["state"] }) {
  const TEXTS = useTexts().pages.tasks;
  if (state === "accepted") return <StatusPill tone="green">{TEXTS.accepted}</StatusPill>;
  if (state === "rejected") return <StatusPill tone="amber">{TEXTS.rejected}</StatusPill>;
  return <StatusPill tone="blue">{TEXTS.sent}</StatusPill>;
}

type Gift = NonNullable<BorrowerTask["gift"]>;

function GiftPill({ state }: Pick<Gift, "state">) {
  const TEXTS = useTexts().pages.tasks;
  if (state === "asked") return <StatusPill tone="blue">{TEXTS.waiting}</StatusPill>;
  if (state === "ended") return <StatusPill tone="amber">{TEXTS.linkEnded}</StatusPill>;
  return <AnswerState state={state} />;
}

/** Where the donor's letter is. */
function GiftProgress({ gift, lender }: { readonly gift: Gift; readonly lender: string }) {
  const TEXTS = useTexts().pages.tasks;
  const { donorName, email, sentAt, state, reason } = gift;
  if (state === "asked") return <p>{TEXTS.askedText(donorName, email, formatDate(sentAt))}</p>;
  if (state === "ended") return <p>{TEXTS.giftEndedText(donorName)}</p>;
  if (state === "rejected")
    return (
      <Alert tone="ask" title={TEXTS.rejectedText(lender)}>
        {reason ?? TEXTS.noReason}
      </Alert>
    );
  return (
    <>
      <p>{TEXTS.giftSigned(donorName)}</p>
      <p>{state === "accepted" ? TEXTS.acceptedText : TEXTS.giftReview(lender)}</p>
    </>
  );
}

interface TaskListProps {
  readonly session: BorrowerSession;
  readonly token: string;
  /** The visitor's name, for the signature. */
  readonly name: string;
}

export function TaskList({ session, token, name }: TaskListProps) {
  const { pages } = useTexts();
  const [opened, open] = useState<string | null>(null);
  return (
    <Section title={pages.tasks.title}>
      <p className={frame.lead}>{pages.tasks.text}</p>
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
