// Owns what is found among the rows: at once where few or prepared, else in slices while the last answer stays.
import { useEffect, useMemo, useState } from "react";
import type { TableRow } from "./engine/engine.ts";
import { inSlices } from "./engine/in-slices.ts";
import { indexRows, type Question, type RowIndex } from "./engine/row-index.ts";

/** So few are sorted within a frame. */
const AT_ONCE = 4000;

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
  const [settled, settle] = useState<{ index: RowIndex<Row>; question: Question } | null>(null);
  const isLong = index.rows.length > AT_ONCE;
  const isReady = !isLong || index.isReadyFor(question);

  useEffect(() => {
    if (!isLong) return;
    return inSlices(index.prepare(question), () => settle({ index, question }), { isIdle: isReady });
  }, [index, question, isLong, isReady]);
  useEffect(() => {
    if (!isLong) return;
    return inSlices(prepareAll(index, question, columns), () => undefined, { isIdle: true });
  }, [index, question, columns, isLong]);

  const shown = isReady ? { index, question } : settled;
  const [shownIndex, shownQuestion] = [shown?.index ?? index, shown?.question];
  const found = useMemo(
    () => (shownQuestion === undefined ? null : shownIndex.find(shownQuestion)),
    [shownIndex, shownQuestion],
  );
  return { index: shownIndex, found };
}

/** An address may name a column that cannot be sorted by; its rows are shown as they stand. */
function sortableIn<Row extends TableRow>(index: RowIndex<Row>, question: Question): Question {
  const { sortColumn } = question;
  if (sortColumn === null || index.canSort(sortColumn)) return question;
  return { ...question, sortColumn: null, sortDirection: "none" };
}

function* prepareAll<Row extends TableRow>(
  index: RowIndex<Row>,
  question: Question,
  columns: readonly string[],
): Generator<undefined> {
  yield* index.prepare({ ...question, searchTerm: "any" });
  for (const column of columns) {
    if (index.canSort(column)) yield* index.prepare({ ...question, sortColumn: column, sortDirection: "ascending" });
  }
}
