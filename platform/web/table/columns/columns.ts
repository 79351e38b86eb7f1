import { useMemo, useState, type ReactNode } from "react";
import type { TableRow } from "../engine/engine.ts";
import type { ListColumns } from "#platform/text/list-columns.ts";
import { currentZone } from "../../format/dates.ts";
import { readStored, removeStored, writeStored } from "../../storage.ts";

export interface Column<Row extends TableRow> {
  /** The field of the row that is shown, sorted and searched. */
  readonly key: keyof Row & string;
  readonly header: string;
  /** The displayed content, if the value itself is not enough. */
  readonly cell?: (row: Row) => ReactNode;
  /** The copied and exported text, if the value itself is not enough. */
  readonly text?: (row: Row) => string;
  /** The column's name in the list as CSV, if it is not the key. */
  readonly csv?: string;
  /** Numbers stand at the right. */
  readonly align?: "end";
  readonly isSortable?: boolean;
  /** Left out below 768 px. */
  readonly isWideOnly?: boolean;
  /** Left out where the table itself is narrower than so many rem: the less it matters, the more. */
  readonly minTable?: 52 | 62 | 68 | 78;
}

export interface ValueFilter<Row extends TableRow> {
  readonly key: keyof Row & string;
  /** Names the group of chips. */
  readonly label: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    /** Rows with the value, shown beside the label. */
    readonly count?: number | string | undefined;
  }[];
}

export interface RangeFilter<Row extends TableRow> {
  readonly key: keyof Row & string;
  /** Follows `Minimum` and `Maximum`: `amount`. */
  readonly label: string;
  /** The rows hold cents; people type dollars. */
  readonly unit?: "cents";
}

export function textIn<Row extends TableRow>({ key, text }: Column<Row>, row: Row): string {
  if (text) return text(row);
  const value = row[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The column that a CSV has under this name. */
export function listedColumn<Name extends string, Item, Row>(
  texts: ListColumns<Name, Item, { readonly zone: string }>,
  csv: Name,
  itemOf: (row: Row) => Item,
): { readonly csv: Name; readonly header: string; readonly text: (row: Row) => string } {
  const { header, text } = texts[csv];
  return { csv, header, text: (row) => text(itemOf(row), { zone: currentZone() }) };
}

export function contentOf<Row extends TableRow>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : textIn(column, row);
}

interface Choice<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  /** For who sees rows of several organizations. */
  readonly withOrganization: readonly Column<Row>[];
  /** Whether rows that are not read yet may be of other organizations. */
  readonly seesAll: boolean;
  /** Columns that the server sorts by once the list is too long to be sent whole. */
  readonly serverSorts?: Readonly<Record<string, unknown>>;
}

const NO_SORTS = {};

/** @param listed `undefined` while they load; `null`: too many to be read whole */
export function useShownColumns<Row extends TableRow>(
  listed: readonly { readonly organization: { readonly id: string } }[] | null | undefined,
  { columns, withOrganization, seesAll, serverSorts = NO_SORTS }: Choice<Row>,
): readonly Column<Row>[] {
  const areOfSeveral = useMemo(() => new Set(listed?.map(({ organization }) => organization.id)).size > 1, [listed]);
  const isLong = listed === null;
  const those = areOfSeveral || (isLong && seesAll) ? withOrganization : columns;
  return useMemo(
    () => (isLong ? those.map((column) => ({ ...column, isSortable: column.key in serverSorts })) : those),
    [isLong, those, serverSorts],
  );
}

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
