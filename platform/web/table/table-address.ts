import type { SortDirection } from "#platform/contract/paging.ts";
import type { Column, RangeFilter, ValueFilter } from "./columns/columns.ts";
import type { Range, SortState, TableRow } from "./engine/engine.ts";

/** What a table can be asked for. */
export interface TableShape<Row extends TableRow> {
  readonly columns: readonly Column<Row>[];
  readonly filters: readonly ValueFilter<Row>[];
  readonly ranges: readonly RangeFilter<Row>[];
  readonly initialSort: Sorting | undefined;
}

export interface Sorting {
  readonly column: string;
  readonly direction: SortDirection;
}

/** What of a table's state an address keeps. */
export interface StoredTableState {
  readonly searchTerm: string;
  readonly sortColumn: string | null;
  readonly sortDirection: SortState;
  /** Filtered column to the values that pass. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Filtered column to its bounds. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** From 1. */
  readonly page: number;
}

export type Search = Readonly<Record<string, unknown>>;

const BETWEEN = "..";

export function keptIn<Row extends TableRow>(search: Search, shape: TableShape<Row>): StoredTableState {
  const { filters, ranges } = shape;
  return {
    searchTerm: textAt(search, "search"),
    ...sortingIn(search, shape),
    values: Object.fromEntries(filters.map(({ key, options }) => [key, listIn(textAt(search, key), options)])),
    ranges: Object.fromEntries(ranges.map(({ key }) => [key, rangeIn(textAt(search, key))])),
    page: pageIn(textAt(search, "page")),
  };
}

/** The address's query with the table's current state in it. */
export function searchFor<Row extends TableRow>(stored: StoredTableState, now: Search, shape: TableShape<Row>): Search {
  const { searchTerm, sortColumn, sortDirection, values, ranges, page } = stored;
  const { filters, initialSort } = shape;
  const isUnsortedByChoice = sortColumn === null && initialSort !== undefined;
  const entries = {
    ...now,
    search: searchTerm,
    sort: sortColumn ?? "",
    direction: sortColumn !== null || isUnsortedByChoice ? sortDirection : "",
    page: page === 1 ? "" : String(page),
    ...Object.fromEntries(filters.map(({ key }) => [key, (values[key] ?? []).join(",")])),
    ...Object.fromEntries(shape.ranges.map(({ key }) => [key, textOf(ranges[key] ?? [null, null])])),
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ""));
}

/** Whether two queries ask for the same. */
export function sameQuery(one: Search, other: Search): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}

function sortingIn<Row extends TableRow>(
  search: Search,
  { columns, initialSort }: TableShape<Row>,
): Pick<StoredTableState, "sortColumn" | "sortDirection"> {
  const [column, direction] = [textAt(search, "sort"), textAt(search, "direction")];
  const isSortable = columns.some(({ key, isSortable = true }) => key === column && isSortable);
  const isSorted = direction === "ascending" || direction === "descending";
  if (isSortable && isSorted) return { sortColumn: column, sortDirection: direction };
  if (initialSort === undefined || direction === "none") return { sortColumn: null, sortDirection: "none" };
  return { sortColumn: initialSort.column, sortDirection: initialSort.direction };
}

function listIn(text: string, options: ValueFilter<TableRow>["options"]): string[] {
  const asked = new Set(text.split(","));
  return options.map(({ value }) => value).filter((value) => asked.has(value));
}

function rangeIn(text: string): Range {
  const [low, high] = text.split(BETWEEN);
  return [boundIn(low), boundIn(high)];
}

function boundIn(text = ""): number | null {
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : null;
}

function pageIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

function textAt(search: Search, name: string): string {
  const value = search[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function textOf([low, high]: Range): string {
  return low === null && high === null ? "" : `${low ?? ""}${BETWEEN}${high ?? ""}`;
}
