import { useMemo, useState } from "react";
import type { TableRow } from "../engine/engine.ts";
import { readStored, removeStored, writeStored } from "../../storage.ts";
import type { Column } from "./columns.ts";

interface ColumnChoice {
  /** Keys; columns that are not named stand after those that are, as the table has them. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

const AS_GIVEN: ColumnChoice = { order: [], hidden: [] };

const keyOf = (label: string) => `tableColumns-${label}`;

function readChoice(label: string): ColumnChoice {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(label)) ?? "null");
    const parts = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
    return { order: namesIn(parts["order"]), hidden: namesIn(parts["hidden"]) };
  } catch {
    return AS_GIVEN;
  }
}

function writeChoice(label: string, choice: ColumnChoice): void {
  if (choice.order.length + choice.hidden.length === 0) removeStored(keyOf(label));
  else writeStored(keyOf(label), JSON.stringify(choice));
}

/** All columns as chosen; the first names the row and stays where it is. */
function ordered<Row extends TableRow>(
  columns: readonly Column<Row>[],
  { order }: ColumnChoice,
): readonly Column<Row>[] {
  const [first, ...others] = columns;
  if (first === undefined || order.length === 0) return columns;
  const placeOf = ({ key }: Column<Row>) => (order.includes(key) ? order.indexOf(key) : order.length);
  return [first, ...others.toSorted((one, other) => placeOf(one) - placeOf(other))];
}

function isShown<Row extends TableRow>(
  column: Column<Row>,
  columns: readonly Column<Row>[],
  { hidden }: ColumnChoice,
): boolean {
  return column.key === columns[0]?.key || !hidden.includes(column.key);
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

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
