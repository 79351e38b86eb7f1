import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import {
  ASSIGN_AT_ONCE,
  assignBorrower,
  assignBorrowers,
  changeBorrowerStatus,
  findOwnBorrower,
  fullName,
} from "#features/borrowers/contract.ts";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { statusToRestore } from "#features/borrowers/rules/status.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { groupChoices } from "#features/organizations/web/groups/api.ts";
import { colleagues } from "#features/organizations/web/members/api.ts";
import type { ErrorMessages } from "#platform/contract/errors.ts";
import { admits } from "#platform/contract/who.ts";
import { formatCount } from "#platform/text/text.ts";
import { confirm, type ConfirmTexts } from "#platform/web/confirm.ts";
import { send } from "#platform/web/http/client.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import type { SelectionOptions } from "#platform/web/table/table-props.ts";
import { borrowerLists } from "../api.ts";
import { borrowerCan } from "../borrower-can.ts";
import type { BorrowerTableRow } from "./columns.ts";
import styles from "./BorrowersTable.module.css";

type Rows = readonly BorrowerTableRow[];

/** A borrower for whom nothing was changed, and why. */
interface Skipped {
  readonly row: BorrowerTableRow;
  readonly why: string;
}

/** What can be done with several selected borrowers at once. */
export interface BulkAction {
  readonly label: string;
  /** The heading that lists it. */
  readonly group?: string;
  /** What was done, after "3 borrowers": `invited`. */
  readonly done: string;
  /** Why a borrower is skipped. */
  readonly excludes?: (row: BorrowerTableRow) => string | undefined;
  /** Asked first. `borrowers`: `3 borrowers`. */
  readonly asks?: (borrowers: string) => Partial<ConfirmTexts>;
  readonly run: (rows: Rows) => Promise<readonly Skipped[]>;
  /** Undoes what can be undone: a closed borrower gets a status again, but not their bank connections. */
  readonly undo?: (rows: Rows) => Promise<readonly Skipped[]>;
}

/** One request per borrower, one after another; a refusal does not stop the others. */
export async function each(
  rows: Rows,
  change: (row: BorrowerTableRow) => Promise<unknown>,
  messages?: ErrorMessages,
): Promise<Skipped[]> {
  const skipped: Skipped[] = [];
  for (const row of rows)
    try {
      await change(row);
    } catch (error) {
      skipped.push({ row, why: explain(error as Error, messages) }); // what a request fails with
    }
  return skipped;
}

/** One request for all of them, which changes all or none. */
async function together(rows: Rows, userId: string | null): Promise<Skipped[]> {
  try {
    await send(assignBorrowers, { ids: rows.map(({ id }) => id), userId });
    return [];
  } catch (error) {
    const why = explain(error as Error, MESSAGES.assign); // what a request fails with
    return rows.map((row) => ({ row, why }));
  }
}

const INVITE: BulkAction = {
  label: "Invite",
  done: "invited",
  excludes: ({ borrower }) =>
    borrower.status === "invited" ? "Already invited." : borrowerCan.become(borrower, "invited").why,
  asks: (borrowers) => ({
    title: `Invite ${borrowers}?`,
    text: "Each person on the loan gets an email with their own secure link.",
    confirm: "Send invitations",
  }),
  run: (rows) => each(rows, ({ id }) => send(changeBorrowerStatus, { id, status: "invited" }), MESSAGES.status),
};

const CLOSE: BulkAction = {
  label: "Close",
  done: "closed",
  excludes: ({ status }) => (status === "closed" ? "Already closed." : undefined),
  asks: (borrowers) => ({
    title: `Close ${borrowers}?`,
    text: "Their bank connections end now, and Undo doesn't bring them back. Reports stay available.",
    confirm: "Close borrowers",
    tone: "danger",
  }),
  run: (rows) => each(rows, ({ id }) => send(changeBorrowerStatus, { id, status: "closed" }), MESSAGES.status),
  undo: (rows) =>
    each(
      rows,
      ({ id, borrower }) => send(changeBorrowerStatus, { id, status: statusToRestore(borrower) }),
      MESSAGES.status,
    ),
};

