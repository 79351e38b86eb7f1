import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import type { SelectionOptions } from "#platform/web/table/table-props.ts";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { formatCount } from "#platform/text/text.ts";
import { ASSIGN_AT_ONCE, assignBorrowers, findOwnBorrower, fullName } from "#features/borrowers/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { colleagues } from "#features/organizations/web/members/api.ts";
import { admits } from "#platform/contract/who.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { organizationBorrowers, useAssignBorrowers } from "../api.ts";
import { type BorrowerTableRow, useRemoteOrganizationBorrowers } from "./columns.ts";
import { BorrowersTable } from "./BorrowersTable.tsx";
import styles from "./BorrowersTable.module.css";

export function AdminBorrowersPage() {
  const { data: borrowers, error, refetch } = useQuery(organizationBorrowers());
  const { give, said, isPending } = useBulkAssign();
  const selection: SelectionOptions<BorrowerTableRow> = {
    actions: (rows, clear) => (
      <AssignChoice rows={rows} isPending={isPending} onAssign={(...to) => give(rows, to, clear)} />
    ),
  };
  return (
    <Page title="All Borrowers">
      {said}
      {error && !borrowers ? (
        <ErrorState title="We couldn't load the borrowers" error={error} onRetry={() => void refetch()} />
      ) : (
        <BorrowersTable
          borrowers={borrowers}
          useRemote={useRemoteOrganizationBorrowers}
          selection={selection}
          empty={<EmptyState title="No borrowers yet">Borrowers appear here when your colleagues add them.</EmptyState>}
        />
      )}
    </Page>
  );
}

const NO_ONE = "no-one";

/** Id and name; `null`: no one. */
type Worker = readonly [userId: string | null, name: string];

/** The last assignment. */
interface Done {
  readonly name: string;
  /** Borrowers that are not assigned back yet, as they were before. */
  readonly before: readonly BorrowerTableRow[];
  /** Why not all of it could be undone. */
  readonly fault?: Error;
}

function useBulkAssign() {
  const assign = useAssignBorrowers();
  const [done, setDone] = useState<Done | null>(null);
  const [isUndoing, setUndoing] = useState(false);

  function give(rows: readonly BorrowerTableRow[], [userId, name]: Worker, clear: () => void): void {
    assign.mutate(
      { ids: rows.map(({ id }) => id), userId },
      {
        onSuccess() {
          setDone({ name, before: rows });
          clear();
        },
      },
    );
  }

  /** Undoes each owner's borrowers separately, so that an owner who left does not block the others. */
  async function undo({ name, before }: Done): Promise<void> {
    setUndoing(true);
    const left: BorrowerTableRow[] = [];
    let fault: Error | undefined;
    for (const [userId, rows] of Map.groupBy(before, ({ ownerId }) => ownerId))
      try {
        await assign.mutateAsync({ ids: rows.map(({ id }) => id), userId });
      } catch (error) {
        left.push(...rows);
        fault = error as Error; // what a change fails with
      }
    setDone(fault ? { name, before: left, fault } : null);
    setUndoing(false);
  }

  const error = isUndoing ? null : (done?.fault ?? assign.error);
  const said = (
    <>
      {error && <Alert tone="stop">{explain(error, MESSAGES.assign)}</Alert>}
      <p role="status" className={styles.said}>
        {done && (error === null || done.fault) && (
          <>
            {done.fault
              ? `Some assignments weren't undone. Still assigned to ${done.name}: ${formatCount(done.before.length, "borrower")}.`
              : `${formatCount(done.before.length, "borrower")} assigned to ${done.name}.`}
            <Button size="small" variant="quiet" isBusy={assign.isPending || isUndoing} onClick={() => void undo(done)}>
              Undo
            </Button>
          </>
        )}
      </p>
    </>
  );
  return { give, said, isPending: assign.isPending };
}

interface AssignChoiceProps {
  readonly rows: readonly BorrowerTableRow[];
  readonly isPending: boolean;
  readonly onAssign: (...to: Worker) => void;
}

/** Shown among the actions on a selection. */
function AssignChoice({ rows, isPending, onAssign }: AssignChoiceProps) {
  const { data: people, error, refetch } = useQuery(colleagues());
  const [chosen, choose] = useState("");
  const disabledReason = useDisabledReason(assignBorrowers) ?? barOf(rows, chosen);
  const workers = people?.filter(({ role }) => admits(findOwnBorrower.who, role));

  function assign(): void {
    const worker = workers?.find(({ userId }) => userId === chosen);
    onAssign(worker?.userId ?? null, worker ? fullName(worker) : "no one");
  }

  if (error && !workers)
    return (
      <>
        <span role="status">We couldn&apos;t load your colleagues.</span>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </>
    );
  return (
    <>
      <select
        aria-label="Colleague"
        aria-busy={!workers || undefined}
        className={styles.choice}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{workers ? "Choose a colleague" : "Loading colleagues"}</option>
        {workers?.map((worker) => (
          <option key={worker.userId} value={worker.userId}>
            {fullName(worker)}
          </option>
        ))}
        {workers && <option value={NO_ONE}>No one</option>}
      </select>
      <Button size="small" disabledReason={disabledReason} isBusy={isPending} onClick={assign}>
        Assign
      </Button>
    </>
  );
}

function barOf(rows: readonly BorrowerTableRow[], chosen: string): string | undefined {
  if (rows.some(({ isForeign }) => isForeign))
    return "You can only assign borrowers of your own organization. Remove the others from the selection.";
  if (rows.length > ASSIGN_AT_ONCE) return `Select up to ${ASSIGN_AT_ONCE} borrowers at a time.`;
  return chosen === "" ? "Choose a colleague first." : undefined;
}
