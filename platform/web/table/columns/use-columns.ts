import { useMemo, useState } from "react";
import type { Column } from "./columns.ts";
import type { TableRow } from "../engine/engine.ts";
import { AS_GIVEN, isShown, ordered, readChoice, writeChoice, type ColumnChoice } from "./stored-columns.ts";

export interface ColumnSettings<Row extends TableRow> {
  /** In the chosen order, hidden ones too; the first stays. */
  readonly all: readonly Column<Row>[];
  /** Those that are seen. */
  readonly shown: readonly Column<Row>[];
  readonly show: (key: string, isShown: boolean) => void;
  /** Moves a column by one place; the first column's place is taken. */
  readonly move: (key: string, step: -1 | 1) => void;
  readonly reset: () => void;
}

export function useColumns<Row extends TableRow>(label: string, columns: readonly Column<Row>[]): ColumnSettings<Row> {
  const [choice, setChoice] = useState(() => readChoice(label));
  const all = useMemo(() => ordered(columns, choice), [columns, choice]);
  const shown = useMemo(() => all.filter((column) => isShown(column, columns, choice)), [all, columns, choice]);

  function choose(next: ColumnChoice): void {
    setChoice(next);
    writeChoice(label, next);
  }

  return {
    all,
    shown,
    show(key, isShown) {
      const others = choice.hidden.filter((hidden) => hidden !== key);
      choose({ ...choice, hidden: isShown ? others : [...others, key] });
    },
    move(key, step) {
      const order: string[] = all.map((column) => column.key);
      const at = order.indexOf(key);
      const to = at + step;
      if (at < 1 || to < 1 || to >= order.length) return;
      choose({ ...choice, order: order.toSpliced(at, 1).toSpliced(to, 0, key) });
    },
    reset: () => choose(AS_GIVEN),
  };
}
