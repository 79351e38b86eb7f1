import { useMemo } from "react";
import { nextSort, pageSizeFor, type Range, type TableRow } from "./engine/engine.ts";
import type { StoredTableState, TableShape } from "./table-address.ts";
import { useTableAddress } from "./use-table-address.ts";

export interface TableState extends StoredTableState {
  readonly pageSize: number;
  readonly searchKeys: readonly string[];
}

interface TableStateOptions<Row extends TableRow> extends TableShape<Row> {
  readonly searchKeys: readonly string[];
  /** Of all rows; decides the page size. */
  readonly rowCount: number;
}

export type Table = ReturnType<typeof useTableState>;

export function useTableState<Row extends TableRow>({ searchKeys, rowCount, ...shape }: TableStateOptions<Row>) {
  const { stored, pageKeys, write, writeLater, flush } = useTableAddress(shape);
  const fromFirst = (part: Partial<StoredTableState>) => ({ stored: { ...stored, page: 1, ...part }, pageKeys });
  const change = (part: Partial<StoredTableState>): void => write(fromFirst(part));
  const type = (part: Partial<StoredTableState>): void => writeLater(fromFirst(part));

  const pageSize = pageSizeFor(rowCount);
  return {
    state: useMemo((): TableState => ({ ...stored, pageSize, searchKeys }), [stored, pageSize, searchKeys]),
    pageKeys,
    search: (searchTerm: string) => type({ searchTerm }),
    goTo: (page: number) => change({ page }),
    /** To the page that begins after this key. */
    goToKey(page: number, key: string) {
      write({ stored: { ...stored, page }, pageKeys: [...pageKeys.slice(0, page - 2), key] });
    },
    sortBy(column: string) {
      const sortDirection = nextSort(column === stored.sortColumn ? stored.sortDirection : "none");
      change({ sortColumn: sortDirection === "none" ? null : column, sortDirection });
    },
    toggle(column: string, value: string) {
      const now = stored.values[column] ?? [];
      const values = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
      change({ values: { ...stored.values, [column]: values } });
    },
    setRange: (column: string, range: Range) => type({ ranges: { ...stored.ranges, [column]: range } }),
    clear: () => change({ searchTerm: "", values: {}, ranges: {} }),
    /** The user left the field: writes at once. */
    settle: flush,
  };
}
