import { useRef, useState } from "react";
import type { BorrowerSession, BorrowerTask } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import styles from "./TaskList.module.css";
import { formatMoney } from "#platform/money/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";
import { TaskForm } from "./TaskForm.tsx";
import frame from "../PortalSection.module.css";
import { fileSize } from "#platform/web/format/file-size.ts";
import { SendFile } from "../SendFile.tsx";

const TEXTS = PAGES.tasks;

interface TaskDocumentsProps {
  readonly answer: NonNullable<BorrowerTask["answer"]>;
  /** The label of the file input. */
  readonly label: string;
  readonly mayAdd: boolean;
  readonly token: string;
}

function TaskDocuments({ answer: { evidenceId, documents }, label, mayAdd, token }: TaskDocumentsProps) {
  return (
    <div className={styles.papers}>
      {documents.length > 0 && (
        <ul aria-label={TEXTS.documents} className={styles.list}>
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
      <div className={styles.top}>
        <h3 ref={heading} tabIndex={-1}>
          {TEXTS.question(formatMoney(amountCents))}
        </h3>
        {answer && <AnswerState state={answer.state} />}
      </div>
      <p className={styles.facts}>
        <DateText at={date} />
        <span>{TEXTS.where(institutionName, PAGES.connect.account(accountName, mask))}</span>
        <span className={styles.line}>{description}</span>
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
            <p className={styles.letter}>{answer.text}</p>
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
      <p className={styles.lead}>{PAGES.tasks.text}</p>
      <ul role="list" className={styles.tasks}>
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
