// Owns where a table stands: page, search, sort and filters. Kept in the address, so that back, reload and a link restore it.
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { nextSort, pageSizeFor, type Range, type TableRow } from "./engine.ts";
import { keptIn, searchFor, type Kept, type Search, type TableShape } from "./table-address.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Of a list that the server pages: the keys of its pages from the second on. */
    tablePages?: readonly string[];
  }
}

export interface TableState extends Kept {
  readonly pageSize: number;
  readonly searchKeys: readonly string[];
}

interface TableStateOptions<Row extends TableRow> extends TableShape<Row> {
  readonly searchKeys: readonly string[];
  /** Of all rows; decides the page size. */
  readonly rowCount: number;
}

export type Table = ReturnType<typeof useTableState>;

const WRITE_AFTER_MS = 250; // browsers refuse an address that changes at every key

export function useTableState<Row extends TableRow>({ searchKeys, rowCount, ...shape }: TableStateOptions<Row>) {
  const router = useRouter();
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => keptIn(router.state.location.search as Search, shape));
  const [pageKeys, setPageKeys] = useState(() => router.state.location.state.tablePages ?? []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(part: Partial<Kept>, keys = pageKeys): void {
    const next = { ...kept, page: 1, ...part };
    setKept(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void navigate({
        to: ".",
        search: (now: Search) => searchFor(next, now, shape),
        state: (now) => (keys.length === 0 ? now : { ...now, tablePages: keys }),
        replace: true,
        resetScroll: false,
      });
    }, WRITE_AFTER_MS);
  }

  const pageSize = pageSizeFor(rowCount);
  return {
    state: useMemo((): TableState => ({ ...kept, pageSize, searchKeys }), [kept, pageSize, searchKeys]),
    pageKeys,
    search: (searchTerm: string) => change({ searchTerm }),
    goTo: (page: number) => change({ page }),
    /** To the page that begins after this key. */
    goToKey(page: number, key: string) {
      const keys = [...pageKeys.slice(0, page - 2), key];
      setPageKeys(keys);
      change({ page }, keys);
    },
    sortBy(column: string) {
      const sortDirection = nextSort(column === kept.sortColumn ? kept.sortDirection : "none");
      change({ sortColumn: sortDirection === "none" ? null : column, sortDirection });
    },
    toggle(column: string, value: string) {
      const now = kept.values[column] ?? [];
      const values = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
      change({ values: { ...kept.values, [column]: values } });
    },
    setRange: (column: string, range: Range) => change({ ranges: { ...kept.ranges, [column]: range } }),
    clear: () => change({ searchTerm: "", values: {}, ranges: {} }),
  };
}
