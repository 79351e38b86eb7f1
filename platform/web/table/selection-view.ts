import type { ReactNode } from "react";
import type { TableRow } from "./engine/engine.ts";
import type { SelectionOptions } from "./table-props.ts";
import type { Picked, Selection } from "./use-selection.ts";

/** The rows that a selection is made from. */
interface Around<Row extends TableRow> {
  /** The selected ones. */
  readonly rows: readonly Row[];
  /** The same as they are sorted now. */
  readonly inOrder: () => readonly Row[];
  /** Those that the header's box selects, in order. */
  readonly all: () => readonly Row[];
  readonly allCount: number;
  /** Of those, the selected ones. */
  readonly pickedCount: number;
}

export interface SelectionView<Row extends TableRow> {
  readonly picked: Picked<Row>;
  readonly rows: readonly Row[];
  readonly inOrder: () => readonly Row[];
  /** Of what the header's box selects. */
  readonly extent: "none" | "some" | "all";
  readonly pickAll: () => void;
  readonly toggle: (row: Row, isRange: boolean) => void;
  readonly clear: () => void;
  readonly actions: ReactNode;
}

export function selectionView<Row extends TableRow>(
  { actions }: SelectionOptions<Row>,
  { picked, pick, toggle, clear }: Selection<Row>,
  { rows, inOrder, all, allCount, pickedCount }: Around<Row>,
): SelectionView<Row> {
  const isAll = allCount > 0 && pickedCount === allCount;
  return {
    picked,
    rows,
    inOrder,
    extent: isAll ? "all" : pickedCount > 0 ? "some" : "none",
    pickAll: () => pick(all(), !isAll),
    toggle: (row, isRange) => toggle(row, isRange ? all() : []),
    clear,
    actions: rows.length > 0 && actions?.(rows, clear),
  };
}
