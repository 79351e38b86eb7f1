// Owns how far a borrower is and how a person moves them on: the next act, the status, the owner, the timeline.
import { useRef, useState } from "react";
import { changeBorrowerStatus, fullName, type Borrower, type BorrowerStatus } from "#features/borrowers/contract.ts";
import { statusToRestore } from "#features/borrowers/rules/status.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { confirm } from "#kit/web/confirm.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { useChangeStatus } from "../data.ts";
import { AssigneeSelect } from "./AssigneeSelect.tsx";
import { BorrowerGroups } from "./BorrowerGroups.tsx";
import styles from "./BorrowerProgress.module.css";
import { nextStepOf } from "./next-step.ts";
import { StatusSelect } from "./StatusSelect.tsx";
import { Timeline } from "./Timeline.tsx";
import { timelineOf, type TimelineStep } from "./timeline.ts";

interface BorrowerProgressProps {
  readonly borrower: Borrower;
  /** What else has happened. */
  readonly marks: readonly TimelineStep[] | undefined;
  /** A change was refused: what is shown may be old. */
  readonly onRefused: () => void;
}

export function BorrowerProgress({ borrower, marks, onRefused }: BorrowerProgressProps) {
  const change = useChangeStatus();
  const bar = useBar(changeBorrowerStatus);
  const [hasJustClosed, setJustClosed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text, act } = nextStepOf(borrower);
  const { items } = borrower;

  function become(status: BorrowerStatus, pressed: "button" | "select"): void {
    const { id, version } = borrower;
    change.mutate(
      // Chosen while one's own change is under way: what it comes to is not shown yet, and is no stranger's.
      { id, status, ...(!change.isPending && { version }) },
      {
        onSuccess(changed) {
          setJustClosed(changed.status === "closed");
          if (pressed === "button") heading.current?.focus(); // what was pressed is gone with the step it led to
        },
        onError: onRefused,
      },
    );
  }

  /** One key changes a select; what cannot be undone is asked for first. */
  async function choose(status: BorrowerStatus): Promise<void> {
    if (status !== "closed" || items.length === 0 || (await confirm(closing(borrower)))) become(status, "select");
  }

  return (
    <aside className={styles.progress} aria-label="Progress">
      {hasJustClosed && borrower.status === "closed" && (
        <Alert
          tone="ok"
          action={
            <Button size="small" isBusy={change.isPending} onClick={() => become(statusToRestore(borrower), "button")}>
              Undo
            </Button>
          }
        >
          Closed. Reports are kept; bank connections end and have to be made again.
        </Alert>
      )}
      {change.error && <Alert tone="stop">{explainRefusal(change.error)}</Alert>}
      <section className={styles.next} aria-label="What to do now">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
        {act.kind === "report" ? (
          <LinkButton to={`/borrower/asset-report/${borrower.id}`}>{act.label}</LinkButton>
        ) : (
          <Button barred={bar} isBusy={change.isPending} onClick={() => become(act.to, "button")}>
            {act.label}
          </Button>
        )}
      </section>
      <StatusSelect
        borrower={borrower}
        // A select that fell back while the change is under way would make the next key a second change.
        asked={change.isPending ? change.variables.status : undefined}
        onChange={(status) => void choose(status)}
      />
      <AssigneeSelect borrower={borrower} />
      <BorrowerGroups borrower={borrower} onRefused={onRefused} />
      <Timeline steps={timelineOf(borrower, marks)} />
    </aside>
  );
}

function closing({ items, ...borrower }: Borrower) {
  const banks = items.map(({ institutionName }) => institutionName).join(" and ");
  return {
    title: `Close ${fullName(borrower)}?`,
    text: `The connection to ${banks} ends at the bank and has to be made again by the borrower. Reports are kept.`,
    confirm: "Close borrower",
    tone: "danger",
  } as const;
}

function explainRefusal(error: Error): string {
  const code = codeOf(error);
  if (code === "INVALID_STATUS_TRANSITION")
    return "This status is not possible any more: something changed meanwhile. Choose again from what is offered now.";
  return code === "STALE"
    ? "Someone else changed this borrower just now. Look at it again, then choose."
    : explain(error);
}