/** @param isAdmin assigns in one request, which is for admins */
function assignTo(userId: string | null, name: string, isAdmin: boolean): BulkAction {
  const set = (rows: Rows, to: string | null) =>
    isAdmin ? together(rows, to) : each(rows, ({ id }) => send(assignBorrower, { id, userId: to }), MESSAGES.assign);
  return {
    label: name,
    group: "Assign to",
    done: `assigned to ${userId === null ? "no one" : name}`,
    run: (rows) => set(rows, userId),
    // Each owner's borrowers separately, so that an owner who left does not block the others.
    async undo(rows) {
      const skipped: Skipped[] = [];
      for (const [ownerId, theirs] of Map.groupBy(rows, (row) => row.ownerId))
        skipped.push(...(await set(theirs, ownerId)));
      return skipped;
    },
  };
}

function moveTo(groupIds: readonly string[], name: string): BulkAction {
  const set = (rows: Rows, groupsOf: (row: BorrowerTableRow) => readonly string[]) =>
    each(rows, (row) => send(assignBorrower, { id: row.id, groupIds: [...groupsOf(row)] }), MESSAGES.groups);
  return {
    label: name,
    group: "Move to group",
    done: groupIds.length === 0 ? "removed from their groups" : `moved to ${name}`,
    run: (rows) => set(rows, () => groupIds),
    undo: (rows) => set(rows, ({ borrower }) => borrower.groupIds),
  };
}

/** The last action. */
interface Done {
  readonly action: BulkAction;
  /** Changed rows, as they were before. */
  readonly before: Rows;
  readonly skipped: readonly Skipped[];
}

const NO_ACTIONS: readonly BulkAction[] = [];

interface Bulk {
  readonly selection: SelectionOptions<BorrowerTableRow>;
  /** What came of the last action, for above the table. */
  readonly notice: ReactNode;
}

/**
 * Actions for selected borrowers.
 *
 * @param more actions of higher features
 */
export function useBulkActions(more = NO_ACTIONS): Bulk {
  const cache = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function change(work: () => Promise<Done | null>): Promise<void> {
    setBusy(true);
    setDone(await work());
    setBusy(false);
    for (const { key } of borrowerLists) void cache.invalidateQueries({ queryKey: key });
  }

  async function apply(action: BulkAction, rows: Rows, clear: () => void): Promise<void> {
    const excluded = rows.flatMap((row) => {
      const why = reasonAgainst(row, action);
      return why === undefined ? [] : [{ row, why }];
    });
    const wanted = without(rows, excluded);
    if (action.asks && !(await confirm(action.asks(formatCount(wanted.length, "borrower"))))) return;
    await change(async () => {
      const refused = await action.run(wanted);
      if (refused.length === 0) clear();
      return { action, before: without(wanted, refused), skipped: [...excluded, ...refused] };
    });
  }

  const undo = ({ action, before }: Done) =>
    change(async () => {
      const refused = (await action.undo?.(before)) ?? [];
      return refused.length === 0 ? null : { action, before: refused.map(({ row }) => row), skipped: refused };
    });

  return {
    selection: {
      actions: (rows, clear) => (
        <ActionChoice rows={rows} more={more} isBusy={isBusy} onApply={(action) => void apply(action, rows, clear)} />
      ),
    },
    notice: <Notice done={done} isBusy={isBusy} onUndo={(last) => void undo(last)} />,
  };
}

function without(rows: Rows, skipped: readonly Skipped[]): BorrowerTableRow[] {
  return rows.filter((row) => !skipped.some((other) => other.row.id === row.id));
}

function reasonAgainst(row: BorrowerTableRow, action: BulkAction): string | undefined {
  return row.isForeign ? "Belongs to another organization." : action.excludes?.(row);
}

