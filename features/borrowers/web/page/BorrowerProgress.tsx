import { useId, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { formatList } from "#platform/text/text.ts";
import {
  assignBorrower,
  BORROWER_STATUSES,
  BorrowerStatus,
  changeBorrowerStatus,
  findOwnBorrower,
  fullName,
  type Borrower,
} from "#features/borrowers/contract.ts";
import { statusToRestore } from "#features/borrowers/rules/status.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { Select } from "#platform/web/form/Select.tsx";
import { colleagues } from "#features/organizations/web/members/api.ts";
import { admits } from "#platform/contract/who.ts";
import { DateText } from "#platform/web/parts/Values.tsx";
import { useAssignBorrower, useChangeStatus } from "../api.ts";
import { borrowerCan } from "../borrower-can.ts";
import { FORMER, STATUS_LABELS } from "#features/borrowers/columns.ts";
import { nextStepOf, timelineOf, type TimelineStep } from "./next-step.ts";
import styles from "./BorrowerPage.module.css";
import { groupChoices } from "#features/organizations/web/groups/api.ts";
import { CheckboxGroup } from "#platform/web/form/ChoiceGroup.tsx";

const NO_ONE = "";
/** The heading of the section that a higher feature puts on this page. */
export const DOCUMENTS_HEADING = "documents";

interface AssigneeSelectProps {
  readonly borrower: Borrower;
}

function AssigneeSelect({ borrower: { id, assignedUserId } }: AssigneeSelectProps) {
  const mayAssign = admits(assignBorrower.who, useMembership()?.role.name ?? null);
  const { data: people } = useQuery({ ...colleagues(), enabled: mayAssign });
  const assign = useAssignBorrower();
  const disabledReason = useDisabledReason(assignBorrower);
  if (!mayAssign || !people) return null;

  const workers = people.filter(({ role }) => admits(findOwnBorrower.who, role));
  const known = workers.map((member) => ({ value: member.userId, label: fullName(member) }));
  const isGone = assignedUserId !== null && !known.some(({ value }) => value === assignedUserId);
  // While the change is pending, a disabled select would lose the focus, and a select that falls back would turn the
  // next key into a second change.
  const shown = assign.isPending ? assign.variables.userId : assignedUserId;
  const gone = isGone ? [{ value: assignedUserId, label: FORMER, isDisabled: true }] : [];
  return (
    <>
      <Select
        label="Assigned to"
        options={[{ value: NO_ONE, label: "No one" }, ...gone, ...known]}
        value={shown ?? NO_ONE}
        isDisabled={disabledReason !== undefined}
        onChange={(userId) => !assign.isPending && assign.mutate({ id, userId: userId === NO_ONE ? null : userId })}
      />
      {assign.error && <Alert tone="stop">{explain(assign.error)}</Alert>}
    </>
  );
}

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
      {change.error && <Alert tone="stop">{explain(change.error, MESSAGES.status)}</Alert>}
      <section className={styles.next} aria-label="Next step">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
        {act.kind === "report" ? (
          <LinkButton to={`/borrower/asset-report/${borrower.id}`}>{act.label}</LinkButton>
        ) : act.kind === "documents" ? (
          <Button onClick={() => document.getElementById(DOCUMENTS_HEADING)?.focus()}>{act.label}</Button>
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
  const banks = formatList(items.map(({ institutionName }) => institutionName));
  return {
    title: `Close ${fullName(borrower)}?`,
    text: `The connection to ${banks} ends. To restore it, the borrower has to connect again. Reports stay available.`,
    confirm: "Close borrower",
    tone: "danger",
  } as const;
}

interface StatusSelectProps {
  readonly borrower: Borrower;
  /** The status in a pending change. */
  readonly asked: BorrowerStatus | undefined;
  readonly onChange: (status: BorrowerStatus) => void;
}

function StatusSelect({ borrower, asked, onChange }: StatusSelectProps) {
  const disabledReason = useDisabledReason(changeBorrowerStatus);
  const options = BORROWER_STATUSES.map((value) => {
    const label = STATUS_LABELS[value];
    const { yes, why } = borrowerCan.become(borrower, value);
    return { value, label: yes ? label : `${label} (${why.toLowerCase()})`, isDisabled: !yes };
  });
  return (
    <Select
      label="Status"
      options={options}
      value={asked ?? borrower.status}
      isDisabled={disabledReason !== undefined}
      onChange={(value) => onChange(BorrowerStatus.parse(value))}
    />
  );
}

interface TimelineProps {
  readonly steps: readonly TimelineStep[];
}

function Timeline({ steps }: TimelineProps) {
  return (
    <ol role="list" aria-label="Timeline" className={styles.timeline}>
      {steps.map(({ label, at }) => (
        <li key={`${label} ${at}`} data-done={at !== null}>
          <span>{label}</span>
          <span className={styles.at}>{at === null ? "not yet" : <DateText at={at} withTime />}</span>
        </li>
      ))}
    </ol>
  );
}

interface BorrowerGroupsProps {
  readonly borrower: Borrower;
  /** A change was refused, so the shown borrower may be out of date. */
  readonly onRefused: () => void;
}

function BorrowerGroups({ borrower: { id, groupIds, version }, onRefused }: BorrowerGroupsProps) {
  const mayAssign = admits(assignBorrower.who, useMembership()?.role.name ?? null);
  const { data: groups, error, refetch } = useQuery({ ...groupChoices(), enabled: mayAssign });
  const assign = useAssignBorrower();
  const disabledReason = useDisabledReason(assignBorrower);
  const barId = useId();
  if (!mayAssign || groups?.length === 0) return null;
  if (!groups) return error && <NotLoaded onRetry={() => void refetch()} />;

  const isOff = disabledReason !== undefined || assign.isPending;
  const shown = (assign.isPending ? assign.variables.groupIds : undefined) ?? groupIds;

  function toggle(groupId: string): void {
    const others = groupIds.filter((known) => known !== groupId);
    const wanted = others.length < groupIds.length ? others : [...groupIds, groupId];
    assign.mutate({ id, groupIds: wanted, version }, { onError: onRefused });
  }

  return (
    <CheckboxGroup
      legend="Groups"
      options={groups}
      chosen={shown}
      onToggle={toggle}
      isOff={isOff}
      isBusy={assign.isPending}
      describedBy={disabledReason && barId}
      before={
        disabledReason && (
          <p id={barId} className={styles.line}>
            {disabledReason}
          </p>
        )
      }
    >
      {assign.error && <Alert tone="stop">{explain(assign.error, MESSAGES.groups)}</Alert>}
    </CheckboxGroup>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles.line}>
      <p role="status">We couldn&apos;t load the groups.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
