import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import {
  answersSummary,
  answerText,
  BACK_TEST_COLUMN_TEXTS,
  EVALUATED_AGAIN_LABELS,
  findingChangeText,
  findingsSummary,
  isProgramChanged,
} from "#features/underwriting/columns.ts";
import {
  type BackTest,
  type BackTestChange,
  type BackTestColumn,
  CHANGES_AT_ONCE,
  evaluateAgain,
  type EvaluatedAgain,
  listBackTestChanges,
} from "#features/underwriting/contract.ts";
import { PROGRAM_NAMES, queuedToast } from "#features/underwriting/labels.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { formatCount } from "#platform/text/text.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { csvOf } from "#platform/web/http/save-csv.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import type { Column, ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { pageRequest, useRemoteList, type UseRemote } from "#platform/web/table/remote/use-remote-list.ts";
import { backTestChanges, countQueued, editions, useChanges, useEvaluateAgain } from "./api.ts";
import styles from "./BackTests.module.css";

interface ChangeRow extends TableRow {
  readonly borrowerName: string;
  readonly loanNumber: string | null;
  readonly answer: string;
  readonly findings: string;
  readonly evaluatedAgain: EvaluatedAgain;
  readonly change: BackTestChange;
}

function toRow(change: BackTestChange): ChangeRow {
  const { id, borrowerName, loanNumber, findings, evaluatedAgain } = change;
  const answer = answersSummary(change.programs);
  return { id, borrowerName, loanNumber, answer, findings: findingsSummary(findings), evaluatedAgain, change };
}

const TONES: Readonly<Record<EvaluatedAgain, Tone>> = { no: "grey", queued: "blue", done: "green", changed: "hollow" };

const listed = (name: BackTestColumn) => ({
  csv: name,
  header: BACK_TEST_COLUMN_TEXTS[name].header,
  text: ({ change }: ChangeRow) => BACK_TEST_COLUMN_TEXTS[name].text(change, null),
});

const COLUMNS: readonly Column<ChangeRow>[] = [
  { ...listed("borrower"), key: "borrowerName", isSortable: true },
  { ...listed("loanNumber"), key: "loanNumber", isSortable: true, isWideOnly: true, minTable: 62 },
  {
    ...listed("after"),
    key: "answer",
    header: "Before and after",
    isWideOnly: true,
    text: ({ change }) =>
      `${BACK_TEST_COLUMN_TEXTS.before.text(change, null)} → ${BACK_TEST_COLUMN_TEXTS.after.text(change, null)}`,
    cell: ({ change }) => <Answer change={change} />,
  },
  { ...listed("findings"), key: "findings", isWideOnly: true, cell: ({ change }) => <Findings change={change} /> },
];

const AGAIN: Column<ChangeRow> = {
  ...listed("evaluatedAgain"),
  key: "evaluatedAgain",
  isWideOnly: true,
  cell: ({ evaluatedAgain }) => <Again state={evaluatedAgain} />,
};

const FILTERS: readonly ValueFilter<ChangeRow>[] = [
  {
    key: "evaluatedAgain",
    label: "Since the test",
    options: Object.entries(EVALUATED_AGAIN_LABELS).map(([value, label]) => ({ value, label })),
  },
];

const SEARCH_KEYS = ["borrowerName", "loanNumber"] as const;
/** For tests with more changes than are read at once. */
function remoteOf(backTestId: string): UseRemote<ChangeRow> {
  return function useRemoteChanges(query) {
    return useRemoteList(query, {
      pageOf: (page) => backTestChanges({ backTestId, ...pageRequest(page, {}) }),
      csvOf: (page, columns) => csvOf(listBackTestChanges, { backTestId, ...pageRequest(page, {}), columns }),
      toRow,
    });
  };
}

/** The reports that a test answers differently. Those of an edition can be evaluated again. */
export function BackTestChanges({ test }: { readonly test: BackTest }) {
  const { id: backTestId, subject } = test;
  const cache = useQueryClient();
  const { data, error, refetch } = useChanges(test);
  const queued = countQueued(data);
  useEffect(() => {
    if (queued > 0) return () => void cache.invalidateQueries({ queryKey: editions.key });
    return undefined;
  }, [cache, queued]);
  const useRemote = useMemo(() => remoteOf(backTestId), [backTestId]);
  const rows = useMemo(() => data && data.map(toRow), [data]);
  const isEdition = subject.kind === "edition";
  return (
    <div className={styles.changes}>
      <DataTable
        label="Reports that change"
        rows={rows}
        columns={isEdition ? [...COLUMNS, AGAIN] : COLUMNS}
        searchKeys={SEARCH_KEYS}
        filters={isEdition ? FILTERS : []}
        serverFilters={[]}
        open={({ change }) => `/account/borrowers/view/${change.borrowerId}`}
        detail={({ change }) => (
          <span className={styles.detail}>
            <Answer change={change} />
            {isEdition && change.evaluatedAgain !== "no" ? (
              <Again state={change.evaluatedAgain} />
            ) : (
              <Findings change={change} />
            )}
          </span>
        )}
        selection={
          isEdition
            ? {
                actions: (chosen, clear) => <EvaluateChosen backTestId={backTestId} chosen={chosen} onQueued={clear} />,
              }
            : {}
        }
        useRemote={useRemote}
        error={
          error &&
          !data && <ErrorState title="We couldn't load the reports" error={error} onRetry={() => void refetch()} />
        }
        empty={
          <EmptyState title="No reports left">The reports that changed have been deleted since the test.</EmptyState>
        }
      />
    </div>
  );
}