interface NoticeProps {
  readonly done: Done | null;
  readonly isBusy: boolean;
  readonly onUndo: (done: Done) => void;
}

function Notice({ done, isBusy, onUndo }: NoticeProps) {
  const { action, before, skipped } = done ?? { before: [], skipped: [] };
  return (
    <>
      <p role="status" className={styles.said}>
        {done && before.length > 0 && (
          <>
            {`${formatCount(before.length, "borrower")} ${action?.done}.`}
            {action?.undo && (
              <Button size="small" variant="quiet" isBusy={isBusy} onClick={() => onUndo(done)}>
                Undo
              </Button>
            )}
          </>
        )}
      </p>
      {skipped.length > 0 && (
        <div className={styles.skipped}>
          <Alert tone="ask" title={`${formatCount(skipped.length, "borrower")} not changed`}>
            <ul>
              {skipped.map(({ row, why }) => (
                <li key={row.id}>
                  {row.name}: {why}
                </li>
              ))}
            </ul>
          </Alert>
        </div>
      )}
    </>
  );
}

interface ActionChoiceProps {
  readonly rows: Rows;
  readonly more: readonly BulkAction[];
  readonly isBusy: boolean;
  readonly onApply: (action: BulkAction) => void;
}

function ActionChoice({ rows, more, isBusy, onApply }: ActionChoiceProps) {
  const role = useMembership()?.role.name ?? null;
  const mayAssign = admits(assignBorrower.who, role);
  const people = useQuery({ ...colleagues(), enabled: mayAssign });
  const groups = useQuery({ ...groupChoices(), enabled: mayAssign });
  const [chosen, choose] = useState("");
  const disabledReason = useDisabledReason(changeBorrowerStatus);
  if (!admits(changeBorrowerStatus.who, role)) return null;

  const isAdmin = admits(assignBorrowers.who, role);
  const workers = people.data?.filter((one) => admits(findOwnBorrower.who, one.role));
  const actions = [
    INVITE,
    ...more,
    CLOSE,
    ...(workers
      ? [...workers.map((one) => assignTo(one.userId, fullName(one), isAdmin)), assignTo(null, "No one", isAdmin)]
      : []),
    ...(groups.data?.length ? [...groups.data.map(({ id, name }) => moveTo([id], name)), moveTo([], "No group")] : []),
  ];
  const action = actions.find((one) => keyOf(one) === chosen);
  const hasFailed = (people.error && !people.data) || (groups.error && !groups.data);

  return (
    <>
      <select
        aria-label="Action"
        className={styles.choice}
        value={action ? chosen : ""}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Choose an action</option>
        {[...Map.groupBy(actions, ({ group }) => group)].map(([group, some]) => {
          const options = some.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.label}
            </option>
          ));
          return group === undefined ? options : <optgroup key={group} label={group} children={options} />;
        })}
      </select>
      <Button
        size="small"
        disabledReason={disabledReason ?? disabledReasonOf(rows, action)}
        isBusy={isBusy}
        onClick={() => action && onApply(action)}
      >
        Apply
      </Button>
      {hasFailed && (
        <>
          <span role="status">We couldn&apos;t load your colleagues and groups.</span>
          <Button size="small" onClick={() => void Promise.all([people.refetch(), groups.refetch()])}>
            Try again
          </Button>
        </>
      )}
    </>
  );
}

function keyOf({ group, label }: BulkAction): string {
  return `${group ?? ""}/${label}`;
}

/** Why nothing can be applied. */
function disabledReasonOf(rows: Rows, action: BulkAction | undefined): string | undefined {
  if (rows.length > ASSIGN_AT_ONCE) return `Select up to ${ASSIGN_AT_ONCE} borrowers at a time.`;
  if (!action) return "Choose an action first.";
  const reasons = rows.map((row) => reasonAgainst(row, action));
  return reasons.every((why) => why !== undefined) ? reasons[0] : undefined;
}
