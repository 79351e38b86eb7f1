// Owns one deposit that the lender asks about: what it is, what was answered, what the lender says to it.
import { useRef } from "react";
import type { VisitTask } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import frame from "../VisitSection.module.css";
import styles from "./TaskCard.module.css";
import { TaskDocuments } from "./TaskDocuments.tsx";
import { TaskForm } from "./TaskForm.tsx";

const WORDS = PAGES.tasks;

interface TaskCardProps {
  readonly task: VisitTask;
  readonly lender: string;
  readonly name: string;
  readonly token: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function TaskCard({ task, lender, name, token, isOpen, onOpen }: TaskCardProps) {
  const { amountCents, date, description, institutionName, accountName, mask, answer } = task;
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsked = answer === null || answer.state === "rejected";
  const close = () => {
    onOpen(false);
    heading.current?.focus(); // what was pressed goes with the form
  };
  return (
    <li className={frame.card}>
      <div className={styles.top}>
        <h3 ref={heading} tabIndex={-1}>
          {WORDS.question(formatMoney(amountCents))}
        </h3>
        {answer && <AnswerState state={answer.state} />}
      </div>
      <p className={styles.facts}>
        <DateText at={date} />
        <span>{WORDS.where(institutionName, PAGES.connect.account(accountName, mask))}</span>
        <span className={styles.line}>{description}</span>
      </p>
      {answer?.state === "rejected" && (
        <Alert tone="ask" title={WORDS.rejectedText(lender)}>
          {answer.reason ?? WORDS.noReason}
        </Alert>
      )}
      {answer && !isOpen && (
        <>
          <details className={frame.quiet}>
            <summary>{WORDS.signedBy(answer.signedName, formatDate(answer.signedAt))}</summary>
            <p className={styles.letter}>{answer.text}</p>
          </details>
          {answer.state === "proposed" && <p>{WORDS.sentText(lender)}</p>}
          {answer.state === "accepted" && <p>{WORDS.acceptedText}</p>}
          <TaskDocuments
            answer={answer}
            label={WORDS.addLabel(formatMoney(amountCents))}
            mayAdd={answer.state !== "accepted"}
            token={token}
          />
        </>
      )}
      {isAsked && !isOpen && (
        <Button
          variant="primary"
          size="large"
          label={`${answer ? WORDS.again : WORDS.answer}: ${formatMoney(amountCents)}`}
          onClick={() => onOpen(true)}
        >
          {answer ? WORDS.again : WORDS.answer}
        </Button>
      )}
      {isAsked && isOpen && <TaskForm task={task} lender={lender} name={name} token={token} onClose={close} />}
    </li>
  );
}

function AnswerState({ state }: { readonly state: NonNullable<VisitTask["answer"]>["state"] }) {
  if (state === "accepted") return <StatusPill tone="green">{WORDS.accepted}</StatusPill>;
  if (state === "rejected") return <StatusPill tone="amber">{WORDS.rejected}</StatusPill>;
  return <StatusPill tone="blue">{WORDS.sent}</StatusPill>;
}
