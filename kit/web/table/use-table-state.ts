// Owns where a table stands: search, sort, filters and page. Kept in the address, so that back, reload and a link restore it.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { nextSort, type SortDirection } from "./engine.ts";

export interface TableState {
  readonly searchTerm: string;
  readonly sortColumn: string | null;
  readonly sortDirection: SortDirection;
  /** Filtered column to the values that pass. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** From 1. */
  readonly page: number;
}

export interface Sorting {
  readonly column: string;
  readonly direction: Exclude<SortDirection, "none">;
}

const WRITE_AFTER_MS = 250; // browsers refuse an address that changes at every key

type Search = Readonly<Record<string, unknown>>;

export function useTableState(filterKeys: readonly string[], initialSort: Sorting | undefined) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [state, setState] = useState(() => stateIn(search, filterKeys, initialSort));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(part: Partial<TableState>): void {
    const next = { ...state, page: 1, ...part };
    setState(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void navigate({
        to: ".",
        search: (now: Search) => searchOf(next, now, filterKeys),
        replace: true,
        resetScroll: false,
      });
    }, WRITE_AFTER_MS);
  }

  return {
    state,
    search: (searchTerm: string) => change({ searchTerm }),
    goTo: (page: number) => change({ page }),
    sortBy(column: string) {
      const sortDirection = nextSort(column === state.sortColumn ? state.sortDirection : "none");
      change({ sortColumn: sortDirection === "none" ? null : column, sortDirection });
    },
    toggle(column: string, value: string) {
      const now = state.values[column] ?? [];
      const values = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
      change({ values: { ...state.values, [column]: values } });
    },
    clear: () => change({ searchTerm: "", values: {} }),
  };
}

function stateIn(search: Search, filterKeys: readonly string[], initialSort: Sorting | undefined): TableState {
  const direction = search["direction"];
  const isSorted = direction === "ascending" || direction === "descending";
  return {
    searchTerm: textIn(search, "search"),
    sortColumn: isSorted ? textIn(search, "sort") : (initialSort?.column ?? null),
    sortDirection: isSorted ? direction : (initialSort?.direction ?? "none"),
    values: Object.fromEntries(filterKeys.map((key) => [key, textIn(search, key).split(",").filter(Boolean)])),
    page: Math.max(1, Number.parseInt(textIn(search, "page"), 10) || 1),
  };
}

function searchOf(state: TableState, now: Search, filterKeys: readonly string[]): Search {
  const { searchTerm, sortColumn, sortDirection, values, page } = state;
  const entries = {
    ...now,
    search: searchTerm,
    sort: sortColumn ?? "",
    direction: sortColumn === null ? "" : sortDirection,
    page: page === 1 ? "" : String(page),
    ...Object.fromEntries(filterKeys.map((key) => [key, (values[key] ?? []).join(",")])),
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ""));
}

function textIn(search: Search, name: string): string {
  const value = search[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
