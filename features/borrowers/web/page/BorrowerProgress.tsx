import { useRef, useState } from "react";
import { changeBorrowerStatus, fullName, type Borrower, type BorrowerStatus } from "#features/borrowers/contract.ts";
import { statusToRestore } from "#features/borrowers/rules/status.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { confirm } from "#platform/web/confirm.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
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
  /** More events for the timeline. */
  readonly marks: readonly TimelineStep[] | undefined;
  /** A change was refused, so the shown borrower may be out of date. */
  readonly onRefused: () => void;
}

export function BorrowerProgress({ borrower, marks, onRefused }: BorrowerProgressProps) {
  const change = useChangeStatus();
  const disabledReason = useDisabledReason(changeBorrowerStatus);
  const [hasJustClosed, setJustClosed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text, act } = nextStepOf(borrower);
  const { items } = borrower;

  function become(status: BorrowerStatus, pressed: "button" | "select"): void {
    const { id, version } = borrower;
    change.mutate(
      // While the user's own change is pending its version is not known yet, and it must not count as another user's
      // change.
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

  /** One key changes a select, so a change that cannot be undone asks for confirmation first. */
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
          Borrower closed. Reports stay available and bank connections end.
        </Alert>
      )}
      {change.error && <Alert tone="stop">{errorMessage(change.error)}</Alert>}
      <section className={styles.next} aria-label="Next step">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
        {act.kind === "report" ? (
          <LinkButton to={`/borrower/asset-report/${borrower.id}`}>{act.label}</LinkButton>
        ) : (
          <Button disabledReason={disabledReason} isBusy={change.isPending} onClick={() => become(act.to, "button")}>
            {act.label}
          </Button>
        )}
      </section>
      <StatusSelect
        borrower={borrower}
        // A select that falls back while the change is pending would turn the next key into a second change.
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
    text: `The connection to ${banks} ends. To restore it, the borrower has to connect again. Reports stay available.`,
    confirm: "Close borrower",
    tone: "danger",
  } as const;
}

function errorMessage(error: Error): string {
  const code = codeOf(error);
  if (code === "INVALID_STATUS_TRANSITION")
    return "This status is no longer available because the borrower changed. Choose again.";
  return code === "STALE"
    ? "Someone else just updated this borrower. Review the changes, then choose again."
    : explain(error);
}
