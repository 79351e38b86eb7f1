import { readStored, removeStored, writeStored } from "../../storage.ts";
import type { Column } from "./columns.ts";
import type { TableRow } from "../engine/engine.ts";

export interface ColumnChoice {
  /** Keys; columns that are not named stand after those that are, as the table has them. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export const AS_GIVEN: ColumnChoice = { order: [], hidden: [] };

const keyOf = (label: string) => `tableColumns-${label}`;

export function readChoice(label: string): ColumnChoice {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(label)) ?? "null");
    const parts = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
    return { order: namesIn(parts["order"]), hidden: namesIn(parts["hidden"]) };
  } catch {
    return AS_GIVEN;
  }
}

export function writeChoice(label: string, choice: ColumnChoice): void {
  if (choice.order.length + choice.hidden.length === 0) removeStored(keyOf(label));
  else writeStored(keyOf(label), JSON.stringify(choice));
}

/** All columns as chosen; the first names the row and stays where it is. */
export function ordered<Row extends TableRow>(
  columns: readonly Column<Row>[],
  { order }: ColumnChoice,
): readonly Column<Row>[] {
  const [first, ...others] = columns;
  if (first === undefined || order.length === 0) return columns;
  const placeOf = ({ key }: Column<Row>) => (order.includes(key) ? order.indexOf(key) : order.length);
  return [first, ...others.toSorted((one, other) => placeOf(one) - placeOf(other))];
}

export function isShown<Row extends TableRow>(
  column: Column<Row>,
  columns: readonly Column<Row>[],
  { hidden }: ColumnChoice,
): boolean {
  return column.key === columns[0]?.key || !hidden.includes(column.key);
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