/** One line, as the rows of a table are of one height; the dialog has all. */
function Answer({ change: { programs } }: { readonly change: BackTestChange }) {
  return <span className={styles.line}>{answersSummary(programs)}</span>;
}

function Findings({ change }: { readonly change: BackTestChange }) {
  const [isOpen, setOpen] = useState(false);
  const { findings, borrowerName } = change;
  const text = findings.length === 0 ? "Details" : formatCount(findings.length, "finding");
  return (
    <span className={styles.findings}>
      <Button
        variant="quiet"
        size="small"
        label={`${text}: what changes for ${borrowerName}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {isOpen && <ChangeDialog change={change} onClose={() => setOpen(false)} />}
    </span>
  );
}

interface ChangeDialogProps {
  readonly change: BackTestChange;
  readonly onClose: () => void;
}

function ChangeDialog({ change: { borrowerName, loanNumber, programs, findings }, onClose }: ChangeDialogProps) {
  return (
    <Dialog
      title={`What changes for ${borrowerName}`}
      {...(loanNumber !== null && { text: `Loan ${loanNumber}` })}
      size="large"
      onClose={onClose}
    >
      <div className={styles.change}>
        <h3>Answers</h3>
        <ul className={styles.lines}>
          {programs.map((one) => (
            <li key={one.program}>
              {PROGRAM_NAMES[one.program]}: {answerText(one.before, one.usableCentsBefore)}
              {isProgramChanged(one) ? ` → ${answerText(one.after, one.usableCentsAfter)}` : ", as before"}
            </li>
          ))}
        </ul>
        <h3>Findings</h3>
        {findings.length === 0 ? (
          <p>The same as before.</p>
        ) : (
          <ul className={styles.lines}>
            {[...Map.groupBy(findings, findingChangeText)].map(([text, alike]) => (
              <li key={text}>
                {text}
                {alike.length > 1 && `, ${alike.length} times`}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.close}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Again({ state }: { readonly state: EvaluatedAgain }) {
  return <StatusPill tone={TONES[state]}>{EVALUATED_AGAIN_LABELS[state]}</StatusPill>;
}

/** @param reports `undefined`: too many to be counted here */
function askToEvaluate(reports: number | undefined): Promise<boolean> {
  return confirm({
    title: `Evaluate ${reports === undefined ? "all of these reports" : formatCount(reports, "report")} again?`,
    text: "Each gets a new evaluation under the current edition, with today's loan terms, evidence and policy. Earlier evaluations stay in the history.",
    confirm: "Evaluate again",
  });
}

function useQueueing(onQueued: () => void) {
  const evaluate = useEvaluateAgain();
  const onSuccess = ({ queued }: { readonly queued: number }) => {
    const { title, text } = queuedToast(queued);
    showToast(title, text);
    onQueued();
  };
  return { evaluate, onSuccess };
}

/** Queues what is left of a test of an edition. */
export function EvaluateAll({ test }: { readonly test: BackTest }) {
  const { id: backTestId } = test;
  const { data } = useChanges(test);
  const { evaluate, onSuccess } = useQueueing(() => {});
  const disabledReason = useDisabledReason(evaluateAgain);
  const left = data?.filter((change) => change.evaluatedAgain === "no").length;
  if (left === 0) return null;
  return (
    <>
      {evaluate.error && <Alert tone="stop">{explain(evaluate.error, MESSAGES.backTest)}</Alert>}
      <Button
        variant="primary"
        isBusy={evaluate.isPending}
        disabledReason={disabledReason}
        onClick={() =>
          void askToEvaluate(left).then((isYes) => {
            if (isYes) evaluate.mutate({ backTestId, changeIds: null }, { onSuccess });
          })
        }
      >
        {left === undefined ? "Evaluate all again" : `Evaluate all ${left} again`}
      </Button>
    </>
  );
}

interface EvaluateChosenProps {
  readonly backTestId: string;
  readonly chosen: readonly ChangeRow[];
  readonly onQueued: () => void;
}

function EvaluateChosen({ backTestId, chosen, onQueued }: EvaluateChosenProps) {
  const { evaluate, onSuccess } = useQueueing(onQueued);
  const onError = (error: Error) => void showToast("Nothing was queued", explain(error, MESSAGES.backTest));
  const disabledReason = useDisabledReason(evaluateAgain);
  const ids = chosen.filter((row) => row.evaluatedAgain === "no").map(({ id }) => id);
  const unfit =
    ids.length === 0
      ? "These reports have been evaluated since the test."
      : ids.length > CHANGES_AT_ONCE
        ? `You can choose up to ${CHANGES_AT_ONCE} reports at once. Choose fewer, or evaluate all again.`
        : undefined;
  return (
    <Button
      size="small"
      isBusy={evaluate.isPending}
      disabledReason={disabledReason ?? unfit}
      onClick={() =>
        void askToEvaluate(ids.length).then((isYes) => {
          if (isYes) evaluate.mutate({ backTestId, changeIds: ids }, { onSuccess, onError });
        })
      }
    >
      Evaluate selected again
    </Button>
  );
}
