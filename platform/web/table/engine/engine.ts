import type { SortDirection } from "#platform/contract/paging.ts";

export const CAN_NOT_SORT_ARRAY = "CAN_NOT_SORT_ARRAY";

/** How a column is sorted, if it is. */
export type SortState = "none" | SortDirection;

/** A table's rows: an id beside whatever its columns show. */
export interface TableRow {
  readonly id: string;
  /** Whether it is selected when the table first shows it; from then on the table knows. */
  readonly selected?: boolean;
}

interface Filters {
  /** Column to the values of which any passes; an empty list lets all pass. A row may hold several. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** Column to its bounds. */
  readonly ranges?: Readonly<Record<string, Range>>;
}

/** Both ends are inclusive; `null` leaves one open. */
export type Range = readonly [number | null, number | null];

export function pageSizeFor(rowCount: number): number {
  if (rowCount < 100) return 10;
  return rowCount < 5000 ? 25 : 500;
}

export function nextSort(direction: SortState): SortState {
  if (direction === "none") return "ascending";
  return direction === "ascending" ? "descending" : "none";
}

/** Stable; missing values last in both directions. Throws CAN_NOT_SORT_ARRAY for a column that holds arrays. */
export function sort<Row extends object>(rows: readonly Row[], column: string, direction: SortState): Row[] {
  if (holdsArrays(rows, column)) throw new Error(CAN_NOT_SORT_ARRAY);
  if (direction === "none") return [...rows];
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [left, right] = [valueOf(one, column), valueOf(other, column)];
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right));
    return sign * compareValues(left, right);
  });
}

export function holdsArrays(rows: readonly object[], column: string): boolean {
  for (const row of rows) if (Array.isArray(valueOf(row, column))) return true; // of each row, and often: no function call
  return false;
}

/** Rows of which one of `keys` contains the term, whatever its case. */
export function search<Row extends object>(rows: readonly Row[], term: string, keys: readonly string[]): Row[] {
  const wanted = wantedIn(term);
  if (wanted === "") return [...rows];
  return rows.filter((row) => keys.some((key) => textOf(valueOf(row, key)).toLowerCase().includes(wanted)));
}

/** Rows that pass every filter. A row without a number is outside any range that has a bound. */
export function filter<Row extends object>(rows: readonly Row[], { values = {}, ranges = {} }: Filters): Row[] {
  const lists = Object.entries(values).filter(([, allowed]) => allowed.length > 0);
  return rows.filter(
    (row) =>
      lists.every(([column, allowed]) => isListed(valueOf(row, column), allowed)) &&
      Object.entries(ranges).every(([column, range]) => isWithin(valueOf(row, column), range)),
  );
}

/** Whether a value, or one of several, is allowed. */
export function isListed(value: unknown, allowed: readonly unknown[]): boolean {
  return Array.isArray(value) ? value.some((one) => allowed.includes(one)) : allowed.includes(value);
}

export function pageCount(rowCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rowCount / pageSize));
}

/** Where a page, counted from 1, begins and ends; a page past the end is the last. */
export function pageSpan(rowCount: number, page: number, pageSize: number): readonly [start: number, end: number] {
  const start = (Math.min(Math.max(1, page), pageCount(rowCount, pageSize)) - 1) * pageSize;
  return [start, Math.min(start + pageSize, rowCount)];
}

function isWithin(value: unknown, [low, high]: Range): boolean {
  if (low === null && high === null) return true;
  return typeof value === "number" && (low === null || value >= low) && (high === null || value <= high);
}

export const words = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

export function valueOf(row: object, column: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[column];
}

export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Sorts numbers by size and anything else as text, in which numbers also sort by size. */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return words.compare(textOf(left), textOf(right));
}

/** What a search looks for: whatever its case, without the space around it. */
export function wantedIn(term: string): string {
  return term.trim().toLowerCase();
}
