// Owns giving the borrowers selected to a colleague at once, and taking it back.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ASSIGN_AT_ONCE, assignBorrowers, findOwnBorrower, fullName } from "#features/borrowers/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { colleagues } from "#features/members/web/data.ts";
import { admits } from "#kit/contract/who.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useAssignBorrowers } from "../data.ts";
import styles from "./AssignSeveral.module.css";
import type { BorrowerTableRow } from "./borrower-row.ts";

const NOBODY = "nobody";

/** Id and name; `null`: nobody. */
type Worker = readonly [userId: string | null, name: string];

/** What was done last, to whom. */
interface Done {
  readonly name: string;
  /** Those not given back yet, as they were before. */
  readonly before: readonly BorrowerTableRow[];
  /** Why not all of it could be undone. */
  readonly fault?: Error;
}

export function useAssignSeveral() {
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

  /** Each owner's on their own, so that one who has left does not keep the others from theirs. */
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
      {error && <Alert tone="stop">{explainRefusal(error)}</Alert>}
      <p role="status" className={styles.said}>
        {done && (error === null || done.fault) && (
          <>
            {done.fault
              ? `Not all of it was undone. Still assigned to ${done.name}: ${counted(done.before.length)}.`
              : `${counted(done.before.length)} assigned to ${done.name}.`}
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

/** Stands among the actions on a selection. */
export function AssignChoice({ rows, isPending, onAssign }: AssignChoiceProps) {
  const { data: people, error, refetch } = useQuery(colleagues());
  const [chosen, choose] = useState("");
  const bar = useBar(assignBorrowers) ?? barOf(rows, chosen);
  const workers = people?.filter(({ role }) => admits(findOwnBorrower.who, role));

  function assign(): void {
    const worker = workers?.find(({ userId }) => userId === chosen);
    onAssign(worker?.userId ?? null, worker ? fullName(worker) : "nobody");
  }

  if (error && !workers)
    return (
      <>
        <span role="status">Your colleagues could not be loaded.</span>
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
        {workers && <option value={NOBODY}>Nobody</option>}
      </select>
      <Button size="small" barred={bar} isBusy={isPending} onClick={assign}>
        Assign
      </Button>
    </>
  );
}

function barOf(rows: readonly BorrowerTableRow[], chosen: string): string | undefined {
  if (rows.some(({ isForeign }) => isForeign))
    return "A borrower is assigned in its own organization only. Take those of other organizations out of the selection.";
  if (rows.length > ASSIGN_AT_ONCE) return `Select ${ASSIGN_AT_ONCE} borrowers at most to assign them at once.`;
  return chosen === "" ? "Choose a colleague first." : undefined;
}

function counted(many: number): string {
  return many === 1 ? "1 borrower" : `${many.toLocaleString("en-US")} borrowers`;
}

function explainRefusal(error: Error): string {
  return codeOf(error) === "NOT_FOUND"
    ? "Somebody of those, a borrower or the colleague, is not in your organization any more."
    : explain(error);
}
