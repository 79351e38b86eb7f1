import { useEffect, useMemo, useReducer, useState } from "react";
import { nextSort, type TableRow } from "./engine/engine.ts";
import { indexRows, type Question, type RowIndex } from "./engine/row-index.ts";

/** So few are sorted within a frame. */
const AT_ONCE = 4000;

interface FindQuery<Row extends TableRow> {
  readonly index: RowIndex<Row>;
  readonly question: Question;
}

interface Answer<Row extends TableRow> {
  readonly index: RowIndex<Row>;
  /** The places of the rows found; `null` while the first are still being sorted. */
  readonly found: Uint32Array | null;
}

/** @param columns which may be sorted by; prepared while nothing else is to be done */
export function useFound<Row extends TableRow>(
  rows: readonly Row[] | undefined,
  state: Question,
  columns: readonly string[],
): Answer<Row> {
  const index = useMemo(() => indexRows(rows ?? []), [rows]);
  const question = useMemo(() => sortableIn(index, state), [index, state]);
  const isLong = index.rows.length > AT_ONCE;
  const isEmpty = index.rows.length === 0; // or still being loaded: that is no answer to keep
  const isReady = !isEmpty && (!isLong || index.isReadyFor(question));
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const [last, answer] = useState<FindQuery<Row> | null>(null);
  // While rendering, so that nothing is drawn twice: the last answer stays until the next is ready.
  if (isReady && (last?.index !== index || last.question !== question)) answer({ index, question });

  useEffect(() => {
    if (isReady || isEmpty) return;
    return inSlices(index.prepare(question), renderAgain);
  }, [index, question, isEmpty, isReady]);
  useEffect(() => {
    if (!isLong) return;
    return inSlices(prepareAll(index, question, columns), () => undefined, { isIdle: true });
  }, [index, question, columns, isLong]);

  const found = useMemo(() => last?.index.find(last.question) ?? null, [last]);
  return isEmpty ? { index, found: null } : { index: last?.index ?? index, found };
}

/** An address may name a column that cannot be sorted by; its rows are shown as they stand. */
function sortableIn<Row extends TableRow>(index: RowIndex<Row>, question: Question): Question {
  const { sortColumn } = question;
  if (sortColumn === null || index.canSort(sortColumn)) return question;
  return { ...question, sortColumn: null, sortDirection: "none" };
}

/** What a search, and a click on each header, would need next. */
function* prepareAll<Row extends TableRow>(
  index: RowIndex<Row>,
  question: Question,
  columns: readonly string[],
): Generator<undefined> {
  yield* index.prepare({ ...question, searchTerm: "any" });
  for (const column of columns) {
    if (!index.canSort(column)) continue;
    const sortDirection = nextSort(column === question.sortColumn ? question.sortDirection : "none");
    yield* index.prepare({ ...question, sortColumn: column, sortDirection });
  }
}

const SLICE_MS = 8;

interface SliceOptions {
  /** Works only while nothing else is to be done. */
  readonly isIdle?: boolean;
}

/** Runs the work to its end, unless the function given back is called before. */
export function inSlices(
  work: Iterator<unknown>,
  onDone: () => void,
  { isIdle = false }: SliceOptions = {},
): () => void {
  let isStopped = false;

  async function run(): Promise<void> {
    for (;;) {
      await pause(isIdle);
      if (isStopped) return;
      const end = performance.now() + SLICE_MS;
      do if (work.next().done) return onDone();
      while (performance.now() < end);
    }
  }

  void run();
  return () => {
    isStopped = true;
  };
}

/** An idle callback comes once in 50 ms, a timer not before 4: where there is a scheduler, neither is waited for. */
function pause(isIdle: boolean): Promise<void> {
  const priority = isIdle ? "background" : "user-visible";
  if ("scheduler" in window) return window.scheduler.postTask(() => undefined, { priority });
  return new Promise((resolve) => {
    if (isIdle && "requestIdleCallback" in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
